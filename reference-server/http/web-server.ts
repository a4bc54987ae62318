/** The HTTP server under the application: its limits on connections, and its responses to connections that break HTTP. */
import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express, RequestHandler } from 'express';
import { Refusal } from '../state/refusal.ts';
import { answerOf, send } from './answer.ts';
import { type ConnectionLimits, connectionLimits, urlLimitCharacters } from './limits.ts';
import { limitWaiting } from './waiting-connections.ts';

const notHttp = new Refusal(400, 'malformed_request', 'The request could not be read');

/** The errors of Node.js for requests that it does not pass on. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: new Refusal(431, 'headers_too_large', 'The headers of the request are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal(408, 'request_timeout', 'The request did not arrive in time'),
};

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = refusals[error.code ?? ''] ?? notHttp;
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}

/** A target that names the server as well, as those for proxies do. */
const absoluteTarget = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i;

const prepare: RequestListener = (request, response) => {
  const [, named] = absoluteTarget.exec(request.url ?? '') ?? [];
  // It takes the place of the Host header (RFC 9112, 3.2.2), which the guard of the control plane reads.
  if (named !== undefined) request.headers.host = named;
  // Express responds with its own page if it cannot parse the Host header.
  const target = request.url?.replace(absoluteTarget, '') ?? '';
  request.url = target.startsWith('/') || target === '*' ? target : `/${target}`;
  // The timeout counts only while a response waits for the caller; the work itself may take longer.
  response.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
};

/**
 * @param messages see `messagesOf`.
 * @param limits those that differ from `connectionLimits`.
 */
export function createWebServer(
  application: RequestListener,
  messages: ReturnType<typeof messagesOf>,
  limits: Partial<ConnectionLimits> = {},
): Server {
  const { headBytes, headMillis, requestMillis, answerMillis, idleMillis, checkEveryMillis, ...counted } = {
    ...connectionLimits,
    ...limits,
  };
  const server = createServer(
    {
      ...messages,
      maxHeaderSize: headBytes,
      headersTimeout: headMillis,
      requestTimeout: requestMillis,
      keepAliveTimeout: idleMillis,
      connectionsCheckingInterval: checkEveryMillis,
      // Rejected by the application, which sends a body.
      requireHostHeader: false,
    },
    prepare,
  );
  server.on('request', application);
  // Other values of Expect are ignored, instead of rejected without an error object.
  server.on('checkExpectation', (...exchange) => server.emit('request', ...exchange));
  server.timeout = answerMillis;
  server.maxConnections = counted.connections;
  limitWaiting(server, counted.waitingPerAddress);
  return server.on('clientError', refuse);
}

/** How many Host headers there are: something in front of the server may have gone by another one than the server does. */
function hostsIn(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  return count;
}

/** Rejects requests before routing. */
export const screenRequests: RequestHandler = (request, response, next) => {
  const tooLong = request.url.length > urlLimitCharacters;
  const hosts = hostsIn(request.rawHeaders);
  const wrongHost = hosts > 1 || (hosts === 0 && request.httpVersion === '1.1');
  if (tooLong)
    send(response, answerOf(new Refusal(414, 'url_too_long', 'The URL of the request is too long')));
  else if (wrongHost) send(response, answerOf(notHttp));
  else next();
};

type MessageClass = new (...args: never[]) => object;

/** A class that constructs the same objects, with a prototype that inherits from that of the class. */
function withPrototype<Class extends MessageClass>(Base: Class, prototype: InstanceType<Class>): Class {
  function Message(...args: unknown[]): object {
    return Reflect.construct(Base, args, Message);
  }
  Message.prototype = prototype;
  // It accepts and returns the same as the class.
  return Message as unknown as Class;
}

/**
 * The message classes of an application, for the server under it. Express gives each request and response its own
 * prototype, and changing the prototype of an object makes it slow; these have it from the start.
 */
export function messagesOf({
  request,
  response,
}: Express): Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>> {
  return {
    IncomingMessage: withPrototype<typeof IncomingMessage>(IncomingMessage, request),
    ServerResponse: withPrototype<typeof ServerResponse>(ServerResponse, response),
  };
}
