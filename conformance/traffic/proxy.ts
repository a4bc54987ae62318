/** A proxy in front of a server: forwards everything unchanged, and reports it to the judges. */
import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toHeaders } from '../http/reception.ts';
import { type ObservedExchange, saysAll } from './observation.ts';
import { PassingBody } from './passing-body.ts';
import type { TrafficJudge } from './run.ts';
import { Upstream } from './upstream.ts';

export interface ProxyOptions {
  /** Address of the server, without a trailing slash. */
  readonly baseUrl: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** The address that webhooks are forwarded to. */
  readonly webhooksTo?: string;
  readonly judges: readonly Pick<TrafficJudge, 'request' | 'exchange' | 'delivery'>[];
}

export interface TrafficProxy extends AsyncDisposable {
  readonly url: string;
  /** The address for the service's webhooks, if they are forwarded. */
  readonly webhookUrl?: string;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** Only this machine may use the proxy. */
export const proxyHost = '127.0.0.1';
const webhookPath = '/_webhooks';

/** The client and the server decide about time limits, not the proxy. */
const serverOptions = { keepAliveTimeout: 120_000, requestTimeout: 0 };

const noTunnel = [
  'HTTP/1.1 501 Not Implemented',
  'Content-Type: text/plain; charset=utf-8',
  'Connection: close',
  '',
  'conformance watch: CONNECT is not supported: send requests to the address of the proxy, as to a server\n',
].join('\r\n');

/** @throws the system error, with its `code` */
export async function startProxy({ baseUrl, port, webhooksTo, judges }: ProxyOptions): Promise<TrafficProxy> {
  const base = new URL(baseUrl);
  const target = new Upstream(base);
  const receiver = webhooksTo === undefined ? undefined : new URL(webhooksTo);
  const hooks = receiver && new Upstream(receiver);

  const passExchange = (incoming: IncomingMessage, response: ServerResponse): void => {
    const startedAt = Date.now();
    const sent = new PassingBody(incoming);
    const { method = 'GET', url: path = '/' } = incoming;
    const headers = toHeaders(incoming.headers);
    const known = (text: string | undefined) => (text === undefined ? {} : { body: text });
    let request: ObservedExchange['request'] = { method, path, headers };
    incoming.on('end', () => {
      request = { ...request, ...known(sent.text(headers['content-encoding'])) };
      for (const judge of judges) judge.request(request);
    });
    target.forward(incoming, response, baseUrl.slice(base.origin.length) + path, (answer, got) => {
      const [status, answered] = [answer.statusCode ?? 0, toHeaders(answer.headers)];
      const text = saysAll(method, status) ? got.text(answered['content-encoding']) : undefined;
      const exchange = {
        ...{ startedAt, endedAt: Date.now() },
        request,
        response: { status, headers: answered, ...known(text) },
      };
      for (const judge of judges) judge.exchange(exchange);
    });
  };

  const passDelivery = (
    incoming: IncomingMessage,
    response: ServerResponse,
    [to, { pathname, search }]: readonly [Upstream, URL],
  ): void => {
    const startedAt = Date.now();
    const sent = new PassingBody(incoming);
    const { method = 'POST', url: addressed } = incoming;
    const headers = toHeaders(incoming.headers);
    response.on('close', () => {
      const { bytes } = sent;
      // The signature covers exact bytes.
      if (!incoming.complete || bytes === undefined || !isUtf8(bytes)) return;
      if (headers['content-encoding'] !== undefined) return;
      const answered = response.writableFinished ? response.statusCode : 0;
      const delivery = {
        ...{ startedAt, endedAt: Date.now(), method, headers, body: bytes.toString(), answered },
        ...(addressed !== undefined && { to: addressed }),
      };
      for (const judge of judges) judge.delivery(delivery);
    });
    to.forward(incoming, response, pathname + search, () => {});
  };

  const server = createServer(serverOptions, (incoming, response) => {
    const isDelivery = incoming.url?.split('?')[0] === webhookPath;
    if (isDelivery && hooks && receiver) passDelivery(incoming, response, [hooks, receiver]);
    else passExchange(incoming, response);
  });
  // Without a listener, Node.js closes the connection without a response.
  server.on('connect', (_request, socket) => socket.on('error', () => {}).end(noTunnel));
  server.listen(port, proxyHost);
  await once(server, 'listening');
  // An address of a TCP server is never a string.
  const url = `http://${proxyHost}:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    target.close();
    hooks?.close();
  };
  let stopped: Promise<void> | undefined;
  const close = () => {
    stopped ??= stop();
    return stopped;
  };
  return { url, ...(hooks && { webhookUrl: url + webhookPath }), close, [Symbol.asyncDispose]: close };
}
