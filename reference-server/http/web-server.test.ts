import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { operation, responseFor } from '../../openapi/description.ts';
import { validate } from '../../openapi/validate.ts';
import { startScenario } from '../testing/scenario.ts';
import { jsonDepthLimit } from './limits.ts';
import { createWebServer, messagesOf } from './web-server.ts';

const errorSchema = responseFor(operation('createPerson'), 400)?.schema ?? {};

function open(url: string): { readonly socket: Socket; readonly ended: Promise<string> } {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  socket.on('error', () => {});
  return { socket, ended: new Promise((resolve) => socket.once('close', () => resolve(text))) };
}

/** Sends bytes and answers all that comes back until the server closes the connection. */
function exchange(url: string, request: string): Promise<string> {
  const { socket, ended } = open(url);
  socket.write(request);
  return ended;
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
const close = 'Connection: close\r\n';
const host = 'Host: localhost\r\n';

test.each([
  ['headers above 16 KB', `GET /v1/persons HTTP/1.1\r\n${host}X-A: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
  ['a URL above 16 KB', `GET /v1/persons?email=${'a'.repeat(17_000)} HTTP/1.1\r\n${host}\r\n`, 431],
  ['a URL above 8 KB', `GET /v1/persons?email=${'a'.repeat(9_000)} HTTP/1.1\r\n${host}${close}\r\n`, 414],
  ['no Host', `GET /v1/persons HTTP/1.1\r\n${close}\r\n`, 400],
  ['two Hosts', `GET /v1/persons HTTP/1.1\r\n${host}Host: other\r\n${close}\r\n`, 400],
  ['a target that names no server', `GET http://[::1 HTTP/1.1\r\n${host}${close}\r\n`, 404],
  ['a target that names a server', `GET http://a%41/v1/persons HTTP/1.1\r\n${host}${close}\r\n`, 401],
  ['an expectation', `GET /v1/persons HTTP/1.1\r\n${host}Expect: more\r\n${close}\r\n`, 401],
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['a header without a name', `GET /v1/persons HTTP/1.1\r\n${host}: x\r\n\r\n`, 400],
  [
    'two lengths',
    `POST /v1/persons HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    400,
  ],
  [
    'a length and chunks',
    `POST /v1/persons HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['a path that cannot be decoded', `GET /v1/payrolls/%E0%A4%A HTTP/1.1\r\n${host}${close}\r\n`, 400],
  ['an unknown path', `GET /v1/nothing HTTP/1.1\r\n${host}${close}\r\n`, 404],
  ['an unknown method of a path', `DELETE /v1/persons HTTP/1.1\r\n${host}${close}\r\n`, 405],
  ['TRACE', `TRACE /v1/persons HTTP/1.1\r\n${host}${close}\r\n`, 405],
  [
    'two keys',
    `GET /v1/persons HTTP/1.1\r\n${host}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n${close}\r\n`,
    401,
  ],
])('%s is answered with %3$i and an error object', async (_, request, want) => {
  await using scenario = await startScenario();
  const answer = await exchange(scenario.server.url, request);
  expect(statusOf(answer)).toBe(want);
  expect(validate(errorSchema, bodyOf(answer))).toEqual([]);
  expect(answer).not.toMatch(/x-powered-by/i);
});

test.each([
  ['a head', 'GET /v1/persons HTTP/1.1\r\nHost: local'],
  ['nothing', ''],
])('a client that sends %s and no more is given up', async (_, begun) => {
  await using scenario = await startScenario({ limits: { headMillis: 60, checkEveryMillis: 20 } });
  expect(statusOf(await exchange(scenario.server.url, begun))).toBe(408);
});

test('a client whose body never ends is disconnected', async () => {
  const limits = { headMillis: 60, requestMillis: 60, checkEveryMillis: 20 };
  await using scenario = await startScenario({ limits });
  const { keys, url } = scenario.server;
  const head = `POST /v1/persons HTTP/1.1\r\n${host}Authorization: Bearer ${keys.platformToken}\r\nContent-Length: 9\r\n\r\n{`;
  expect(statusOf(await exchange(url, head))).toBe(408);
});

test('a connection without a request is closed', async () => {
  await using scenario = await startScenario({ limits: { idleMillis: 20, checkEveryMillis: 20 } });
  const answer = await exchange(scenario.server.url, `GET /v1/persons HTTP/1.1\r\n${host}\r\n`);
  expect(statusOf(answer)).toBe(401);
});

test('a caller that does not read the response is disconnected', async () => {
  const application = express();
  // More than the buffers of a connection hold.
  application.get('/', (_, response) => void response.send('a'.repeat(20_000_000)));
  const server = createWebServer(application, messagesOf(application), { answerMillis: 300 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const connected = once(server, 'connection');
  const { socket, ended } = open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  socket.pause();
  socket.write(`GET / HTTP/1.1\r\n${host}\r\n`);
  const [served] = await connected;
  await once(served, 'close');
  socket.resume();
  expect((await ended).length).toBeLessThan(20_000_000);
  server.close();
});

test('a connection beyond the limit is closed at once', async () => {
  await using scenario = await startScenario({ limits: { connections: 1 } });
  const first = open(scenario.server.url);
  await new Promise((resolve) => first.socket.once('connect', resolve));
  expect(await exchange(scenario.server.url, `GET /v1/persons HTTP/1.1\r\n${host}\r\n`)).toBe('');
  first.socket.destroy();
});

test('connections without a request do not keep others of their address out', async () => {
  const most = 5;
  await using scenario = await startScenario({ limits: { connections: most + 1, waitingPerAddress: most } });
  const { url } = scenario.server;
  const begun = Array.from({ length: 4 * most }, () => open(url));
  for (const { socket } of begun) socket.write('GET /v1/persons HTTP/1.1\r\nHost: local');
  await Promise.race(begun.map(({ ended }) => ended));
  // Those that were refused at once leave places, which the others take in turn.
  for (let count = 0; count < 10; count += 1)
    expect(statusOf(await exchange(url, `GET /_health/live HTTP/1.1\r\n${host}${close}\r\n`))).toBe(200);
  for (const { socket } of begun) socket.destroy();
});

test('of connections that wait, the one that has waited longest is closed first', async () => {
  await using scenario = await startScenario({ limits: { waitingPerAddress: 2 } });
  const { url } = scenario.server;
  const connected = async () => {
    const one = open(url);
    one.socket.write(`GET /_health/live HTTP/1.1\r\n${host}\r\n`);
    await new Promise((resolve) => one.socket.once('data', resolve));
    return one;
  };
  const [first, second] = [await connected(), await connected()];
  // It has waited less than the second from now on.
  first.socket.write(`GET /_health/live HTTP/1.1\r\n${host}\r\n`);
  await new Promise((resolve) => first.socket.once('data', resolve));
  const third = await connected();
  expect(await second.ended).toContain('"live"');
  expect([first.socket.closed, third.socket.closed]).toEqual([false, false]);
  for (const { socket } of [first, third]) socket.destroy();
});

test.each([
  ['a megabyte of brackets', '['.repeat(1024 * 1024 - 1), 400],
  ['brackets that are closed', '['.repeat(500_000) + ']'.repeat(500_000), 400],
  ['too deep an object', `${'{"a":'.repeat(jsonDepthLimit + 1)}1${'}'.repeat(jsonDepthLimit + 1)}`, 400],
  ['as deep an object as may be', `${'{"a":'.repeat(jsonDepthLimit)}1${'}'.repeat(jsonDepthLimit)}`, 201],
  ['brackets in a string', JSON.stringify({ firstName: '['.repeat(1000) }), 201],
  ['more than a megabyte', JSON.stringify({ firstName: 'a'.repeat(1024 * 1024) }), 413],
])('a body of %s is answered %3$i', async (_, text, want) => {
  await using scenario = await startScenario();
  const { status } = await scenario.client.send('createPerson', {
    raw: { text, contentType: 'application/json' },
  });
  expect(status).toBe(want);
});

test('HEAD is GET without a body, OPTIONS lists the methods, and content sniffing is off', async () => {
  await using scenario = await startScenario();
  const { url, keys } = scenario.server;
  const headers = { authorization: `Bearer ${keys.platformToken}` };
  const got = await fetch(`${url}/v1/persons`, { headers });
  const head = await fetch(`${url}/v1/persons`, { method: 'HEAD', headers });
  expect(head.status).toBe(200);
  expect(await head.text()).toBe('');
  expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'));
  expect(Object.fromEntries(head.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  const options = await fetch(`${url}/v1/persons`, { method: 'OPTIONS' });
  expect(options.headers.get('allow')).toContain('GET');
  expect((await fetch(`${url}/v1/nothing`, { method: 'OPTIONS' })).status).toBe(404);
});

test.each([
  ['DELETE', '/v1/persons', 405, 'GET, POST, HEAD, OPTIONS'],
  ['POST', '/v1/sandbox/users/1', 405, 'DELETE, OPTIONS'],
  ['OPTIONS', '/v1/sandbox/users/1', 204, 'DELETE, OPTIONS'],
  ['OPTIONS', '/v1/users/invite', 204, 'POST, OPTIONS'],
  ['DELETE', '/v1/nothing', 404, null],
])('%s %s answers %i, and Allow names the methods of the path', async (method, path, status, allow) => {
  await using scenario = await startScenario();
  const { url, keys } = scenario.server;
  const headers = { authorization: `Bearer ${keys.platformToken}` };
  const response = await fetch(url + path, { method, headers });
  expect({ status: response.status, allow: response.headers.get('allow') }).toEqual({ status, allow });
  if (status === 405) expect(await response.json()).toMatchObject({ code: 'method_not_allowed' });
});
