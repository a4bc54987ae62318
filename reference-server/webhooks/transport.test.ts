import type { lookup } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { receiverPolicy } from './receiver-policy.ts';
import { createTransport, type Transport } from './transport.ts';

let transport: Transport;
let server: Server;
let sockets: Socket[];
let port: number;
let requests: number;
let answer: RequestListener;

beforeEach(async () => {
  transport = createTransport(10_000);
  sockets = [];
  requests = 0;
  answer = (_request, response) => response.writeHead(204).end();
  server = createServer((request, response) => {
    requests += 1;
    request.resume().on('end', () => answer(request, response));
  });
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(async () => {
  await transport.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const send = () =>
  transport.send({ method: 'POST', url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}' });

test('a connection that the receiver promises to keep is used again', async () => {
  for (let count = 0; count < 20; count += 1) expect(await send()).toBe(204);
  expect(requests).toBe(20);
  // The next attempt may begin while the end of an answer is still being read.
  expect(sockets.length).toBeLessThanOrEqual(2);
});

test('a receiver that closes a connection once, and says so, still gets the others kept', async () => {
  const keep = answer;
  answer = (_request, response) => response.writeHead(410, { connection: 'close' }).end();
  expect(await send()).toBe(410);
  answer = keep;
  for (let count = 0; count < 20; count += 1) expect(await send()).toBe(204);
  expect(sockets.length).toBeLessThanOrEqual(3);
});

test('a receiver with a very short keep-alive gets a new connection each time', async () => {
  server.keepAliveTimeout = 1_000;
  for (let count = 0; count < 3; count += 1) expect(await send()).toBe(204);
  expect([requests, sockets.length]).toEqual([3, 3]);
});

test('a receiver that closes after each response without notice misses no attempt', async () => {
  answer = ({ socket }) => {
    socket.end('HTTP/1.1 204 No Content\r\n\r\n');
  };
  for (let count = 0; count < 20; count += 1) expect(await send()).toBe(204);
  expect([requests, sockets.length]).toEqual([20, 20]);
});

test('a receiver that closes every connection without a response is unreachable', async () => {
  answer = (request) => request.socket.destroy();
  expect(await send()).toBeUndefined();
  expect(requests).toBe(1);
});

test('a connection that breaks in the middle of an answer is a failed attempt', async () => {
  answer = ({ socket }) => {
    socket.end('HTTP/1.1 20');
  };
  expect(await send()).toBeUndefined();
  expect(requests).toBe(1);
});

test('a receiver that does not answer in time is unreachable', async () => {
  answer = () => {};
  const { send: sendImpatiently, close } = createTransport(50);
  const url = `http://127.0.0.1:${port}/`;
  expect(await sendImpatiently({ method: 'POST', url, headers: {}, body: '{}' })).toBeUndefined();
  expect(requests).toBe(1);
  await close();
});

test('a receiver that has stopped is unreachable', async () => {
  await new Promise((resolve) => server.close(resolve));
  expect(await send()).toBeUndefined();
});

test('the status counts, even if the rest of the response is lost', async () => {
  answer = (_request, response) => response.writeHead(200).write('and');
  expect(await send()).toBe(200);
  answer = (_request, response) => response.writeHead(201).end(Buffer.alloc(1024 * 1024));
  expect(await send()).toBe(201);
  answer = ({ socket }, response) => {
    response.writeHead(202, { 'content-length': 100 }).write('broken');
    socket.destroySoon();
  };
  expect(await send()).toBe(202);
});

describe('a name is looked up when connecting', () => {
  /** A resolver of names that answers one address after the other. */
  const resolving = (...addresses: string[]) => {
    const resolve = (_name: string, _options: unknown, callback: (error: null, all: unknown) => void) =>
      callback(null, [{ address: addresses.shift() ?? '127.0.0.1', family: 4 }]);
    return resolve as unknown as typeof lookup;
  };
  const post = (to: Transport, host: string) =>
    to.send({ method: 'POST', url: `http://${host}:${port}/`, headers: {}, body: '{}' });

  test('and rejected once it points to an internal address', async () => {
    const policy = receiverPolicy(['hooks.example.com']);
    expect(policy.objectionTo('http://hooks.example.com/')).toBeUndefined();
    const rebound = createTransport(1_000, policy, resolving('127.0.0.1'));
    expect(await post(rebound, 'hooks.example.com')).toBeUndefined();
    expect(sockets).toHaveLength(0);
    await rebound.close();
  });

  test('again for each connection', async () => {
    answer = (_request, response) => response.writeHead(204, { connection: 'close' }).end();
    const policy = receiverPolicy(['hooks.example.com', '127.0.0.1']);
    const rebound = createTransport(1_000, policy, resolving('127.0.0.1', '127.0.0.2'));
    expect([await post(rebound, 'hooks.example.com'), await post(rebound, 'hooks.example.com')]).toEqual([
      204,
      undefined,
    ]);
    expect(requests).toBe(1);
    await rebound.close();
  });

  test('and an endpoint registered under an earlier, longer list is not called', async () => {
    const elsewhere = createTransport(1_000, receiverPolicy(['hooks.example.com']));
    expect(await post(elsewhere, '127.0.0.1')).toBeUndefined();
    expect(sockets).toHaveLength(0);
    await elsewhere.close();
  });
});

test('a redirect is an answer like any other, and is not followed', async () => {
  answer = (_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${port}/inside` }).end();
  expect(await send()).toBe(307);
  expect(requests).toBe(1);
});
