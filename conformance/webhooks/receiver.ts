/**
 * An HTTP server that webhooks are delivered to, with one channel per endpoint. If all cases share one endpoint, each event
 * goes to the channel of its business.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, isIPv6 } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { isRecord } from '../../openapi/is-record.ts';
import { ConformanceError, messageOf } from '../engine/errors.ts';
import type { ReceivedDelivery } from '../engine/finding.ts';
import { parseSmallJson } from '../http/json-size.ts';
import type { WebhookAddress } from '../target/webhook-address.ts';
import { type RecordedDelivery, RecordReader } from './record.ts';

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
  /** Takes what has arrived elsewhere by now. */
  readonly #catchUp: () => void;
  readonly #deliveries: WebhookDelivery[] = [];
  #keptBytes = 0;

  constructor(
    url: string,
    received: (delivery: WebhookDelivery) => void,
    translate: (json: unknown) => unknown = (json) => json,
    catchUp: () => void = () => {},
  ) {
    this.url = url;
    this.received = received;
    this.translate = translate;
    this.#catchUp = catchUp;
  }

  get deliveries(): readonly WebhookDelivery[] {
    this.#catchUp();
    return this.#deliveries;
  }

  /** @returns whether there is room for it */
  hasRoom(bytes: number): boolean {
    if (this.#deliveries.length >= mostDeliveries) this.flood ??= `more than ${mostDeliveries} deliveries`;
    if (this.#keptBytes + bytes > mostKeptBytes)
      this.flood ??= `more than ${mostKeptBytes} bytes of deliveries`;
    return this.flood === undefined;
  }

  /** Resolves when no sender waits any more for a response that it does not get. */
  async released(): Promise<void> {
    await Promise.all(
      [...this.held].map((response) => new Promise((resolve) => response.once('close', resolve))),
    );
  }

  keep(delivery: WebhookDelivery): void {
    this.#keptBytes += delivery.rawBody.length;
    this.#deliveries.push(delivery);
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

const dataOf = (json: unknown): Readonly<Record<string, unknown>> =>
  isRecord(json) && isRecord(json.data) ? json.data : {};

/** The part of a path that tells the endpoints apart; a proxy may put something before it. */
const ownPath = /\/hooks\/[^/?]+$/;

/** Responds without reading the body, because nobody inspects it. */
function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close' }).end();
}

/** What a person who tries the address in a browser sees. */
const health = 'conformance run listens here for webhooks.\n';

/** The business whose events a case waits for at the shared endpoint. */
export interface Claim {
  /** Without it, the events are claimed that nobody else claims. */
  readonly tenantKey: string | undefined;
  /** Whether a text is the id of something that the case knows, for events without the tenant key. */
  readonly knows: (text: unknown) => boolean;
}

interface SharedChannel extends Claim {
  readonly channel: Channel;
}

export class WebhookReceiver {
  readonly #server: Server;
  readonly #address: WebhookAddress;
  readonly #channels = new Map<string, Channel>();
  /** Those of the shared endpoint, the latest first. */
  readonly #shared: SharedChannel[] = [];
  readonly #record: RecordReader | undefined;
  #unreadBytes = 0;
  #url = '';
  #opened = 0;

  /** @param address where it listens, and the URL under which it is reached */
  constructor(address: WebhookAddress = {}) {
    this.#address = address;
    const receive = (request: IncomingMessage, response: ServerResponse) => {
      this.#receive(request, response).catch(() => response.destroy());
    };
    this.#server = address.tls === undefined ? createServer(receive) : createTlsServer(address.tls, receive);
    if (address.record !== undefined)
      this.#record = new RecordReader(address.record, (delivery) => this.#take(delivery));
    this.#server.maxConnections = mostConnections;
    // It is unknown whose delivery it was.
    this.#server.on('drop', () => {
      for (const channel of [...this.#channels.values(), ...this.#shared.map((each) => each.channel)])
        channel.flood ??= `deliveries on more than ${mostConnections} connections at the same time`;
    });
    this.#server.requestTimeout = longestSendMillis;
    this.#server.headersTimeout = longestSendMillis;
    this.#server.keepAliveTimeout = longestIdleMillis;
  }

  /** @throws ConformanceError with code `CONFIGURATION_INVALID` if the address or the record cannot be used */
  async listen(): Promise<void> {
    const { listen: { host, port } = { host: '127.0.0.1', port: 0 }, url, tls } = this.#address;
    this.#server.listen(port, host);
    await once(this.#server, 'listening').catch((cause: unknown) => {
      const remedy = 'name an address of this machine that is free with --webhook-listen';
      const said = `The receiver of webhooks cannot listen on ${host}:${port}: ${messageOf(cause)}: ${remedy}`;
      throw new ConformanceError('CONFIGURATION_INVALID', said, { cause });
    });
    // An address of a TCP server is never a string.
    const { port: bound } = this.#server.address() as AddressInfo;
    this.#url =
      url ?? `${tls === undefined ? 'http' : 'https'}://${isIPv6(host) ? `[${host}]` : host}:${bound}`;
    this.#record?.start();
  }

  open(received: (delivery: WebhookDelivery) => void, translate?: (json: unknown) => unknown): Channel {
    this.#opened += 1;
    // Only a provider that was given this address can deliver to it.
    const path = `/hooks/${this.#opened}-${randomUUID()}`;
    const channel = new Channel(`${this.#url.replace(/\/$/, '')}${path}`, received, translate);
    this.#channels.set(path, channel);
    return channel;
  }

  /**
   * Opens a channel of the shared endpoint, for the events of one business.
   *
   * @throws ConformanceError with code `CONFIGURATION_INVALID` if the record of webhooks cannot be read
   */
  openShared(
    claim: Claim,
    received: (delivery: WebhookDelivery) => void,
    translate?: (json: unknown) => unknown,
  ): Channel {
    this.#record?.check();
    const channel = new Channel(this.#url, received, translate, () => this.#record?.readAgain());
    this.#shared.unshift({ channel, ...claim });
    return channel;
  }

  close(channel: Channel): void {
    this.#channels.delete(ownPath.exec(new URL(channel.url).pathname)?.[0] ?? '');
    const place = this.#shared.findIndex((each) => each.channel === channel);
    if (place >= 0) this.#shared.splice(place, 1);
    for (const response of channel.held) response.destroy();
  }

  async stop(): Promise<void> {
    this.#record?.stop();
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** The channel of the shared endpoint that an event belongs to. */
  #claim(rawBody: Buffer): Channel | undefined {
    const json = parseSmallJson(rawBody);
    const dataFor = ({ channel }: SharedChannel) => dataOf(channel.translate(json));
    const claimed =
      this.#shared.find(
        (each) => each.tenantKey !== undefined && dataFor(each).tenantKey === each.tenantKey,
      ) ??
      this.#shared.find((each) => Object.values(dataFor(each)).some(each.knows)) ??
      this.#shared.find(({ tenantKey }) => tenantKey === undefined);
    return claimed?.channel;
  }

  /** Takes what arrived elsewhere, where it was answered. */
  #take({ rawBody, answered, ...sent }: RecordedDelivery): void {
    const channel = this.#claim(rawBody);
    if (channel?.hasRoom(rawBody.length) !== true) return;
    const json = channel.translate(parseSmallJson(rawBody));
    channel.keep({ ...sent, rawBody, body: rawBody.toString('utf8'), json, answered });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const own = this.#channels.get(ownPath.exec(request.url ?? '')?.[0] ?? '');
    const isShared = own === undefined && this.#address.secret !== undefined;
    if (isShared && request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(health);
      return;
    }
    if (own === undefined && !isShared) {
      refuse(response, 410);
      return;
    }
    const rawBody = await this.#readAll(request);
    if (rawBody === undefined) {
      if (own !== undefined) own.flood ??= `a delivery of more than ${mostBodyBytes} bytes`;
      refuse(response, 413);
      return;
    }
    const channel = own ?? this.#claim(rawBody);
    if (channel === undefined) {
      // It is about a business that no case listens to, such as a retry after the end of its case.
      response.writeHead(200).end();
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
      json: channel.translate(parseSmallJson(rawBody)),
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
