import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Transport } from '../../../conformance/http/transport.ts';
import type { Target } from '../../../conformance/target/target.ts';
import { probeSpellings } from './probe-spellings.ts';

const routes = [
  'GET /v1/persons',
  'GET /v1/persons/:id',
  'PUT /v1/persons/:id/jobInfo',
  'GET /v1/contract-templates',
  'POST /v1/people',
  'POST /v1/persons/:id/rehire',
  'POST /v1/files',
  'GET /v1/bank-accounts',
  'DELETE /v1/bank-accounts/:id',
  // It must be one of these two, but the probe cannot tell which.
  'GET /v1/expenses',
  'GET /v1/expense-claims',
];

const matches = (url: string) =>
  routes.filter((route) =>
    new RegExp(`^[A-Z]+ ${(route.split(' ')[1] ?? '').replace(':id', '[^/]+')}$`).test(`GET ${url}`),
  );

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Every request that is no look. */
let others: { key: string | undefined; body: string }[];

async function probe(
  answer: (method: string, url: string, hasKey: boolean) => { status: number; allow?: string },
) {
  others = [];
  const listener: RequestListener = (request, response) => {
    const { method = '', url = '', headers } = request;
    let body = '';
    request
      .on('data', (chunk) => {
        body += String(chunk);
      })
      .on('end', () => {
        if (!['GET', 'OPTIONS'].includes(method)) others.push({ key: headers.authorization, body });
        const { status, allow } = answer(method, url, headers.authorization !== undefined);
        response
          .writeHead(status, { 'content-type': 'application/json', ...(allow && { allow }) })
          .end('{"data":[]}');
      });
  };
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an AddressInfo as its address.
  const baseUrl = `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
  const transport = new Transport(baseUrl, { connections: 1, timeoutMillis: 5_000, access: 'read-write' });
  const target: Target = {
    baseUrl,
    kind: 'live',
    environment: 'sandbox',
    credentials: { orgToken: 'the-key' },
    controls: {},
    absentOperations: [],
  };
  try {
    return Object.fromEntries(await probeSpellings(target, transport, new AbortController().signal));
  } finally {
    await transport.close();
  }
}

const all = {
  createPerson: '/v1/people',
  reinstatePerson: '/v1/persons/{personId}/rehire',
  listExternalAccounts: '/v1/bank-accounts',
  removeExternalAccount: '/v1/bank-accounts/{externalAccountId}',
};

describe('other spellings of paths', () => {
  it('are found if a rejection distinguishes a route from an unknown path, without a request that could have an effect', async () => {
    const found = await probe((method, url, hasKey) => {
      const there = matches(url).some((route) => route.startsWith(`${method} `));
      return { status: !there ? 404 : hasKey ? 200 : 401 };
    });
    expect(found).toEqual(all);
    expect(others.length).toBeGreaterThan(10);
    expect(others.filter(({ key, body }) => key !== undefined || body !== '{"broken": ')).toEqual([]);
  });

  it('are found if the server lists the methods of a route', async () => {
    const found = await probe((method, url) => {
      const methods = matches(url).map((route) => route.split(' ')[0]);
      if (method === 'OPTIONS')
        return methods.length === 0 ? { status: 404 } : { status: 204, allow: methods.join(', ') };
      return { status: methods.includes(method) ? 200 : 404 };
    });
    expect(found).toEqual(all);
  });

  it('are searched only with reads if the server rejects every path alike', async () => {
    const found = await probe((method, url, hasKey) => {
      const there = matches(url).some((route) => route.startsWith(`${method} `));
      return { status: !hasKey ? 401 : there ? 200 : 404 };
    });
    expect(found).toEqual({ listExternalAccounts: '/v1/bank-accounts' });
  });
});
