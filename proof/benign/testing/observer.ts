/** Stands between the suite and a server, forwards requests and events, and notes them as traffic. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { request as send } from 'undici';
import { toHeaders } from '../../../conformance/http/reception.ts';
import type { ObservedDelivery, ObservedExchange } from '../../../conformance/traffic/observation.ts';

export interface Observer extends AsyncDisposable {
  readonly url: string;
}

export interface Told {
  request(request: ObservedExchange['request']): void;
  exchange(exchange: ObservedExchange): void;
  delivery(delivery: ObservedDelivery): void;
}

const notPassedOn = ['host', 'connection', 'transfer-encoding', 'keep-alive', 'expect', 'accept-encoding'];

const passedOn = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !notPassedOn.includes(name)));

const hooks = '/_hooks/';

/** A registration of an endpoint contains its address, in a request to the control plane. */
const endpointIn = /"(http:\/\/127\.0\.0\.1:\d+\/[^"]*)"/g;

async function forward(url: string, incoming: IncomingMessage, body: Buffer | string, signal: AbortSignal) {
  const { method = 'GET' } = incoming;
  const {
    statusCode,
    headers,
    body: got,
  } = await send(url, {
    ...{ method: method as 'GET', headers: passedOn(toHeaders(incoming.headers)), signal },
    ...(body.length > 0 && { body }),
  });
  return { status: statusCode, headers: toHeaders(headers), bytes: Buffer.from(await got.arrayBuffer()) };
}

/**
 * Starts it on any free port of the loopback address.
 *
 * @param behind base address of the server
 * @param told called with all traffic except that of the control plane
 */
export async function startObserver(behind: string, told: Told): Promise<Observer> {
  let own = '';

  const passDelivery = async (incoming: IncomingMessage, outgoing: ServerResponse, signal: AbortSignal) => {
    const startedAt = Date.now();
    const to = decodeURIComponent(incoming.url?.slice(hooks.length) ?? '');
    const bytes = await buffer(incoming);
    const note = (answered: number) =>
      told.delivery({
        ...{ startedAt, endedAt: Date.now(), to, method: incoming.method ?? 'POST' },
        ...{ headers: toHeaders(incoming.headers), body: bytes.toString(), answered },
      });
    const answer = await forward(to, incoming, bytes, signal).catch(() => undefined);
    note(answer?.status ?? 0);
    if (answer === undefined) outgoing.destroy();
    else outgoing.writeHead(answer.status, passedOn(answer.headers)).end(answer.bytes);
  };

  const passExchange = async (incoming: IncomingMessage, outgoing: ServerResponse, signal: AbortSignal) => {
    const startedAt = Date.now();
    const { method = 'GET', url: path = '/' } = incoming;
    const sent = await buffer(incoming);
    const text = sent.toString();
    const isControl = path.startsWith('/_control') || text.search(endpointIn) >= 0;
    const redirected = text.replace(endpointIn, (_, url) => `"${own}${hooks}${encodeURIComponent(url)}"`);
    const { 'content-length': _, ...headers } = toHeaders(incoming.headers);
    const request = { method, path, headers, ...(sent.length > 0 && { body: text }) };
    if (!isControl) told.request(request);
    if (isControl) delete incoming.headers['content-length'];
    const answer = await forward(behind + path, incoming, isControl ? redirected : sent, signal);
    const response = { status: answer.status, headers: answer.headers, body: answer.bytes.toString() };
    if (!isControl) told.exchange({ startedAt, endedAt: Date.now(), request, response });
    outgoing.writeHead(answer.status, passedOn(answer.headers)).end(answer.bytes);
  };

  const server = createServer((incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on('close', () => gone.abort());
    const pass = incoming.url?.startsWith(hooks) ? passDelivery : passExchange;
    pass(incoming, outgoing, gone.signal).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: own,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
