/** Sends one request with a timeout, and retries it if that is safe and may help. */
import { delayAfter } from './backoff.ts';
import { ConnectionError, type ConnectionErrorCode, RedirectError } from './error.ts';
import { isRepeatable } from './repeatable.ts';

/** An attempt that was made, for logs: no header, no body and no query, so that it holds no secret. */
export interface Attempt {
  readonly method: string;
  /** Without its query, which may hold email addresses. */
  readonly url: string;
  /** 1 for the first attempt of a request. */
  readonly number: number;
  readonly durationMillis: number;
  readonly outcome: /** The status of a redirect is 0 in a browser, which hides it. */
    | { readonly type: 'responded'; readonly status: number }
    | { readonly type: 'failed'; readonly code: ConnectionErrorCode };
  /** Absent when there is no further attempt. */
  readonly retryInMillis?: number;
}

export interface SendOptions {
  /**
   * How often a request is sent again after a failed connection, a timeout, or status 408, 429, 500, 502, 503 or 504.
   * A POST or PATCH is never sent again, except with an `idempotencyKey` on an operation that takes one.
   *
   * @defaultValue 2
   */
  readonly retries?: number;
  /** Timeout for each attempt, its body included; at most 2,147,483,647. @defaultValue 30,000 */
  readonly timeoutMillis?: number;
  /** Must respect `redirect: 'manual'` of the request. @defaultValue `globalThis.fetch` */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Waits between attempts; for tests. Rejects when the signal aborts. @defaultValue a timer */
  readonly wait?: (millis: number, signal: AbortSignal) => Promise<void>;
  /** Called after each attempt. Exceptions that it throws are ignored: a log must not fail a payroll. */
  readonly onAttempt?: (attempt: Attempt) => void;
}

type Outcome =
  | { readonly type: 'responded'; readonly response: Response }
  | { readonly type: 'failed'; readonly code: ConnectionErrorCode; readonly cause: unknown };

/** Waits unless a test does. */
export function timer(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => {
      clearTimeout(id);
      reject(signal.reason);
    };
    const id = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, millis);
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** Reads the whole body, so that a connection that breaks halfway counts as a failed attempt. */
async function read(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const body = await response.arrayBuffer();
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}

/** The statuses that `fetch` would follow. */
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A browser shows neither status nor headers of a redirect. */
const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || redirectStatuses.has(status);

/** The address that a redirect leads to, without its query. */
function locationOf({ headers }: Response, url: string): string | undefined {
  const location = headers.get('location');
  if (location === null || !URL.canParse(location, url)) return undefined;
  const { protocol, host, pathname } = new URL(location, url);
  return `${protocol}//${host}${pathname}`;
}

function redirectError(method: string, url: string, response: Response): RedirectError {
  const location = locationOf(response, url);
  const where = location === undefined ? '' : ` to ${location}`;
  return new RedirectError(
    `${method} ${url} was redirected${where}, and the client follows no redirect: give the address of the service itself as baseUrl`,
    { status: response.status === 0 ? undefined : response.status, location },
  );
}

/** The longest delay that timers keep; they fire at once after a longer one. */
const longestTimerMillis = 2 ** 31 - 1;

function checkOptions(retries: unknown, timeoutMillis: unknown): void {
  if (retries !== Number.POSITIVE_INFINITY && !(Number.isInteger(retries) && Number(retries) >= 0))
    throw new TypeError(`retries is ${String(retries)}: give a whole number, 0 or more`);
  if (typeof timeoutMillis !== 'number' || !(timeoutMillis > 0 && timeoutMillis <= longestTimerMillis))
    throw new TypeError(
      `timeoutMillis is ${String(timeoutMillis)}: give a number of milliseconds between 1 and ${longestTimerMillis}`,
    );
}

/**
 * The `fetch` of the client. Rejects with a ConnectionError, a RedirectError, or with the reason of the caller's own
 * signal.
 *
 * @throws TypeError when an option is invalid
 */
export function createSender({
  retries = 2,
  timeoutMillis = 30_000,
  fetch = (request) => globalThis.fetch(request),
  wait = timer,
  onAttempt = () => {},
}: SendOptions): (request: Request) => Promise<Response> {
  checkOptions(retries, timeoutMillis);

  async function attempt(request: Request, body: ArrayBuffer | undefined): Promise<Outcome> {
    request.signal.throwIfAborted();
    const attempted = new AbortController();
    const abort = () => attempted.abort(request.signal.reason);
    request.signal.addEventListener('abort', abort);
    let isTimedOut = false;
    const timeout = setTimeout(() => {
      isTimedOut = true;
      attempted.abort();
    }, timeoutMillis);
    try {
      const copy = new Request(request, {
        signal: attempted.signal,
        redirect: 'manual',
        ...(body && { body }),
      });
      const response = await fetch(copy);
      if (!isRedirect(response)) return { type: 'responded', response: await read(response) };
      await response.body?.cancel().catch(() => {});
      return { type: 'responded', response };
    } catch (cause) {
      request.signal.throwIfAborted();
      return { type: 'failed', code: isTimedOut ? 'timed-out' : 'unreachable', cause };
    } finally {
      clearTimeout(timeout);
      request.signal.removeEventListener('abort', abort);
    }
  }

  function report(attempt: Attempt): void {
    try {
      onAttempt(attempt);
    } catch {
      // See onAttempt.
    }
  }

  return async (request) => {
    const { method } = request;
    const { origin, pathname } = new URL(request.url);
    const url = `${origin}${pathname}`;
    const sent = await request.arrayBuffer();
    // Only where there was a body.
    const body = request.bodyUsed ? sent : undefined;
    const attempts = isRepeatable(request, body) ? retries + 1 : 1;
    for (let number = 1; ; number += 1) {
      const started = performance.now();
      const outcome = await attempt(request, body);
      const response = outcome.type === 'responded' ? outcome.response : undefined;
      const retryInMillis = number < attempts ? delayAfter(number, response) : undefined;
      report({
        ...{ method, url, number, durationMillis: performance.now() - started },
        outcome:
          outcome.type === 'responded'
            ? { type: 'responded', status: outcome.response.status }
            : { type: 'failed', code: outcome.code },
        ...(retryInMillis !== undefined && { retryInMillis }),
      });
      if (retryInMillis !== undefined) {
        await wait(retryInMillis, request.signal);
      } else if (outcome.type === 'responded') {
        if (isRedirect(outcome.response)) throw redirectError(method, url, outcome.response);
        return outcome.response;
      } else {
        const what = outcome.code === 'timed-out' ? `No response within ${timeoutMillis} ms` : 'No response';
        throw new ConnectionError(outcome.code, `${what} to ${method} ${url}`, { cause: outcome.cause });
      }
    }
  };
}
