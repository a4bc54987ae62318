/** Sends deliveries to a receiver, and returns its responses. Follows no redirects. */

import { setTimeout as pause } from 'node:timers/promises';
import { Agent, errors, request } from 'undici';
import { ConformanceError, causeOf } from '../engine/errors.ts';
import { shownAddress } from '../engine/shown-address.ts';
import { isSuccess } from '../http/is-success.ts';
import { Pacer } from '../http/pacer.ts';

interface Answered {
  readonly type: 'answered';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly durationMillis: number;
}

/** A receiver's response to a delivery. */
export type ReceiverAnswer =
  | Answered
  /** The receiver took the delivery and sent no response in time, or closed the connection. */
  | { readonly type: 'silent'; readonly reason: string; readonly durationMillis: number };

export interface CourierOptions {
  /** A longer wait counts as no response. */
  readonly timeoutMillis: number;
  /** Deliveries per second. */
  readonly rate?: number;
  /** Called with each response before it is returned. */
  readonly onAnswer?: (answer: Answered) => void;
}

function remedyOf(url: string, why: string): string {
  // A server that responds to a TLS greeting with something else does not speak TLS.
  if (/wrong version number|packet length too long|ssl3_get_record/i.test(why))
    return `it speaks http and not https: give ${url.replace(/^https:/, 'http:')} with --url`;
  if (/certificate/.test(why)) return 'let Node.js trust it with NODE_EXTRA_CA_CERTS';
  return 'start the receiver, or give its address with --url';
}

/** The receiver is unreachable. */
export class Unreachable extends ConformanceError {
  constructor(url: string, cause: unknown) {
    const why = causeOf(cause);
    const remedy = remedyOf(url, why);
    super('TARGET_UNREACHABLE', `No response from ${url}: ${why}: ${remedy}`, { cause });
  }
}

/** The part of a response body that is kept. */
const mostAnswerBytes = 4096;

function isUnreachable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof AggregateError) return error.errors.every(isUnreachable);
  if (error instanceof errors.ConnectTimeoutError) return true;
  if (error instanceof Error && error.cause !== undefined && isUnreachable(error.cause)) return true;
  return (
    typeof code === 'string' &&
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(
      code,
    )
  );
}

const isCutOff = (error: unknown) =>
  error instanceof Error && /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(String(Reflect.get(error, 'code')));

async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (size < mostAnswerBytes) chunks.push(chunk);
    size += chunk.length;
    // A receiver that streams forever is cut off.
    if (size > 1024 * mostAnswerBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, mostAnswerBytes).toString('utf8');
}

export class Courier {
  readonly #url: string;
  readonly #agent: Agent;
  /** For connections that serve one delivery each. */
  readonly #fresh: Agent;
  readonly #timeoutMillis: number;
  readonly #pacer: Pacer | undefined;
  readonly #onAnswer: (answer: Answered) => void;

  constructor(url: string, { timeoutMillis, rate, onAnswer = () => {} }: CourierOptions) {
    this.#url = url;
    this.#onAnswer = onAnswer;
    this.#timeoutMillis = timeoutMillis;
    // A connection that the receiver is about to close is not used again: it would look like a lost delivery.
    this.#agent = new Agent({
      connections: 64,
      connect: { timeout: timeoutMillis },
      keepAliveTimeout: 500,
      keepAliveMaxTimeout: 500,
    });
    this.#fresh = new Agent({ pipelining: 0, connect: { timeout: timeoutMillis } });
    this.#pacer = rate === undefined ? undefined : new Pacer(rate);
  }

  /** @throws Unreachable */
  async deliver(
    headers: Readonly<Record<string, string>>,
    body: Uint8Array,
    signal: AbortSignal,
  ): Promise<ReceiverAnswer> {
    if (this.#pacer) await pause(this.#pacer.reserve(performance.now()), undefined, { signal });
    const started = performance.now();
    const durationMillis = () => performance.now() - started;
    const late = AbortSignal.timeout(this.#timeoutMillis);
    const send = (dispatcher: Agent) =>
      request(this.#url, {
        dispatcher,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.any([signal, late]),
      });
    try {
      // If the receiver was already closing the connection, only an attempt on a new connection shows the result.
      const response = await send(this.#agent).catch((error: unknown) => {
        if (late.aborted || signal.aborted || !isCutOff(error)) throw error;
        // If a new connection fails too, the receiver is gone, and this delivery stopped it.
        return send(this.#fresh).catch((second: unknown) => {
          throw isUnreachable(second) ? error : second;
        });
      });
      const text = await beginningOf(response.body);
      const received = Object.entries(response.headers).map(
        ([name, value]) => [name, String(value)] as const,
      );
      const answer: Answered = {
        type: 'answered',
        status: response.statusCode,
        headers: Object.fromEntries(received),
        text,
        durationMillis: durationMillis(),
      };
      this.#onAnswer(answer);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (isUnreachable(error)) throw new Unreachable(shownAddress(this.#url), error);
      const reason = late.aborted
        ? `no answer within ${this.#timeoutMillis / 1000} s`
        : `no answer before the connection ended (${causeOf(error)})`;
      return { type: 'silent', reason, durationMillis: durationMillis() };
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#fresh.destroy()]);
  }
}

export const isAcknowledged = (answer: ReceiverAnswer) =>
  answer.type === 'answered' && isSuccess(answer.status);

export const isRedirect = (answer: ReceiverAnswer) =>
  answer.type === 'answered' && answer.status >= 300 && answer.status <= 399;

/** Such as `401 with "signature-wrong"`. */
export function describeAnswer(answer: ReceiverAnswer): string {
  if (answer.type === 'silent') return answer.reason;
  const text = answer.text.trim();
  if (text === '') return String(answer.status);
  return `${answer.status} with ${JSON.stringify(text.length > 160 ? `${text.slice(0, 160)}…` : text)}`;
}
