import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type RequestOptions,
  request,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ObservedDelivery, ObservedExchange } from './observation.ts';
import { startProxy, type TrafficProxy } from './proxy.ts';

let proxy: TrafficProxy;
let listener: RequestListener;
let exchanges: ObservedExchange[];
let deliveries: ObservedDelivery[];
let seen: () => void;
const server = createServer((incoming, response) => listener(incoming, response));
const agent = new Agent({ keepAlive: true });

const judge = {
  request: () => {},
  exchange: (exchange: ObservedExchange) => {
    exchanges.push(exchange);
    seen();
  },
  delivery: (delivery: ObservedDelivery) => {
    deliveries.push(delivery);
    seen();
  },
};

/** Resolves with the next message that is judged. */
const judged = () =>
  new Promise<void>((resolve) => {
    seen = resolve;
  });

beforeEach(async () => {
  exchanges = [];
  deliveries = [];
  seen = () => {};
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  proxy = await startProxy({
    baseUrl: `${origin}/api`,
    port: 0,
    webhooksTo: `${origin}/hooks?of=mine`,
    judges: [judge],
  });
});

afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function ask(path: string, options: RequestOptions = {}, body?: Buffer | readonly Buffer[]) {
  const outgoing = request(`${proxy.url}${path}`, { agent, ...options });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  for (const part of [body ?? []].flat()) outgoing.write(part);
  outgoing.end();
  const [response] = await answered;
  return { response, body: await buffer(response) };
}

test('requests and responses pass unchanged, and are judged decompressed', async () => {
  let got: IncomingMessage | undefined;
  let sent = Buffer.alloc(0);
  const packed = gzipSync('{"data":[]}');
  listener = async (incoming, response) => {
    got = incoming;
    sent = await buffer(incoming);
    const headers = [
      'Content-Encoding',
      'gzip',
      'X-Odd',
      'a',
      'X-Odd',
      'b',
      'Content-Type',
      'application/json',
    ];
    response.sendDate = false;
    response.writeHead(201, 'Made', headers).end(packed);
  };
  const whole = judged();
  const headers = [
    'Authorization',
    'Bearer t',
    'X-CamelCase',
    'é',
    'Host',
    'elsewhere',
    'Connection',
    'x-hop',
  ];
  const given = { method: 'POST', headers: [...headers, 'X-Hop', '1', 'Content-Length', '7'] };
  const { response, body } = await ask('/v1/persons?limit=1&q=%20', given, Buffer.from('{"a":1}'));
  await whole;
  expect(got?.url).toBe('/api/v1/persons?limit=1&q=%20');
  expect(got?.rawHeaders.slice(0, 6)).toEqual([
    ...['Authorization', 'Bearer t', 'X-CamelCase', 'é'],
    ...['Host', `127.0.0.1:${(server.address() as AddressInfo).port}`],
  ]);
  expect(got?.headers['x-hop']).toBeUndefined();
  expect(sent.toString()).toBe('{"a":1}');
  expect([response.statusCode, response.statusMessage]).toEqual([201, 'Made']);
  expect(response.rawHeaders.slice(0, 6)).toEqual(['Content-Encoding', 'gzip', 'X-Odd', 'a', 'X-Odd', 'b']);
  expect(body).toEqual(packed);
  expect(gunzipSync(body).toString()).toBe('{"data":[]}');
  expect(exchanges).toMatchObject([
    {
      request: { method: 'POST', path: '/v1/persons?limit=1&q=%20', body: '{"a":1}' },
      response: { status: 201, headers: { 'x-odd': 'a, b' }, body: '{"data":[]}' },
    },
  ]);
});

test('a body of 5 MB passes in chunks in both directions, and is not judged', async () => {
  const large = Buffer.alloc(5_000_000, 'abcdefg');
  let got: IncomingMessage | undefined;
  listener = (incoming, response) => {
    got = incoming;
    incoming.pipe(response);
  };
  const whole = judged();
  const parts = [large.subarray(0, 2_000_000), large.subarray(2_000_000)];
  const { response, body } = await ask('/v1/files', { method: 'POST' }, parts);
  await whole;
  expect(got?.headers['transfer-encoding']).toBe('chunked');
  expect(response.headers['transfer-encoding']).toBe('chunked');
  expect(body.equals(large)).toBe(true);
  expect(exchanges[0]?.request.body).toBeUndefined();
  expect(exchanges[0]?.response.body).toBeUndefined();
});

test('a server waits for a client that does not read', async () => {
  const piece = Buffer.alloc(1_000_000);
  const most = 100;
  let written = 0;
  listener = (incoming, response) => {
    if (incoming.url !== '/api/v1/files') {
      response.end();
      return;
    }
    const write = () => {
      written += 1;
      if (written < most) response.write(piece, write);
      else response.end();
    };
    response.write(piece, write);
  };
  const outgoing = request(`${proxy.url}/v1/files`, { agent }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  for (let before = -1; written !== before; ) {
    before = written;
    for (let round = 0; round < 10; round += 1) await ask('/v1/payrolls');
  }
  expect(written).toBeLessThan(most);
  expect((await buffer(response)).length).toBe(most * piece.length);
});

test('connections are kept alive on both sides', async () => {
  const sockets = new Set<unknown>();
  listener = (incoming, response) => {
    sockets.add(incoming.socket);
    response.end('{}');
  };
  const own = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  for (let index = 0; index < 3; index += 1) {
    const { response } = await ask('/v1/payrolls', { agent: own });
    ports.add(response.socket?.localPort);
    expect(response.headers.connection).toBe('keep-alive');
  }
  own.destroy();
  expect(sockets.size).toBe(1);
});

test.each([
  ['HEAD', 200, { 'Content-Length': '42' }],
  ['GET', 304, { ETag: '"a"' }],
  ['DELETE', 204, {}],
])('%s with %i has no body, and its headers', async (method, status, headers) => {
  listener = (_, response) => {
    response.writeHead(status, headers).end();
  };
  const whole = judged();
  const { response, body } = await ask('/v1/payrolls', { method });
  await whole;
  expect(response.statusCode).toBe(status);
  for (const [name, value] of Object.entries(headers))
    expect(response.headers[name.toLowerCase()]).toBe(value);
  expect(body.length).toBe(0);
  expect(exchanges[0]?.response).toMatchObject({ status });
  if (status !== 204) expect(exchanges[0]?.response.body).toBeUndefined();
});

test('an aborted response is aborted for the client, too, and is not judged', async () => {
  listener = (_, response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('{"data":', () => response.destroy());
  };
  await expect(ask('/v1/payrolls')).rejects.toThrow('aborted');
  expect(exchanges).toEqual([]);
});

test('a client that disconnects causes no error, and nothing is judged', async () => {
  const left = Promise.withResolvers<void>();
  listener = (_, response) => {
    response.on('close', () => left.resolve());
    response.writeHead(200, { 'Content-Length': '2000000' });
    response.write(Buffer.alloc(1_000_000));
  };
  const outgoing = request(`${proxy.url}/v1/payrolls`).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.destroy();
  await left.promise;
  listener = (_, response) => response.end('{}');
  const whole = judged();
  await ask('/v1/persons');
  await whole;
  expect(exchanges.map(({ request: { path } }) => path)).toEqual(['/v1/persons']);
});

test('without a response of the server the proxy returns its own error, and nothing is judged', async () => {
  listener = (incoming) => incoming.socket.destroy();
  const { response, body } = await ask('/v1/payrolls', { method: 'POST' }, Buffer.from('{}'));
  expect(response.statusCode).toBe(502);
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body.toString()).toMatch(/^conformance watch: no response from http:\/\/127\.0\.0\.1:\d+: /);
  expect(exchanges).toEqual([]);
});

test('webhooks are forwarded to the receiver, and its responses are returned', async () => {
  let got: IncomingMessage | undefined;
  listener = (incoming, response) => {
    got = incoming;
    incoming.resume().on('end', () => response.writeHead(202).end('taken'));
  };
  const whole = judged();
  const { response, body } = await ask(
    '/_webhooks?platform',
    { method: 'POST', headers: { 'hook-id': 'e-1' } },
    Buffer.from('{"id":"e-1"}'),
  );
  await whole;
  expect(got?.url).toBe('/hooks?of=mine');
  expect([response.statusCode, body.toString()]).toEqual([202, 'taken']);
  expect(deliveries).toMatchObject([
    {
      ...{ method: 'POST', to: '/_webhooks?platform', headers: { 'hook-id': 'e-1' } },
      ...{ body: '{"id":"e-1"}', answered: 202, endedAt: expect.any(Number) },
    },
  ]);
  expect(exchanges).toEqual([]);
});

test('interim responses pass, and the final one is judged', async () => {
  listener = (_, response) => {
    response.writeProcessing();
    response.writeInformation(103, [
      'Link',
      '</a.css>; rel=preload',
      'X-Early',
      'one',
      'Connection',
      'x-hop',
    ]);
    response.end('{}');
  };
  const seenBefore: [number, string[]][] = [];
  const outgoing = request(`${proxy.url}/v1/persons`, { agent }).on(
    'information',
    ({ statusCode, rawHeaders }) => seenBefore.push([statusCode, rawHeaders]),
  );
  const whole = judged();
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  await buffer(response);
  await whole;
  expect(seenBefore).toEqual([
    [102, []],
    [103, ['Link', '</a.css>; rel=preload', 'X-Early', 'one']],
  ]);
  expect(exchanges).toMatchObject([{ response: { status: 200, body: '{}' } }]);
});

test('a request for an upgrade is forwarded without it', async () => {
  let got: IncomingMessage | undefined;
  listener = (incoming, response) => {
    got = incoming;
    response.writeHead(426, { upgrade: 'websocket' }).end('{}');
  };
  const { response } = await ask('/v1/socket', { headers: { connection: 'upgrade', upgrade: 'websocket' } });
  expect(response.statusCode).toBe(426);
  expect(got?.headers.upgrade).toBeUndefined();
});

test('a server that switches protocols unasked is no response: 502', async () => {
  listener = (incoming) =>
    incoming.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
  const { response, body } = await ask('/v1/persons');
  expect([response.statusCode, body.toString()]).toEqual([
    502,
    expect.stringContaining('it switched to another protocol'),
  ]);
});

test('CONNECT gets 501 with the remedy', async () => {
  const outgoing = request(proxy.url, { method: 'CONNECT', path: 'example.com:443' });
  outgoing.end();
  const [response, socket, head] = (await once(outgoing, 'connect')) as [IncomingMessage, Socket, Buffer];
  expect(response.statusCode).toBe(501);
  expect(head.toString() + (await text(socket))).toContain('send requests to the address of the proxy');
});
