import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveSchema, type Schema } from '../../openapi/description.ts';
import bundled from '../../openapi/generated/openapi.json' with { type: 'json' };
import {
  type ExampleExchange,
  isSuccess,
  type MediaType,
  operationExchanges,
} from '../../openapi/testing/exchanges.ts';
import { validate } from '../../openapi/validate.ts';
import { type MockServer, startMockServer } from './mock-server.ts';
import { successStatus } from './success-status.ts';

const started: MockServer[] = [];

async function start(dynamic: boolean): Promise<MockServer> {
  const server = await startMockServer({
    description: bundled,
    port: 0,
    host: '127.0.0.1',
    dynamic,
    onViolation: 'refuse',
  });
  started.push(server);
  return server;
}

function exampleOf(schema: Schema): unknown {
  const { examples } = resolveSchema(schema) as { examples?: readonly unknown[] };
  return examples?.[0];
}

function bodyOf({ type, examples }: MediaType): [body: string | FormData, type?: string] {
  const [, value] = examples[0] ?? [];
  switch (type) {
    case 'application/json':
      return [JSON.stringify(value), type];
    case 'multipart/form-data': {
      const form = new FormData();
      for (const [name, part] of Object.entries(value as object)) form.set(name, String(part));
      return [form];
    }
    default:
      throw new Error(`Nobody knows how to send ${type}`);
  }
}

function requestOf({ method, path, parameters, request }: ExampleExchange, prefer: string, accept?: string) {
  const headers = new Headers({ authorization: 'Bearer any' });
  if (prefer !== '') headers.set('prefer', prefer);
  if (accept !== undefined) headers.set('accept', accept);
  const query = new URLSearchParams();
  let target = path;
  for (const parameter of parameters) {
    const value = String(exampleOf(parameter.schema));
    if (parameter.in === 'path') target = target.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (parameter.in === 'header') headers.set(parameter.name, value);
    else if (parameter.required) query.set(parameter.name, value);
  }
  const [media] = request;
  const [body = null, type] = media === undefined ? [] : bodyOf(media);
  if (type !== undefined) headers.set('content-type', type);
  return [`${target}?${query}`, { method: method.toUpperCase(), headers, body }] as const;
}

interface Received {
  readonly status: number;
  readonly violations: string | null;
  readonly body: unknown;
}

async function ask(server: MockServer, ...wanted: Parameters<typeof requestOf>): Promise<Received> {
  const [target, init] = requestOf(...wanted);
  const response = await fetch(server.url + target, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    violations: response.headers.get('sl-violations'),
    body: isJson ? JSON.parse(text) : text,
  };
}

/** A status of the class: `5XX` is answered as 500, `2XX` as the reference server does. */
const statusIn = (id: string) => (status: string) =>
  Number(status === '2XX' ? successStatus(id) : status.replace('XX', '00'));

describe('the mock server', () => {
  let server: MockServer;
  beforeAll(async () => {
    server = await start(false);
  });
  afterAll(() => Promise.all(started.map((each) => each.close())));

  it.each(operationExchanges.map((exchange) => [exchange.id, exchange] as const))(
    'answers %s with its examples',
    async (id, exchange) => {
      const statusOf = statusIn(id);
      const success = exchange.answers.find(({ status }) => isSuccess(status));
      const [first] = success?.content ?? [];
      expect(await ask(server, exchange, '', first?.type)).toEqual({
        status: statusOf(success?.status ?? ''),
        violations: null,
        body: first?.examples[0]?.[1] ?? '',
      });
      for (const { status, content } of exchange.answers) {
        for (const { type, schema, examples } of content) {
          for (const [name, value] of examples) {
            const prefer = `code=${statusOf(status)}, example=${name}`;
            const answer = await ask(server, exchange, prefer, type);
            expect(answer, prefer).toEqual({ status: statusOf(status), violations: null, body: value });
            expect(validate(schema, answer.body), prefer).toEqual([]);
            if (!isSuccess(status)) continue;
            const byName = await ask(server, exchange, `example=${name}`, type);
            expect(byName, name).toEqual(answer);
          }
        }
        const { status: answered, violations } = await ask(server, exchange, `code=${statusOf(status)}`);
        expect([answered, violations]).toEqual([statusOf(status), null]);
      }
    },
  );

  it('names the examples of an operation to a request for another one', async () => {
    const headers = { authorization: 'Bearer any', prefer: 'example=nope' };
    const missing = await fetch(`${server.url}/v1/payrolls/${randomUUID()}?limit=1`, { headers });
    expect([missing.status, await missing.json()]).toEqual([
      404,
      expect.objectContaining({
        detail: expect.stringMatching(/has no example "nope"\. Its examples: completed, awaiting-funds, /),
      }),
    ]);
  });

  it('lists the methods of a path for a wrong method and for OPTIONS', async () => {
    const headers = { authorization: 'Bearer any' };
    const refused = await fetch(`${server.url}/v1/persons?limit=1`, { method: 'DELETE', headers });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, POST, HEAD, OPTIONS']);
    const asked = await fetch(`${server.url}/v1/sandbox/users/1`, { method: 'OPTIONS' });
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'DELETE, OPTIONS']);
    expect((await fetch(`${server.url}/v1/nothing`, { method: 'OPTIONS' })).status).toBe(404);
  });

  it('names the fields of the request that the description does not allow', async () => {
    const response = await fetch(`${server.url}/v1/persons`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: '{"firstName":3}',
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { params: { firstName: expect.stringContaining('must be string') } },
    ]);
  });

  it('refuses a request without a token with the documented status', async () => {
    const response = await fetch(`${server.url}/v1/payrolls`);
    expect(response.status).toBe(401);
  });

  it.each(['{"a": ', '[', 'abc', '<x/>', '\u0000'])(
    'answers %j, which says that it is JSON, with the documented error',
    async (body) => {
      const response = await fetch(`${server.url}/v1/beneficiaries`, {
        method: 'POST',
        headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(5_000),
      });
      expect([response.status, await response.json()]).toEqual([
        400,
        {
          code: 'invalid_request_body',
          message: 'The request body provided is not valid',
          params: expect.anything(),
        },
      ]);
    },
  );

  it('generates responses that the description allows', async () => {
    const dynamic = await start(true);
    for (const exchange of operationExchanges) {
      const { status, violations, body } = await ask(dynamic, exchange, '');
      expect([exchange.id, Math.floor(status / 100), violations, body]).toEqual([exchange.id, 2, null, body]);
    }
  });
});

describe('a body with a JSON media type', () => {
  let mock: MockServer;
  beforeAll(async () => {
    mock = await start(false);
  });
  afterAll(() => mock.close());
  const save = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${mock.url}/v1/payrolls/${randomUUID()}/save`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json', ...headers },
      body,
    });

  it.each(['{', 'null,', '{"payrollDate": }', '\u0000'])(
    'and is not is refused as documented: %j',
    async (body) => {
      const response = await save(body, { origin: 'http://localhost:3000' });
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'invalid_request_body' }),
      ]);
      expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
    },
  );

  it('that is JSON reaches Prism unchanged', async () => {
    const entries = Array.from({ length: 500 }, () => ({
      personId: randomUUID(),
      salary: { amount: 1, currency: 'USD' },
    }));
    const payPeriod = { fromDate: '2026-01-01', toDate: '2026-01-31' };
    const body = JSON.stringify({ payrollDate: '2026-01-31', payPeriod, entries });
    expect((await save(body)).ok).toBe(true);
  });
});
