/** Failed attempts between the client and the reference server, over HTTP. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/server.ts';
import {
  type Attempt,
  type ClientOptions,
  ConnectionError,
  createClient,
  RedirectError,
  ServiceError,
  unwrap,
} from './index.ts';
import { timer } from './send.ts';

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer();
});
afterAll(() => server.close());

type Mishap = (response: ServerResponse) => void;

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Mishap =>
  (response) =>
    response.writeHead(code, headers).end();
const hangUp: Mishap = (response) => response.destroy();
const hangUpHalfway: Mishap = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"data":[', () => response.destroy());
};
const silence: Mishap = () => {};

/** A gateway that has one failure for each of the first requests, and forwards the others to the reference server. */
async function gatewayWith(...mishaps: readonly Mishap[]) {
  const requests: { readonly body: string; readonly authorization: string | undefined }[] = [];
  const gateway = createServer(async (request, response) => {
    const body = await buffer(request);
    const { authorization, 'content-type': type } = request.headers;
    requests.push({ body: body.toString(), authorization });
    const mishap = mishaps[requests.length - 1];
    if (mishap !== undefined) {
      mishap(response);
      return;
    }
    const answer = await fetch(`${server.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(body.length > 0 && { body }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  return {
    requests,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      gateway.close();
      gateway.closeAllConnections();
    },
  };
}

/** A client that notes how long it would wait. */
function clientAt(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const waits: number[] = [];
  const wait = async (millis: number) => void waits.push(millis);
  const client = createClient({ baseUrl, token: server.keys.platformToken, wait, ...options });
  return { client, waits };
}

const rejected = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('It should fail'),
    (error) => error,
  );

const business = { businessName: 'Marina Ltd', adminEmail: 'a@example.com', country: 'NG' } as const;
const person = { firstName: 'Amara', lastName: 'Diallo', email: 'amara@example.com', type: 'EMPLOYEE' };

test.each<[what: string, mishap: Mishap]>([
  ...[408, 429, 500, 502, 503, 504].map((code): [string, Mishap] => [`status ${code}`, status(code)]),
  ['a connection that ends without a response', hangUp],
  ['a response that ends halfway', hangUpHalfway],
])('a read is sent again after %s', async (_what, mishap) => {
  await using gateway = await gatewayWith(mishap, mishap);
  const { client, waits } = clientAt(gateway.url);
  expect(await unwrap(client.GET('/v1/persons'))).toHaveProperty('data');
  expect(gateway.requests).toHaveLength(3);
  expect(waits[0]).toBeGreaterThanOrEqual(250);
  expect(waits[0]).toBeLessThanOrEqual(500);
  expect(waits[1]).toBeGreaterThanOrEqual(500);
  expect(waits[1]).toBeLessThanOrEqual(1_000);
});

test('a timeout is one failed attempt', async () => {
  await using gateway = await gatewayWith(silence);
  const { client } = clientAt(gateway.url, { timeoutMillis: 200 });
  expect(await unwrap(client.GET('/v1/persons'))).toHaveProperty('data');
});

test.each<[name: string, value: () => string, least: number, most: number]>([
  ['in seconds', () => '7', 7_000, 7_000],
  ['as a date', () => new Date(Date.now() + 20_000).toUTCString(), 15_000, 20_000],
  ['as a date that is over', () => new Date(0).toUTCString(), 0, 0],
  ['in words', () => 'soon', 250, 500],
])('Retry-After %s is respected', async (_name, value, least, most) => {
  await using gateway = await gatewayWith(status(503, { 'retry-after': value() }));
  const { client, waits } = clientAt(gateway.url);
  await unwrap(client.GET('/v1/persons'));
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThanOrEqual(least);
  expect(waits[0]).toBeLessThanOrEqual(most);
});

test('a Retry-After of more than a minute is left to the caller', async () => {
  await using gateway = await gatewayWith(status(429, { 'retry-after': '61' }));
  const error = await rejected(unwrap(clientAt(gateway.url).client.GET('/v1/persons')));
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ status: 429, retryAfterSeconds: 61 });
  expect(gateway.requests).toHaveLength(1);
});

test.each([hangUp, status(503), silence])(
  'a write without an idempotency key is sent once',
  async (mishap) => {
    await using gateway = await gatewayWith(mishap, mishap);
    const { client, waits } = clientAt(gateway.url, { timeoutMillis: 200 });
    await rejected(unwrap(client.POST('/v1/platform/businesses', { body: business })));
    // An operation that takes no key ignores it, so that it protects nothing.
    const body = { ...person, idempotencyKey: 'k' };
    await rejected(unwrap(client.POST('/v1/persons', { body })));
    expect(gateway.requests).toHaveLength(2);
    expect(waits).toEqual([]);
  },
);

test('a write with an idempotency key is retried unchanged', async () => {
  await using gateway = await gatewayWith(hangUp, status(500));
  const { client } = clientAt(gateway.url);
  const body = { ...business, idempotencyKey: crypto.randomUUID() };
  const created = await unwrap(client.POST('/v1/platform/businesses', { body }));
  expect(gateway.requests.map((request) => JSON.parse(request.body))).toEqual([body, body, body]);
  // The service knows the key as well: it is one business.
  expect(await unwrap(client.POST('/v1/platform/businesses', { body }))).toMatchObject(created);
});

test('after the last retry the failure is thrown', async () => {
  await using gateway = await gatewayWith(hangUp, hangUp, hangUp, status(500), status(500));
  const lost = await rejected(unwrap(clientAt(gateway.url).client.GET('/v1/persons')));
  expect(lost).toBeInstanceOf(ConnectionError);
  expect(lost).toMatchObject({ code: 'unreachable', cause: expect.any(Error) });
  const refused = await rejected(unwrap(clientAt(gateway.url, { retries: 1 }).client.GET('/v1/persons')));
  expect(refused).toMatchObject({ name: 'ServiceError', status: 500 });
  expect(gateway.requests).toHaveLength(5);
});

test('a rejected request is not retried', async () => {
  await using gateway = await gatewayWith();
  const { client } = clientAt(gateway.url, { token: 'wrong' });
  await expect(unwrap(client.GET('/v1/persons'))).rejects.toMatchObject({ status: 401 });
  expect(gateway.requests).toHaveLength(1);
});

test("the caller's own signal ends attempts and waiting, with its reason", async () => {
  await using gateway = await gatewayWith(silence, status(503));
  const reason = new Error('Nobody waits any more');
  const during = new AbortController();
  const first = rejected(clientAt(gateway.url).client.GET('/v1/persons', { signal: during.signal }));
  await expect.poll(() => gateway.requests.length).toBe(1);
  during.abort(reason);
  expect(await first).toBe(reason);
  const between = new AbortController();
  const onAttempt = () => void setTimeout(() => between.abort(reason));
  const { client } = clientAt(gateway.url, { onAttempt, wait: timer });
  expect(await rejected(client.GET('/v1/persons', { signal: between.signal }))).toBe(reason);
  expect(gateway.requests).toHaveLength(2);
});

test('each attempt is logged without secrets, and a failing log has no effect', async () => {
  await using gateway = await gatewayWith(status(503), hangUp);
  const attempts: Attempt[] = [];
  const { client, waits } = clientAt(gateway.url, {
    onAttempt: (attempt) => {
      attempts.push(attempt);
      throw new Error('The disk is full');
    },
  });
  const query = { email: 'amara@example.com' };
  await unwrap(client.GET('/v1/persons', { params: { query } }));
  const common = { method: 'GET', url: `${gateway.url}/v1/persons`, durationMillis: expect.any(Number) };
  expect(attempts).toEqual([
    { ...common, number: 1, outcome: { type: 'responded', status: 503 }, retryInMillis: waits[0] },
    { ...common, number: 2, outcome: { type: 'failed', code: 'unreachable' }, retryInMillis: waits[1] },
    { ...common, number: 3, outcome: { type: 'responded', status: 200 } },
  ]);
  expect(JSON.stringify(attempts)).not.toContain(server.keys.platformToken);
});

test.each([301, 302, 303, 307, 308])(
  'a redirect %i to another origin gets neither body nor keys',
  async (code) => {
    await using stranger = await gatewayWith();
    const redirect = status(code, { location: `${stranger.url}/v1/persons?key=secret` });
    await using gateway = await gatewayWith(redirect, redirect);
    const attempts: Attempt[] = [];
    const { client, waits } = clientAt(gateway.url, {
      tenantKey: 'tk_1',
      onAttempt: (attempt) => attempts.push(attempt),
    });
    for (const call of [
      () => client.POST('/v1/persons', { body: person }),
      () => client.GET('/v1/persons'),
    ]) {
      const error = await rejected(call());
      expect(error).toBeInstanceOf(RedirectError);
      expect(error).toMatchObject({ status: code, location: `${stranger.url}/v1/persons` });
      expect(error.message).toMatch(/give the address of the service itself as baseUrl$/);
      expect(error.message).not.toContain('secret');
    }
    expect(stranger.requests).toEqual([]);
    expect(waits).toEqual([]);
    expect(attempts.map(({ outcome }) => outcome)).toEqual(
      Array(2).fill({ type: 'responded', status: code }),
    );
  },
);

test('a redirect at the same origin is an error, too, also if the call asks to follow it', async () => {
  await using gateway = await gatewayWith(status(307, { location: '/v1/users' }));
  const error = await rejected(clientAt(gateway.url).client.GET('/v1/persons', { redirect: 'follow' }));
  expect(error).toMatchObject({ name: 'RedirectError', location: `${gateway.url}/v1/users` });
  expect(gateway.requests).toHaveLength(1);
});

test.each([undefined, 'https://['])(
  'a redirect to the address %s is an error without one',
  async (location) => {
    await using gateway = await gatewayWith(status(302, location === undefined ? {} : { location }));
    const error = await rejected(clientAt(gateway.url).client.GET('/v1/persons'));
    expect(error).toMatchObject({ name: 'RedirectError', status: 302, location: undefined });
  },
);

test('a redirect that a browser hides is an error without status and address', async () => {
  /** Browsers make such a response; Node.js shows what it got. */
  const hidden = () => Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } });
  const modes: string[] = [];
  const { client, waits } = clientAt('http://127.0.0.1:1', {
    fetch: async (request) => {
      modes.push(request.redirect);
      return hidden();
    },
  });
  const error = await rejected(client.GET('/v1/persons'));
  expect(error).toMatchObject({ name: 'RedirectError', status: undefined, location: undefined });
  expect({ modes, waits }).toEqual({ modes: ['manual'], waits: [] });
});

test.each<[option: string, options: Record<string, unknown>]>([
  ['retries', { retries: Number.NaN }],
  ['retries', { retries: -1 }],
  ['retries', { retries: '2' }],
  ['timeoutMillis', { timeoutMillis: Number.NaN }],
  ['timeoutMillis', { timeoutMillis: 0 }],
  ['timeoutMillis', { timeoutMillis: 2 ** 31 }],
])('an invalid %s is an error at once: %o', (option, options) => {
  expect(() => clientAt(server.url, options)).toThrow(new RegExp(`^${option} is .*: give `));
});

test('requests are sent with the given fetch', async () => {
  const sent: string[] = [];
  const { client } = clientAt(server.url, {
    fetch: (request) => {
      sent.push(request.url);
      return fetch(request);
    },
  });
  await unwrap(client.GET('/v1/persons'));
  expect(sent).toEqual([`${server.url}/v1/persons`]);
});
