/** Sends requests to one target and reads bounded responses. */
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, type Dispatcher, errors } from 'undici';
import { ConformanceError, causeOf } from '../engine/errors.ts';
import type { Access } from '../engine/events.ts';
import { Pacer } from './pacer.ts';

export interface OutgoingRequest {
  readonly method: string;
  /** Path and query, relative to the base address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface IncomingResponse {
  readonly status: number;
  /** Names in lower case; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly durationMillis: number;
}

const maxBodyBytes = 8 * 1024 * 1024;

function toHeaders(source: IncomingHttpHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(source))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  return headers;
}

type Answered = Omit<IncomingResponse, 'durationMillis'>;

/** Takes one response in. A stream of it, as `request` of undici makes one, is what a request spends most time on. */
class Reception implements Dispatcher.DispatchHandler {
  readonly answered: Promise<Answered>;
  readonly #settle: { resolve: (answered: Answered) => void; reject: (reason: unknown) => void };
  readonly #signal: AbortSignal;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Record<string, string> = {};
  #size = 0;

  constructor(signal: AbortSignal) {
    const { promise, ...settle } = Promise.withResolvers<Answered>();
    this.answered = promise;
    this.#settle = settle;
    this.#signal = signal;
    signal.addEventListener('abort', this.#abort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#signal.aborted) this.#abort();
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    // One that only informs is followed by the response itself.
    if (status < 200) return;
    this.#status = status;
    this.#headers = toHeaders(headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size <= maxBodyBytes) this.#chunks.push(chunk);
    else
      controller.abort(
        new ConformanceError('TARGET_UNREACHABLE', `A response is longer than ${maxBodyBytes} bytes.`),
      );
  }

  onResponseEnd(): void {
    this.#end();
    const text = Buffer.concat(this.#chunks).toString('utf8');
    this.#settle.resolve({ status: this.#status, headers: this.#headers, text });
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end();
    this.#settle.reject(error);
  }

  readonly #abort = (): void => {
    this.#end();
    const { reason } = this.#signal;
    this.#settle.reject(reason);
    this.#controller?.abort(reason);
  };

  #end(): void {
    this.#signal.removeEventListener('abort', this.#abort);
  }
}

export class Transport {
  readonly #baseUrl: string;
  readonly #origin: string;
  readonly #agent: Agent;
  readonly #access: Access;
  readonly #pacer: Pacer | undefined;

  /**
   * @param timeoutMillis how long a response may take to begin, and its body to pause.
   * @param access `read-only` lets nothing but GET out.
   * @param rate requests that may leave in a second; absent: as many as there are.
   */
  constructor(
    baseUrl: string,
    {
      connections,
      timeoutMillis,
      access,
      rate,
    }: {
      readonly connections: number;
      readonly timeoutMillis: number;
      readonly access: Access;
      readonly rate?: number;
    },
  ) {
    this.#baseUrl = baseUrl;
    this.#access = access;
    this.#pacer = rate === undefined ? undefined : new Pacer(rate);
    this.#origin = new URL(baseUrl).origin;
    this.#agent = new Agent({
      connections,
      connect: { timeout: timeoutMillis },
      headersTimeout: timeoutMillis,
      bodyTimeout: timeoutMillis,
      pipelining: 1,
    });
  }

  /**
   * @throws ConformanceError with code `TARGET_UNREACHABLE` when no whole response arrives, `WRITE_REFUSED` when the
   * request is not one that may be sent
   */
  async send(request: OutgoingRequest, signal: AbortSignal): Promise<IncomingResponse> {
    if (this.#access === 'read-only' && request.method !== 'GET') {
      throw new ConformanceError(
        'WRITE_REFUSED',
        `${request.method} ${request.path} was not sent: only reads are sent to ${this.#origin}`,
      );
    }
    try {
      signal.throwIfAborted();
      const wait = this.#pacer?.reserve(performance.now()) ?? 0;
      if (wait > 0) await pause(wait, undefined, { signal });
      const started = performance.now();
      const reception = new Reception(signal);
      this.#agent.dispatch(
        {
          origin: this.#origin,
          path: new URL(this.#baseUrl + request.path).href.slice(this.#origin.length),
          // Methods outside of undici's list are as good a probe as any other.
          method: request.method as Dispatcher.HttpMethod,
          headers: request.headers,
          body: request.body ?? null,
        },
        reception,
      );
      return { ...(await reception.answered), durationMillis: performance.now() - started };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ConformanceError) throw error;
      const what = error instanceof errors.UndiciError ? error.message : causeOf(error);
      throw new ConformanceError(
        'TARGET_UNREACHABLE',
        `No response from ${this.#origin} to ${request.method} ${request.path}: ${what}`,
        { cause: error },
      );
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}
