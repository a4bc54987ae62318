import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { faultById } from '../proof/faults/index.ts';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.ts';
import { createClient } from '../sdk/client/index.ts';
import { signedRequest } from '../sdk/webhooks/index.ts';
import { exampleEvent } from './cli/webhook/example-event.ts';
import { type JudgedFetch, RequirementBroken, withConformance } from './traffic.ts';

const person = { firstName: 'Ada', lastName: 'Obi', email: 'ada.obi@example.com' };
const secret = 'whsec_AAECAwQFBgcICQoLDA0ODw==';

/** The exception that a check throws. */
async function brokenBy(judged: Pick<JudgedFetch, 'check'>): Promise<RequirementBroken> {
  const thrown = await judged.check().catch((error: unknown) => error);
  if (thrown instanceof RequirementBroken) return thrown;
  throw new Error(`It did not fail: ${JSON.stringify(thrown)}`);
}

const idsOf = ({ findings }: RequirementBroken) => findings.map(({ id }) => id);

describe('a test of a client', () => {
  let server: ReferenceServer;
  const start = async (fault?: string) => {
    server = await startReferenceServer(fault === undefined ? {} : { fault: faultById(fault) });
    return server.url;
  };
  afterEach(() => server.close());

  const converse = async (judged: typeof fetch) => {
    const client = createClient({ baseUrl: server.url, token: server.keys.orgToken, fetch: judged });
    await client.POST('/v1/persons', { body: person });
    return client.GET('/v1/persons', { params: { query: { limit: 10 } } });
  };

  test('passes if client and server conform, and lists the judged requirements', async () => {
    const judged = withConformance(fetch, { baseUrl: await start(), failOn: 'both' });
    const { data } = await converse(judged);
    expect(data?.data).toMatchObject([person]);
    expect(await judged.check()).toEqual({
      requests: 2,
      webhooks: 0,
      requirements: expect.arrayContaining(['PERSON-002', 'CLIENT-003']),
      warnings: [],
    });
  });

  test('fails if the server breaks a rule, with the conversation and without the key', async () => {
    const judged = withConformance(fetch, { baseUrl: await start('persons-without-meta') });
    await converse(judged);
    const { message, stack } = await brokenBy(judged);
    expect(stack).toBe(`RequirementBroken: ${message}`);
    expect(message).toMatch(/^The server does what the interface document does not allow\./);
    expect(message).toContain('> GET /v1/persons?limit=10');
    expect(message).toContain('✗ PERSON-002, section "Persons and users"');
    expect(message).toContain('-H "authorization: Bearer $CONFORMANCE_SECRET"');
    expect(message).not.toContain('data-binary');
    expect(message).not.toContain(server.keys.orgToken);
  });

  test('fails at the end of its scope', async () => {
    const baseUrl = await start('persons-without-meta');
    const body = async () => {
      await using judged = withConformance(fetch, { baseUrl });
      await converse(judged);
    };
    await expect(body()).rejects.toThrow('PERSON-002');
  });

  test('fails once: checked messages are forgotten', async () => {
    const judged = withConformance(fetch, { baseUrl: await start('persons-without-meta') });
    await converse(judged);
    expect(idsOf(await brokenBy(judged))).toEqual(['answers.listPersons/PERSON-002']);
    expect(await judged.check()).toMatchObject({ requests: 0, requirements: [] });
    await converse(judged);
    expect(idsOf(await brokenBy(judged))).toEqual(['answers.listPersons/PERSON-002']);
  });

  test('passes if the violation is a known failure', async () => {
    const knownFailures = [{ requirement: 'PERSON-002', reason: 'We wait for it.' }];
    const judged = withConformance(fetch, { baseUrl: await start('persons-without-meta'), knownFailures });
    await converse(judged);
    expect(await judged.check()).toMatchObject({ warnings: [{ requirement: 'PERSON-002' }] });
  });

  test.each([
    ['server', []],
    ['client', ['requests.createBeneficiary/CLIENT-003', 'requests.listPersons/CLIENT-005']],
    ['both', ['requests.createBeneficiary/CLIENT-003', 'requests.listPersons/CLIENT-005']],
  ] as const)('that asks wrongly fails for %s: %j', async (failOn, ids) => {
    const judged = withConformance(fetch, { baseUrl: await start(), failOn });
    const headers = { authorization: `Bearer ${server.keys.orgToken}`, 'content-type': 'application/json' };
    await judged(`${server.url}/v1/persons?limit=1000`, { headers });
    const body = JSON.stringify({ name: 7 });
    await judged(new Request(`${server.url}/v1/beneficiaries`, { method: 'POST', headers, body }));
    const found = await judged.check().then(
      () => [],
      (error: RequirementBroken) => idsOf(error).toSorted(),
    );
    expect(found).toEqual(ids);
  });
});

describe('a judged fetch', () => {
  let baseUrl: string;
  let listener: RequestListener;
  const server = createServer((request, response) => listener(request, response));
  beforeEach(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    vi.useRealTimers();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const answer =
    (body: string, headers = {}): RequestListener =>
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
    };
  const payroll = (status: string) => JSON.stringify({ payrollId: 'p-1', status });

  test('passes requests and responses on unchanged', async () => {
    const response = new Response('{"data":[],"meta":{}}');
    const inner = vi.fn<typeof fetch>(async () => response);
    const judged = withConformance(inner, { baseUrl });
    const init = { method: 'POST', body: new ReadableStream(), duplex: 'half' } as const;
    expect(await judged(`${baseUrl}/v1/persons`, init)).toBe(response);
    expect(inner.mock.calls).toEqual([[`${baseUrl}/v1/persons`, init]]);
    expect(inner.mock.calls[0]?.[1]).toBe(init);
    expect(init.body.locked).toBe(false);
    expect(await response.json()).toEqual({ data: [], meta: {} });
  });

  test('accepts a fake response of a test', async () => {
    const made = { ok: true, json: async () => ({}) } as unknown as Response;
    const judged = withConformance(async () => made, { baseUrl });
    expect(await judged(`${baseUrl}/v1/persons`)).toBe(made);
    expect(await judged.check()).toMatchObject({ requests: 0 });
  });

  test('passes a network error on', async () => {
    listener = (_, response) => response.destroy();
    const judged = withConformance(fetch, { baseUrl });
    await expect(judged(`${baseUrl}/v1/persons`)).rejects.toThrow('fetch failed');
    await expect(judged('no address')).rejects.toThrow('Failed to parse URL');
    expect(await judged.check()).toMatchObject({ requests: 0 });
  });

  test('streams a body; the part that has not arrived when it is judged is unknown', async () => {
    listener = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":');
    };
    const controller = new AbortController();
    const judged = withConformance(fetch, { baseUrl });
    const { body } = await judged(`${baseUrl}/v1/persons`, { signal: controller.signal });
    const reader = body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('{"data":');
    expect(await judged.check()).toMatchObject({ requests: 1, warnings: [] });
    controller.abort();
    await expect(reader?.read()).rejects.toThrow('aborted');
  });

  test('passes a body of more than 1 MiB on without judging it', async () => {
    listener = answer(`{"data":7,"filler":"${'x'.repeat(2 ** 20)}"}`);
    const judged = withConformance(fetch, { baseUrl });
    const response = await judged(`${baseUrl}/v1/persons`);
    expect(await response.json()).toMatchObject({ data: 7 });
    expect(await judged.check()).toMatchObject({ requests: 1 });
  });

  test('judges a body that nobody reads', async () => {
    listener = answer('{"data":7}');
    const judged = withConformance(fetch, { baseUrl });
    await judged(`${baseUrl}/v1/persons`);
    expect(idsOf(await brokenBy(judged))).toContain('answers.listPersons/PERSON-002');
  });

  test('ignores other addresses and redirects', async () => {
    listener = (request, response) =>
      request.url === '/v1/persons'
        ? response.writeHead(302, { location: '/elsewhere' }).end()
        : answer('{"data":7}')(request, response);
    const judged = withConformance(fetch, { baseUrl });
    await judged(`${baseUrl}/v1/persons`);
    const others = withConformance(fetch, { baseUrl: 'http://127.0.0.1:9' });
    await others(`${baseUrl}/v1/payrolls`);
    for (const each of [judged, others]) expect(await each.check()).toMatchObject({ requests: 0 });
  });

  test('knows nothing of an earlier test', async () => {
    const judged = withConformance(fetch, { baseUrl });
    const send = () =>
      judged(`${baseUrl}/v1/persons`, {
        method: 'POST',
        headers: { authorization: 'Bearer key-of-the-first-test' },
        body: '{"firstName":7}',
      });
    const list = () => judged(`${baseUrl}/v1/persons`);
    listener = answer('{"data":[{"id":"p-1","firstName":7,"note":"key-of-the-first-test"}],"meta":{}}');
    await send();
    await list();
    const ids = (await judged.check().catch((error) => error)).findings?.map(
      ({ at }: { at?: string[] }) => at,
    );
    expect(ids ?? []).not.toContainEqual(expect.arrayContaining(['firstName']));
    await list();
    const { message } = await brokenBy(judged);
    expect(message).toContain('firstName');
    expect(message).toContain('key-of-the-first-test');
  });

  test('orders messages by a clock that tests cannot fake', async () => {
    const judged = withConformance(fetch, { baseUrl });
    vi.useFakeTimers({ now: new Date('2030-01-01') });
    listener = answer(payroll('Processing'));
    await judged(`${baseUrl}/v1/payrolls/p-1`);
    vi.setSystemTime(new Date('2020-01-01'));
    listener = answer(payroll('Completed'));
    await judged(`${baseUrl}/v1/payrolls/p-1`);
    const seen = await judged.check().catch((error) => idsOf(error));
    expect(JSON.stringify(seen)).not.toContain('states.payroll');
  });

  test('reports no missing token if the wrapped fetch adds it', async () => {
    const meta = { limit: 10, currentPage: 1, skipped: 0, pages: 1, itemCount: 0 };
    listener = answer(JSON.stringify({ data: [], meta }));
    const signed: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { authorization: 'Bearer x' } });
    const judged = withConformance(signed, { baseUrl, failOn: 'both' });
    await judged(`${baseUrl}/v1/persons`);
    const { requirements } = await judged.check();
    expect(requirements).not.toContain('CLIENT-001');
    expect(requirements).not.toContain('AUTH-001');
  });
});

describe('a webhook that a test received', () => {
  const open = () => withConformance(fetch, { baseUrl: 'http://127.0.0.1:9', webhookSecret: secret });
  const made = (key = secret) => signedRequest(event, { secret: key });
  const event = exampleEvent('payroll.created', new Date());

  test('is judged, and can still be read', async () => {
    const judged = open();
    const request = await made();
    judged.delivery(request);
    expect(await request.json()).toEqual(event);
    expect(await judged.check()).toMatchObject({
      webhooks: 1,
      requirements: expect.arrayContaining(['HOOK-010']),
    });
  });

  test.each([
    ['as a request', async (request: Request) => request],
    [
      'as bytes with headers',
      async (request: Request) => ({
        headers: Object.fromEntries([...request.headers].map(([name, value]) => [name.toUpperCase(), value])),
        body: new Uint8Array(await request.arrayBuffer()),
      }),
    ],
  ])('fails the test %s when it breaks a rule', async (_, given) => {
    const judged = open();
    judged.delivery(await given(await made('whsec_AQECAwQFBgcICQoLDA0ODw==')), 204);
    const broken = await brokenBy(judged);
    expect(broken.message).toContain('webhook payroll.created received, and 204 returned');
    expect(broken.message).toContain('HOOK-010');
  });

  test('is an error if its body was read before', async () => {
    const request = await made();
    await request.text();
    expect(() => open().delivery(request)).toThrow(TypeError);
  });
});
