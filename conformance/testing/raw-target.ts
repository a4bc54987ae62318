/** A target for tests that writes raw bytes, so that it can do what no HTTP library permits. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Target } from '../target/target.ts';
import { fakeTargetAt } from './fake-target.ts';

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** Everything sent before the body. */
  readonly head: string;
}

/** Handles one request. */
export type Behaviour = (socket: Socket, request: RawRequest) => void;

export interface RawTarget extends AsyncDisposable {
  readonly target: Target;
  readonly port: number;
  readonly requests: readonly RawRequest[];
}

/** A response with the correct length. */
export function answer(
  body: string | Buffer,
  headers = 'Content-Type: application/json',
  status = '200 OK',
): Buffer {
  const bytes = Buffer.from(body);
  const lines = [
    `HTTP/1.1 ${status}`,
    `Content-Length: ${bytes.length}`,
    ...(headers === '' ? [] : [headers]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
}

function requestIn(text: string): { request: RawRequest; length: number } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const [, method = '', path = ''] = /^(\S+) (\S+)/.exec(head) ?? [];
  const [, bodyLength = '0'] = /^content-length: (\d+)/im.exec(head) ?? [];
  const length = end + 4 + Number(bodyLength);
  return text.length < length ? undefined : { request: { method, path, head }, length };
}

/**
 * @param behave is called with each request as soon as it is complete
 * @param connected is called with each connection before anything is sent on it
 */
export async function startRawTarget(
  behave: Behaviour,
  connected?: (socket: Socket) => void,
): Promise<RawTarget> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = '';
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      for (let found = requestIn(received); found !== undefined; found = requestIn(received)) {
        received = received.slice(found.length);
        requests.push(found.request);
        behave(socket, found.request);
      }
    });
    connected?.(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo as its address.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    requests,
    target: fakeTargetAt(port),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
