import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/server.ts';
import type { Payout, Person } from '../types.ts';
import { createClient, items, pages, ServiceError, unwrap } from './index.ts';

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer();
});
afterAll(() => server.close());

const platform = (tenantKey?: string) =>
  createClient({ baseUrl: server.url, token: server.keys.platformToken, ...(tenantKey && { tenantKey }) });

async function business(): Promise<string> {
  const body = { businessName: 'Marina Ltd', adminEmail: 'a@example.com', country: 'NG' };
  const created = await unwrap(platform().POST('/v1/platform/businesses', { body }));
  return created.tenantKey;
}

async function addPersons(tenantKey: string, count: number): Promise<void> {
  const client = platform(tenantKey);
  for (let index = 0; index < count; index += 1) {
    const body = {
      firstName: `P${index}`,
      lastName: 'Diallo',
      email: `p${index}@example.com`,
      type: 'EMPLOYEE',
    };
    await unwrap(client.POST('/v1/persons', { body }));
  }
}

/** Runs against a server that answers in its own way. */
async function against<T>(
  answer: (url: URL) => { status?: number; type?: string; body: string },
  run: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const other = createServer((request, response) => {
    const {
      status = 200,
      type = 'application/json',
      body,
    } = answer(new URL(request.url ?? '/', 'http://localhost'));
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  try {
    return await run(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
  } finally {
    await other[Symbol.asyncDispose]();
  }
}

test('persons are read page by page, only those of one business', async () => {
  const [mine, others] = [await business(), await business()];
  await addPersons(mine, 5);
  await addPersons(others, 1);
  const read = await Array.fromAsync(items(platform(mine), '/v1/persons', { query: { limit: 2 } }));
  expectTypeOf(read).toEqualTypeOf<Person[]>();
  expect(read.map(({ firstName }) => firstName).sort()).toEqual(['P0', 'P1', 'P2', 'P3', 'P4']);
  const sizes = await Array.fromAsync(
    pages(platform(mine), '/v1/persons', { query: { limit: 2 } }),
    ({ data }) => data.length,
  );
  expect(sizes).toEqual([2, 2, 1]);
  const from = await Array.fromAsync(pages(platform(mine), '/v1/persons', { query: { limit: 2, page: 3 } }));
  expect(from).toHaveLength(1);
});

test('a list with cursors is read to its end', async () => {
  const tenantKey = await business();
  const client = platform(tenantKey);
  const value = { amount: 1_000, currency: 'USD' };
  for (const description of ['one', 'two', 'three']) {
    await unwrap(client.POST('/v1/sandbox/business-deposits', { body: { value, description } }));
  }
  const query = { limit: 1 };
  expect(await Array.fromAsync(items(client, '/v1/disbursements', { query }))).toHaveLength(3);
  expectTypeOf(items(client, '/v1/payouts')).toEqualTypeOf<AsyncGenerator<Payout, void, undefined>>();
  // @ts-expect-error: one business is no list
  items(client, '/v1/businesses/{businessId}');
});

test('the tenant key of a call overrides that of the client', async () => {
  const [mine, others] = [await business(), await business()];
  await addPersons(others, 1);
  const header = { 'X-MultiTenantKey': others };
  expect(await Array.fromAsync(items(platform(mine), '/v1/persons', { header }))).toHaveLength(1);
});

test('a rejection is a typed error', async () => {
  // @ts-expect-error: there is no such type of worker
  const refused = unwrap(platform().POST('/v1/payrolls', { body: { workerType: 'ROBOT' } }));
  await expect(refused).rejects.toThrow(ServiceError);
  await expect(refused).rejects.toMatchObject({
    status: 400,
    code: 'invalid_request_body',
    params: { workerType: expect.any(String) },
  });
});

test('a token function is called before every request', async () => {
  const tokens = ['stale', server.keys.orgToken];
  const client = createClient({ baseUrl: `${server.url}/v1/`, token: async () => tokens.shift() ?? '' });
  await expect(unwrap(client.GET('/v1/payrolls'))).rejects.toMatchObject({ status: 401 });
  expect(await unwrap(client.GET('/v1/payrolls'))).toHaveProperty('data');
});

test.each<[name: string, status: number, type: string, body: string, want: object]>([
  [
    'a page of a gateway',
    502,
    'text/html',
    '<h1>Bad gateway</h1>',
    { status: 502, message: 'The service responded with 502', params: {} },
  ],
  ['nothing', 503, 'text/plain', '', { status: 503, params: {} }],
  [
    'JSON of another kind',
    500,
    'application/json',
    '{"code":5,"params":[1],"message":null}',
    { status: 500, params: {} },
  ],
  ['null', 500, 'application/json', 'null', { status: 500, params: {} }],
])('%s in place of the error body', async (_name, status, type, body, want) => {
  await against(
    () => ({ status, type, body }),
    async (baseUrl) => {
      const refused = unwrap(createClient({ baseUrl, token: 't', retries: 0 }).GET('/v1/payrolls'));
      await expect(refused).rejects.toMatchObject({ ...want, code: undefined });
    },
  );
});

test.each<[list: '/v1/persons' | '/v1/payouts', rest: object]>([
  ['/v1/persons', { meta: { limit: 1, currentPage: 1, skipped: 0, pages: 3, itemCount: 3 } }],
  ['/v1/payouts', { node: { previous: null, next: 'again' } }],
])('a list %s that leads back to itself ends with an error', async (list, rest) => {
  await against(
    () => ({ body: JSON.stringify({ data: [{}], ...rest }) }),
    async (baseUrl) => {
      const client = createClient({ baseUrl, token: 't' });
      await expect(Array.fromAsync(pages(client, list))).rejects.toThrow(/already read/);
    },
  );
});

test('an invalid base URL is an error at once', () => {
  for (const baseUrl of ['sandbox', 'file:///etc'])
    expect(() => createClient({ baseUrl, token: 't' })).toThrow(/give one such as/);
});
