/** Stands before a server: hands everything on as it is, both ways, and tells what passed. */
import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import {
  createServer,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import { causeOf } from '../engine/errors.ts';
import { textOf, toHeaders } from '../http/reception.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import type { TrafficJudge } from './run.ts';

export interface ProxyOptions {
  /** Address of the server, without a slash at its end. */
  readonly baseUrl: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Where webhooks go on to. */
  readonly webhooksTo?: string;
  readonly judges: readonly Pick<TrafficJudge, 'request' | 'exchange' | 'delivery'>[];
}

export interface TrafficProxy extends AsyncDisposable {
  readonly url: string;
  /** Where the service sends its webhooks, if they are handed on. */
  readonly webhookUrl?: string;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** Nobody on another machine may use the proxy. */
export const proxyHost = '127.0.0.1';
const webhookPath = '/_webhooks';

/** Bytes of a body that is judged; a longer one is unknown. */
const mostJudgedBytes = 1024 * 1024;

/** Servers end idle connections after some seconds, and a request that crosses with that is lost. */
const longestIdleMillis = 2_000;

/** How long anything may take is for those on both sides to say. */
const serverOptions = { keepAliveTimeout: 120_000, requestTimeout: 0 };

/** What passes of one body. */
class Passing {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(message: IncomingMessage) {
    message.on('data', (chunk: Buffer) => {
      this.#size += chunk.length;
      if (this.#size <= mostJudgedBytes) this.#chunks.push(chunk);
      else this.#chunks.length = 0;
    });
  }

  get bytes(): Buffer | undefined {
    return this.#size <= mostJudgedBytes ? Buffer.concat(this.#chunks) : undefined;
  }

  /** Undefined also where nobody could read it. */
  text(coding: string | undefined): string | undefined {
    try {
      return this.bytes && textOf([this.bytes], coding);
    } catch {
      return undefined;
    }
  }
}

/** Somebody who requests are handed on to. */
class Upstream {
  readonly #url: URL;
  readonly #agent: HttpAgent | HttpsAgent;

  constructor(url: URL) {
    this.#url = url;
    // An idle connection alone is ended by it.
    const options = { keepAlive: true, timeout: longestIdleMillis };
    this.#agent = url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /** @param onEnd told when the whole response has reached who asked */
  forward(
    incoming: IncomingMessage,
    response: ServerResponse,
    path: string,
    onEnd: (answer: IncomingMessage, body: Passing) => void,
  ): void {
    const { method = 'GET', rawHeaders } = incoming;
    const request = this.#url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = request({
      ...urlToHttpOptions(this.#url),
      agent: this.#agent,
      method,
      path,
      headers: forwardedHeaders(rawHeaders, { method, host: this.#url.host }),
    });
    outgoing.on('response', (answer) => {
      const body = new Passing(answer);
      response.sendDate = false;
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, forwardedHeaders(answer.rawHeaders));
      pipeline(answer, response, (error) => {
        if (!error) onEnd(answer, body);
      });
    });
    outgoing.on('error', (error) => this.#fail(incoming, response, error));
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  close(): void {
    this.#agent.destroy();
  }

  /** What has begun already is broken off, as the server did. */
  #fail(incoming: IncomingMessage, response: ServerResponse, error: Error): void {
    if (response.headersSent || response.destroyed) return;
    incoming.resume();
    response
      .writeHead(502, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
      .end(`conformance watch: no response from ${this.#url.origin}: ${causeOf(error)}\n`);
  }
}

/** Whether the body of a response is all that there is to say. */
const isWhole = (method: string, status: number) => method !== 'HEAD' && ![206, 304].includes(status);

/** @throws the error of the system, with its `code` */
export async function startProxy({ baseUrl, port, webhooksTo, judges }: ProxyOptions): Promise<TrafficProxy> {
  const base = new URL(baseUrl);
  const target = new Upstream(base);
  const receiver = webhooksTo === undefined ? undefined : new URL(webhooksTo);
  const hooks = receiver && new Upstream(receiver);

  const passExchange = (incoming: IncomingMessage, response: ServerResponse): void => {
    const startedAt = Date.now();
    const sent = new Passing(incoming);
    const { method = 'GET', url: path = '/' } = incoming;
    const headers = toHeaders(incoming.headers);
    const body = () => sent.text(headers['content-encoding']);
    const known = (text: string | undefined) => (text === undefined ? {} : { body: text });
    incoming.on('end', () => {
      for (const judge of judges) judge.request({ method, path, headers, ...known(body()) });
    });
    target.forward(incoming, response, baseUrl.slice(base.origin.length) + path, (answer, got) => {
      const [status, answered] = [answer.statusCode ?? 0, toHeaders(answer.headers)];
      const text = isWhole(method, status) ? got.text(answered['content-encoding']) : undefined;
      const exchange = {
        ...{ startedAt, endedAt: Date.now() },
        request: { method, path, headers, ...(incoming.complete && known(body())) },
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
    const sent = new Passing(incoming);
    const { method = 'POST' } = incoming;
    const headers = toHeaders(incoming.headers);
    response.on('close', () => {
      const { bytes } = sent;
      // What was signed has to be known to the byte.
      if (!incoming.complete || bytes === undefined || !isUtf8(bytes)) return;
      if (headers['content-encoding'] !== undefined) return;
      const answered = response.writableFinished ? response.statusCode : 0;
      for (const judge of judges)
        judge.delivery({ startedAt, method, headers, body: bytes.toString(), answered });
    });
    to.forward(incoming, response, pathname + search, () => {});
  };

  const server = createServer(serverOptions, (incoming, response) => {
    const isDelivery = incoming.url?.split('?')[0] === webhookPath;
    if (isDelivery && hooks && receiver) passDelivery(incoming, response, [hooks, receiver]);
    else passExchange(incoming, response);
  });
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
