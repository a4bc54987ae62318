import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

test('each attempt has a connection of its own, so that none is made twice or lost with an old one', async () => {
  for (let count = 0; count < 3; count += 1) expect(await send()).toBe(204);
  expect([requests, sockets.length]).toEqual([3, 3]);
});

test('a receiver that closes every connection without a word is unreachable', async () => {
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

test('a receiver that is gone is unreachable', async () => {
  await new Promise((resolve) => server.close(resolve));
  expect(await send()).toBeUndefined();
});

test('the status counts, whatever becomes of the rest of the answer', async () => {
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
