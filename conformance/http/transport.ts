/** Sends requests to one target and reads bounded responses. */
import { Agent, type Dispatcher, errors } from 'undici';
import { ConformanceError, causeOf } from '../engine/errors.ts';
import type { Access } from '../engine/events.ts';

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

function toHeaders(source: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

async function readBody(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBodyBytes) {
      body.destroy();
      throw new ConformanceError('TARGET_UNREACHABLE', `A response is longer than ${maxBodyBytes} bytes.`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export class Transport {
  readonly #baseUrl: string;
  readonly #agent: Agent;
  readonly #access: Access;

  /**
   * @param timeoutMillis how long a response may take to begin, and its body to pause.
   * @param access `read-only` lets nothing but GET out.
   */
  constructor(
    baseUrl: string,
    {
      connections,
      timeoutMillis,
      access,
    }: { readonly connections: number; readonly timeoutMillis: number; readonly access: Access },
  ) {
    this.#baseUrl = baseUrl;
    this.#access = access;
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
        `${request.method} ${request.path} was not sent: only reads are sent to ${new URL(this.#baseUrl).origin}`,
      );
    }
    const started = performance.now();
    try {
      const response = await this.#agent.request({
        origin: new URL(this.#baseUrl).origin,
        path: new URL(this.#baseUrl + request.path).href.slice(new URL(this.#baseUrl).origin.length),
        // Methods outside of undici's list are as good a probe as any other.
        method: request.method as Dispatcher.HttpMethod,
        headers: request.headers,
        body: request.body ?? null,
        signal,
      });
      const text = await readBody(response.body);
      return {
        status: response.statusCode,
        headers: toHeaders(response.headers),
        text,
        durationMillis: performance.now() - started,
      };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ConformanceError) throw error;
      const what = error instanceof errors.UndiciError ? error.message : causeOf(error);
      throw new ConformanceError(
        'TARGET_UNREACHABLE',
        `No response from ${new URL(this.#baseUrl).origin} to ${request.method} ${request.path}: ${what}`,
        { cause: error },
      );
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}
