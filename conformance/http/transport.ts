/** Sends requests to one target and reads bounded responses. */
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, type Dispatcher, errors } from 'undici';
import { ConformanceError, causeOf } from '../engine/errors.ts';
import type { Access } from '../engine/events.ts';
import { Connections } from './connections.ts';
import { mostHeaderBytes } from './limits.ts';
import { Pacer } from './pacer.ts';
import { withPathPrefix } from './path-prefix.ts';
import { type Answered, Reception, UnusableResponse } from './reception.ts';

/** Methods that change nothing at the server (RFC 9110, 9.2.1). */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export interface OutgoingRequest {
  readonly method: string;
  /** Path and query, relative to the base address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Base address of another server. @defaultValue the target */
  readonly baseUrl?: string;
}

export interface IncomingResponse extends Answered {
  readonly durationMillis: number;
  /** The request was repeated, because the target had closed the idle connection of the first attempt. */
  readonly repeated?: true;
}

export type SendRequest = (request: OutgoingRequest) => Promise<IncomingResponse>;

/** May send the request again, or do something before or after it. */
export type Layer = (next: SendRequest) => SendRequest;

/** How long an idle connection is reused. Servers close theirs after some seconds, and a request sent at that moment is lost. */
const longestIdleMillis = 2_000;

/** Reasons by the error code of undici. */
const reasons: Readonly<Record<string, (timeoutMillis: number) => string>> = {
  UND_ERR_HEADERS_TIMEOUT: (millis) => `nothing came within ${millis / 1000} s`,
  UND_ERR_BODY_TIMEOUT: (millis) => `the body paused for ${millis / 1000} s`,
  UND_ERR_HEADERS_OVERFLOW: () => `its headers are longer than ${mostHeaderBytes} bytes`,
};

/** Reasons by the message of a socket error. */
const socketReasons: Readonly<Record<string, string>> = {
  'bad upgrade': 'it changes the protocol, for which nobody asked',
  'bad response': 'it answers what was not asked',
};

function reasonOf(error: unknown, timeoutMillis: number): string {
  if (!(error instanceof errors.UndiciError)) return causeOf(error);
  return reasons[error.code]?.(timeoutMillis) ?? socketReasons[error.message] ?? error.message;
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** As many as a browser would hardly see: to a canonical path, and from there to a file. */
const mostRedirects = 3;

/** Every request is rejected with 429 for this long before the run ends; a run must not take all its waits one by one. */
const longestStormMillis = 45_000;

export class Transport {
  readonly #baseUrl: string;
  readonly #origin: string;
  readonly #connections: Connections;
  readonly #agent: Agent;
  /** For connections that serve one request each. */
  readonly #fresh: Agent;
  readonly #access: Access;
  readonly #pacer: Pacer | undefined;
  readonly #keys: Layer;
  readonly #timeoutMillis: number;
  readonly #pathPrefix: string | undefined;
  /** No request is sent before this time of `performance.now()`. */
  #heldUntil = 0;
  #sent = 0;
  #limited = 0;
  /** The number of the latest responses that all were 429. */
  #limitedInTurn = 0;
  /** When the first of these came, by `performance.now()`. */
  #limitedSince = 0;
  #longestHoldMillis = 0;
  #redirected: string | undefined;

  /**
   * @param timeoutMillis how long a response may take to begin, and its body to pause. The whole response may take twice
   * as long.
   * @param access `read-only` sends nothing but GET.
   * @param rate requests per second; absent: unlimited.
   * @param keys sends the keys that are valid; absent: those of the requests.
   * @param pathPrefix what the paths of the target have instead of the documented prefix.
   */
  constructor(
    baseUrl: string,
    {
      connections,
      timeoutMillis,
      access,
      rate,
      keys = (next) => next,
      pathPrefix,
    }: {
      readonly connections: number;
      readonly timeoutMillis: number;
      readonly access: Access;
      readonly rate?: number;
      readonly keys?: Layer;
      readonly pathPrefix?: string | undefined;
    },
  ) {
    this.#pathPrefix = pathPrefix;
    this.#keys = keys;
    this.#baseUrl = baseUrl;
    this.#access = access;
    this.#timeoutMillis = timeoutMillis;
    this.#pacer = rate === undefined ? undefined : new Pacer(rate);
    this.#origin = new URL(baseUrl).origin;
    this.#connections = new Connections(timeoutMillis);
    const options = {
      connections,
      connect: this.#connections.connector,
      headersTimeout: timeoutMillis,
      bodyTimeout: timeoutMillis,
      keepAliveTimeout: longestIdleMillis,
      // Even if the server allows more.
      keepAliveMaxTimeout: longestIdleMillis,
      maxHeaderSize: mostHeaderBytes,
    };
    this.#agent = new Agent({ ...options, pipelining: 1 });
    this.#fresh = new Agent({ ...options, pipelining: 0 });
  }

  /**
   * @throws ConformanceError with code `TARGET_UNREACHABLE` if no complete response arrives, `WRITE_REFUSED` if the
   * request must not be sent, `CREDENTIALS_REFUSED` if a key has expired and there is no other
   */
  send(request: OutgoingRequest, signal: AbortSignal): Promise<IncomingResponse> {
    return this.#keys((each) => this.#sendOnce(each, signal))(this.asSent(request));
  }

  /** The request as it is sent, with the path of the target. */
  asSent<Request extends Pick<OutgoingRequest, 'path' | 'baseUrl'>>(request: Request): Request {
    if (request.baseUrl !== undefined) return request;
    return { ...request, path: withPathPrefix(request.path, this.#pathPrefix) };
  }

  async #sendOnce(request: OutgoingRequest, signal: AbortSignal): Promise<IncomingResponse> {
    if (this.#access === 'read-only' && request.method !== 'GET') {
      throw new ConformanceError(
        'WRITE_REFUSED',
        `${request.method} ${request.path} was not sent: only reads are sent to ${this.#origin}`,
      );
    }
    try {
      signal.throwIfAborted();
      const now = performance.now();
      const wait = Math.max(this.#pacer?.reserve(now) ?? 0, this.#heldUntil - now);
      if (wait > 0) await pause(wait, undefined, { signal });
      const started = performance.now();
      this.#sent += 1;
      const sent = await this.#dispatch(this.#agent, request, signal).catch(async (error: unknown) => {
        // A read may be sent again. For a write, it is unknown whether it arrived.
        if (!safeMethods.has(request.method) || !this.#connections.endedUnused(error)) throw error;
        return { ...(await this.#dispatch(this.#fresh, request, signal)), repeated: true as const };
      });
      if (this.#limitedInTurn === 0) this.#limitedSince = performance.now();
      this.#limitedInTurn = sent.status === 429 ? this.#limitedInTurn + 1 : 0;
      const answer = await this.#follow(request, sent, signal);
      return { ...answer, durationMillis: performance.now() - started };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const { origin } = new URL(request.baseUrl ?? this.#baseUrl);
      const asked = `${origin} to ${request.method} ${request.path}`;
      if (error instanceof errors.InvalidArgumentError) {
        throw new ConformanceError(
          'REQUEST_IMPOSSIBLE',
          `${request.method} ${request.path} cannot be sent with what the target handed out for it: ${error.message}`,
          { cause: error },
        );
      }
      const what =
        error instanceof UnusableResponse
          ? `No usable response from ${asked}: ${error.message}`
          : `No response from ${asked}: ${reasonOf(error, this.#timeoutMillis)}`;
      throw new ConformanceError('TARGET_UNREACHABLE', what, { cause: error });
    }
  }

  /** Follows redirects of reads to other paths of the same origin, so that no key is sent anywhere else. */
  async #follow<Sent extends Answered>(
    request: OutgoingRequest,
    first: Sent,
    signal: AbortSignal,
  ): Promise<Sent | Answered> {
    let answer: Sent | Answered = first;
    let from = new URL((request.baseUrl ?? this.#baseUrl) + request.path);
    for (let hops = 0; hops < mostRedirects; hops += 1) {
      const { location } = answer.headers;
      if (request.method !== 'GET' || !redirects.has(answer.status) || location === undefined) break;
      const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
      if (to?.origin !== from.origin) break;
      this.#redirected ??= `${from.pathname} to ${to.pathname}`;
      const path = to.pathname + to.search;
      answer = await this.#dispatch(this.#agent, { ...request, baseUrl: to.origin, path }, signal);
      from = to;
    }
    return answer;
  }

  /** Notes that the target rejects a request for a while. All others are held back if it rejected the one before as well. */
  limited(millis: number): void {
    this.#limited += 1;
    this.#longestHoldMillis = Math.max(this.#longestHoldMillis, millis);
    if (this.#limitedInTurn > 1) this.#heldUntil = Math.max(this.#heldUntil, performance.now() + millis);
  }

  /** Whether the target has rejected every request with 429 for so long that it will not accept the next. */
  get isShut(): boolean {
    return this.#limitedInTurn > 1 && performance.now() - this.#limitedSince > longestStormMillis;
  }

  /** Requests that were sent. */
  get sent(): number {
    return this.#sent;
  }

  /** The first read that was redirected, and where to. */
  get redirected(): string | undefined {
    return this.#redirected;
  }

  /** How the target has limited the requests. */
  get limits(): { readonly limited: number; readonly longestWaitMillis: number } {
    return { limited: this.#limited, longestWaitMillis: Math.round(this.#longestHoldMillis) };
  }

  async close(): Promise<void> {
    this.#connections[Symbol.dispose]();
    await Promise.all([this.#agent.destroy(), this.#fresh.destroy()]);
  }

  #dispatch(agent: Agent, request: OutgoingRequest, signal: AbortSignal): Promise<Answered> {
    const reception = new Reception(signal, 2 * this.#timeoutMillis);
    const { href, origin } = new URL((request.baseUrl ?? this.#baseUrl) + request.path);
    agent.dispatch(
      {
        origin,
        path: href.slice(origin.length),
        // A probe may use methods that undici does not list.
        method: request.method as Dispatcher.HttpMethod,
        headers: request.headers,
        body: request.body ?? null,
      },
      reception,
    );
    return reception.answered;
  }
}
