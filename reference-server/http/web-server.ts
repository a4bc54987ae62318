/** The HTTP server under the application: what a connection may do, and how one that breaks HTTP is answered. */
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from 'express';
import { Refusal } from '../refusal.ts';
import { answerOf, send } from './answer.ts';
import type { messagesOf } from './express-messages.ts';
import { type ConnectionLimits, connectionLimits, urlLimitCharacters } from './limits.ts';

const notHttp = new Refusal(400, 'malformed_request', 'The request could not be read');

/** What Node says of requests that it does not hand on. */
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

/**
 * @param messages see `messagesOf`.
 * @param limits those that differ from `connectionLimits`.
 */
export function createWebServer(
  application: RequestListener,
  messages: ReturnType<typeof messagesOf>,
  limits: Partial<ConnectionLimits> = {},
): Server {
  const { headBytes, headMillis, requestMillis, idleMillis, checkEveryMillis, connections } = {
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
      // Refused by the application, which has a body for it.
      requireHostHeader: false,
    },
    application,
  );
  server.maxConnections = connections;
  return server.on('clientError', refuse);
}

/** Refuses what is not worth routing. */
export const screenRequests: RequestHandler = (request, response, next) => {
  const tooLong = request.url.length > urlLimitCharacters;
  const noHost = request.headers.host === undefined && request.httpVersion === '1.1';
  if (tooLong)
    send(response, answerOf(new Refusal(414, 'url_too_long', 'The URL of the request is too long')));
  else if (noHost) send(response, answerOf(notHttp));
  else next();
};
