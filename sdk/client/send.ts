/** Sends one request with a timeout, and retries it if that is safe and may help. */
import { delayAfter } from './backoff.ts';
import { ConnectionError, type ConnectionErrorCode } from './error.ts';
import { isRepeatable } from './repeatable.ts';

/** An attempt that was made, for logs: no header, no body and no query, so that it holds no secret. */
export interface Attempt {
  readonly method: string;
  /** Without its query, which may hold email addresses. */
  readonly url: string;
  /** 1 for the first attempt of a request. */
  readonly number: number;
  readonly durationMillis: number;
  readonly outcome:
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
  /** Timeout for each attempt, its body included. @defaultValue 30,000 */
  readonly timeoutMillis?: number;
  /** @defaultValue `globalThis.fetch` */
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

/** The `fetch` for openapi-fetch. Rejects with a ConnectionError, or with the reason of the caller's own signal. */
export function createSender({
  retries = 2,
  timeoutMillis = 30_000,
  fetch = (request) => globalThis.fetch(request),
  wait = timer,
  onAttempt = () => {},
}: SendOptions): (request: Request) => Promise<Response> {
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
      const copy = new Request(request, { signal: attempted.signal, ...(body && { body }) });
      return { type: 'responded', response: await read(await fetch(copy)) };
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
        return outcome.response;
      } else {
        const what = outcome.code === 'timed-out' ? `No response within ${timeoutMillis} ms` : 'No response';
        throw new ConnectionError(outcome.code, `${what} to ${method} ${url}`, { cause: outcome.cause });
      }
    }
  };
}
