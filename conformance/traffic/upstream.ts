/** The server behind a proxy. */
import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type InformationEvent,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { causeOf } from '../engine/errors.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import { PassingBody } from './passing-body.ts';

/** Servers close idle connections after some seconds, and a request sent at that moment is lost. */
const longestIdleMillis = 2_000;

/** Passes on an interim response, such as 103 (RFC 9110, 15.2). Not 100, because the proxy sends its own. */
function passInformation({ statusCode, rawHeaders }: InformationEvent, response: ServerResponse): void {
  // HTTP/1.0 has no interim responses.
  const canReceive = !response.headersSent && response.req.httpVersion !== '1.0';
  if (canReceive && statusCode !== 100) response.writeInformation(statusCode, forwardedHeaders(rawHeaders));
}

/** The server or receiver that a proxy forwards to. */
export class Upstream {
  readonly #url: URL;
  readonly #address: RequestOptions;
  readonly #agent: HttpAgent | HttpsAgent;

  constructor(url: URL) {
    this.#url = url;
    this.#address = urlToHttpOptions(url);
    // It only closes idle connections.
    const options = { keepAlive: true, timeout: longestIdleMillis };
    this.#agent = url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /** @param onEnd called when the whole response has reached the client */
  forward(
    incoming: IncomingMessage,
    response: ServerResponse,
    path: string,
    onEnd: (answer: IncomingMessage, body: PassingBody) => void,
  ): void {
    const { method = 'GET', rawHeaders } = incoming;
    const request = this.#url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = request({
      ...this.#address,
      agent: this.#agent,
      method,
      path,
      headers: forwardedHeaders(rawHeaders, { method, host: this.#url.host }),
    });
    outgoing.on('response', (answer) => {
      const body = new PassingBody(answer);
      response.sendDate = false;
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, forwardedHeaders(answer.rawHeaders));
      response.on('finish', () => onEnd(answer, body));
      // The connection broke off.
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    outgoing.on('information', (information) => passInformation(information, response));
    // It switches to another protocol, although the proxy never asks for one.
    outgoing.on('upgrade', (_answer, socket) => {
      socket.destroy();
      this.#fail(incoming, response, new Error('it switched to another protocol'));
    });
    outgoing.on('error', (error) => this.#fail(incoming, response, error));
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Responds with 502. A response that has already begun is broken off, as the server did. */
  #fail(incoming: IncomingMessage, response: ServerResponse, error: Error): void {
    if (response.headersSent || response.destroyed) return;
    incoming.resume();
    response
      .writeHead(502, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
      .end(`conformance watch: no response from ${this.#url.origin}: ${causeOf(error)}\n`);
  }
}
