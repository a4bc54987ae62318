/**
 * A proxy between a provider and a receiver under development: takes deliveries on this machine, forwards them with the
 * same bytes and headers, and returns the receiver's response, so that the provider retries the failed ones.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type IncomingEvent,
  sign,
  verify,
  WebhookError,
  type WebhookErrorCode,
} from '../../../sdk/webhooks/index.ts';
import { acknowledges, type PostOutcome, postDelivery } from './post-delivery.ts';

/** Whether the signature matches the provider's secret. */
export type Verification =
  | { readonly type: 'verified'; readonly event: IncomingEvent; readonly sentAt: Date }
  | { readonly type: 'refused'; readonly code: WebhookErrorCode };

/** A delivery and its outcome. */
export interface ForwardedDelivery {
  readonly at: Date;
  /** From the header; empty if there is none. */
  readonly id: string;
  /** Number of deliveries with this id so far. */
  readonly attempt: number;
  readonly verification: Verification;
  readonly outcome: PostOutcome;
  /** How often it was forwarded, quick retries included. */
  readonly tries: number;
}

interface ListenerOptions {
  readonly forwardTo: string;
  /** Signs forwarded deliveries anew, so that the receiver can keep its secret; absent: forwards the original signature. */
  readonly receiverSecret?: string;
  /** How often a failed delivery is forwarded again before the provider gets the response. */
  readonly quickRetries: number;
  /**
   * Time that a receiver has to respond, quick retries included.
   *
   * @defaultValue 9000, because a provider waits for ten seconds
   */
  readonly patienceMillis?: number;
  readonly onDelivery: (delivery: ForwardedDelivery) => void;
}

/** The first pause before a quick retry; each further one is twice as long. */
const firstPauseMillis = 250;
const maxBodyBytes = 10 * 1_024 * 1_024;
/** Maximum number of ids whose attempts are counted: more than a day of work needs. */
const maxIds = 10_000;

/** Headers that belong to one connection, not to the message. */
const ownToConnection: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['host', 'content-length', 'expect'],
]);

type ForwardedHeaders = Readonly<Record<string, string | string[]>>;

/** The received headers without those of the connection. */
function forwardedHeaders(headers: IncomingMessage['headers']): ForwardedHeaders {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || ownToConnection.has(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(kept);
}

/** Ignores the timestamp, because the provider's clock may show any day. */
async function verifyAtAnyTime(
  body: Uint8Array,
  headers: IncomingMessage['headers'],
  secret: string,
): Promise<Verification> {
  try {
    const { event, sentAt } = await verify(body, headers, secret, {
      toleranceSeconds: Number.POSITIVE_INFINITY,
    });
    return { type: 'verified', event, sentAt };
  } catch (error) {
    if (error instanceof WebhookError) return { type: 'refused', code: error.code };
    throw error;
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  return size <= maxBodyBytes ? Buffer.concat(chunks) : undefined;
}

export class WebhookListener {
  readonly #options: ListenerOptions;
  readonly #server: Server;
  readonly #attempts = new Map<string, number>();
  /** A delivery that arrives before the secret is known waits for it. */
  #secret = Promise.withResolvers<string>();
  #known = false;
  readonly #ended = new AbortController();
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      const taken = this.#take(request, response)
        .catch(() => void response.destroy())
        .finally(() => this.#underWay.delete(taken));
      this.#underWay.add(taken);
    });
  }

  /** @returns the address to register with the provider */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    // An address of a TCP server is never a string.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`;
  }

  /** The secret that deliveries are signed with from now on. */
  expect(secret: string): void {
    if (this.#known) this.#secret = Promise.withResolvers();
    this.#known = true;
    this.#secret.resolve(secret);
  }

  /** Resolves when every delivery has been reported. */
  async stop(): Promise<void> {
    this.#ended.abort(new Error('stopped before the receiver responded'));
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
    await Promise.all(this.#underWay);
  }

  #count(id: string): number {
    const attempt = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.delete(id);
    this.#attempts.set(id, attempt);
    const [oldest] = this.#attempts.keys();
    if (this.#attempts.size > maxIds && oldest !== undefined) this.#attempts.delete(oldest);
    return attempt;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request);
    if (body === undefined || request.method !== 'POST') {
      response.writeHead(body === undefined ? 413 : 405).end();
      return;
    }
    const at = new Date();
    const { headers } = request;
    const id = String(headers['hook-id'] ?? '');
    const attempt = this.#count(id);
    const verification = await verifyAtAnyTime(body, headers, await this.#secret.promise);
    const { outcome, tries } = await this.#forward(body, await this.#headersFor(body, headers, verification));
    response.writeHead(outcome.type === 'answered' ? outcome.status : 502).end();
    this.#options.onDelivery({ at, id, attempt, verification, outcome, tries });
  }

  /** Never signs a delivery that the provider did not sign. */
  async #headersFor(
    body: Buffer,
    headers: IncomingMessage['headers'],
    verification: Verification,
  ): Promise<ForwardedHeaders> {
    const { receiverSecret: secret } = this.#options;
    const kept = forwardedHeaders(headers);
    if (secret === undefined || verification.type === 'refused') return kept;
    const id = String(headers['hook-id']);
    const timestamp = verification.sentAt.getTime() / 1_000;
    return { ...kept, ...(await sign(body, { id, timestamp, secret })) };
  }

  async #forward(body: Buffer, headers: ForwardedHeaders): Promise<{ outcome: PostOutcome; tries: number }> {
    const { forwardTo: url, quickRetries, patienceMillis = 9_000 } = this.#options;
    const { signal } = this.#ended;
    const end = performance.now() + patienceMillis;
    for (let tries = 1; ; tries += 1) {
      const timeoutMillis = Math.max(1, Math.floor(end - performance.now()));
      const outcome = await postDelivery({ url, body, headers, timeoutMillis, signal });
      const wait = firstPauseMillis * 2 ** (tries - 1);
      const isLast = tries > quickRetries || performance.now() + wait >= end || signal.aborted;
      if (acknowledges(outcome) || isLast) return { outcome, tries };
      await pause(wait, undefined, { signal }).catch(() => {});
    }
  }
}
