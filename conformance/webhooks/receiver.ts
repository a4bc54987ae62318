/** An HTTP server on loopback that webhooks are delivered to, with one channel per endpoint. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { ReceivedDelivery } from '../engine/finding.ts';
import { whyTooMuchJson } from '../http/json-size.ts';

/** A status, alone or with headers and a body. */
export interface StatusAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sends the response in small pieces, with turns of the event loop between them. */
  readonly slowly?: true;
}

/**
 * The receiver's response to one attempt. `close`: it closes the connection without a response; `hang`: it keeps the
 * connection open without a response until the sender gives up, the channel is closed, or 12 s have passed.
 */
export type ScriptedAnswer = number | StatusAnswer | 'close' | 'hang';

export interface WebhookDelivery extends ReceivedDelivery {
  readonly method: string;
  /** The real time of its arrival, in Unix seconds. */
  readonly receivedAt: number;
  /** The bytes that were signed. */
  readonly rawBody: Buffer;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
}

/** A delivery without a response so far. */
export type UnansweredDelivery = Omit<WebhookDelivery, 'answered'>;

/** Limits far above all documented events; see docs/targets.md. */
const mostBodyBytes = 1024 * 1024;
/** Limits of one channel, for as long as a case lasts. */
const mostDeliveries = 5_000;
const mostKeptBytes = 4 * 1024 * 1024;
/** Limits of all connections together, while bodies are being read. */
const mostUnreadBytes = 64 * 1024 * 1024;
const mostConnections = 1_000;
/** How long a sender may take to send one delivery. */
const longestSendMillis = 30_000;

/** Senders drop idle connections long before. If we closed one while a sender uses it, that would look like a failed attempt. */
const longestIdleMillis = 120_000;

/** A webhook endpoint and its deliveries, in order of arrival. */
export class Channel {
  readonly url: string;
  readonly deliveries: WebhookDelivery[] = [];
  /** Decides the response to each attempt; 200 unless set. */
  answer: (delivery: UnansweredDelivery) => ScriptedAnswer = () => 200;
  /** Runs while the sender waits for the response, which it gets after a second at the latest. */
  meanwhile?: (delivery: UnansweredDelivery) => Promise<void>;
  /** Why some deliveries were not kept; a missing delivery is then not a violation. */
  flood?: string;
  /** Connections that get no response. */
  readonly held = new Set<ServerResponse>();

  /** Called with every delivery after the response. */
  readonly received: (delivery: WebhookDelivery) => void;
  /** Translates the body of a delivery into our words. */
  readonly translate: (json: unknown) => unknown;
  #keptBytes = 0;

  constructor(
    url: string,
    received: (delivery: WebhookDelivery) => void,
    translate: (json: unknown) => unknown = (json) => json,
  ) {
    this.url = url;
    this.received = received;
    this.translate = translate;
  }

  /** @returns whether there is room for it */
  hasRoom(bytes: number): boolean {
    if (this.deliveries.length >= mostDeliveries) this.flood ??= `more than ${mostDeliveries} deliveries`;
    if (this.#keptBytes + bytes > mostKeptBytes)
      this.flood ??= `more than ${mostKeptBytes} bytes of deliveries`;
    return this.flood === undefined;
  }

  keep(delivery: WebhookDelivery): void {
    this.#keptBytes += delivery.rawBody.length;
    this.deliveries.push(delivery);
    this.received(delivery);
  }
}

/** Turns of the event loop between the pieces of a slow response. */
const slowTurns = 8;

async function pause(): Promise<void> {
  for (let turn = 0; turn < slowTurns; turn += 1) await setImmediate();
}

async function respond(
  response: ServerResponse,
  { status, headers = {}, body = '', slowly }: StatusAnswer,
): Promise<void> {
  if (!slowly) {
    response.writeHead(status, headers).end(body);
    return;
  }
  await pause();
  response.writeHead(status, headers).flushHeaders();
  for (const piece of body) {
    await pause();
    response.write(piece);
  }
  response.end();
}

/** Longer than senders wait, and no longer than the suite waits for a control that waits for the sender. */
const longestHangMillis = 12_000;

/** A target may wait for the response before it does anything else. */
const longestWaitMillis = 1_000;

async function prepare(channel: Channel, attempt: UnansweredDelivery): Promise<void> {
  if (channel.meanwhile === undefined) return;
  const tooLong = new AbortController();
  const { signal } = tooLong;
  const limit = sleep(longestWaitMillis, undefined, { signal }).catch(() => {});
  await Promise.race([channel.meanwhile(attempt), limit]);
  tooLong.abort();
}

function hold(channel: Channel, response: ServerResponse): void {
  channel.held.add(response);
  const release = setTimeout(() => response.destroy(), longestHangMillis);
  response.once('close', () => {
    clearTimeout(release);
    channel.held.delete(response);
  });
}

function parse(body: Buffer): unknown {
  if (whyTooMuchJson(body) !== undefined) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Responds without reading the body, because nobody inspects it. */
function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close' }).end();
}

export class WebhookReceiver {
  readonly #server: Server;
  readonly #channels = new Map<string, Channel>();
  #unreadBytes = 0;
  #port = 0;
  #opened = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      this.#receive(request, response).catch(() => response.destroy());
    });
    this.#server.maxConnections = mostConnections;
    // It is unknown whose delivery it was.
    this.#server.on('drop', () => {
      for (const channel of this.#channels.values())
        channel.flood ??= `deliveries on more than ${mostConnections} connections at the same time`;
    });
    this.#server.requestTimeout = longestSendMillis;
    this.#server.headersTimeout = longestSendMillis;
    this.#server.keepAliveTimeout = longestIdleMillis;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    // An address of a TCP server is never a string.
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  open(received: (delivery: WebhookDelivery) => void, translate?: (json: unknown) => unknown): Channel {
    this.#opened += 1;
    // Only a provider that was given this address can deliver to it.
    const path = `/hooks/${this.#opened}-${randomUUID()}`;
    const channel = new Channel(`http://127.0.0.1:${this.#port}${path}`, received, translate);
    this.#channels.set(path, channel);
    return channel;
  }

  close(channel: Channel): void {
    this.#channels.delete(new URL(channel.url).pathname);
    for (const response of channel.held) response.destroy();
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const channel = this.#channels.get(request.url ?? '');
    if (channel === undefined) {
      refuse(response, 410);
      return;
    }
    const rawBody = await this.#readAll(request);
    if (rawBody === undefined) {
      channel.flood ??= `a delivery of more than ${mostBodyBytes} bytes`;
      refuse(response, 413);
      return;
    }
    if (!channel.hasRoom(rawBody.length)) {
      refuse(response, 429);
      return;
    }
    const attempt = {
      method: request.method ?? '',
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]),
      ),
      receivedAt: Date.now() / 1_000,
      rawBody,
      body: rawBody.toString('utf8'),
      json: channel.translate(parse(rawBody)),
    };
    await prepare(channel, attempt);
    const answer = channel.answer(attempt);
    const given = typeof answer === 'number' ? { status: answer } : answer;
    const delivery = { ...attempt, answered: typeof given === 'string' ? 0 : given.status };
    channel.keep(delivery);
    if (given === 'close') {
      response.destroy();
    } else if (given === 'hang') {
      hold(channel, response);
    } else {
      await respond(response, given);
    }
  }

  /** @returns undefined if the body is longer than the limit */
  async #readAll(request: IncomingMessage): Promise<Buffer | undefined> {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of request) {
        size += chunk.length;
        this.#unreadBytes += chunk.length;
        if (size > mostBodyBytes || this.#unreadBytes > mostUnreadBytes) return undefined;
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    } finally {
      this.#unreadBytes -= size;
    }
  }
}
