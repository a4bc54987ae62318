import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { faultById } from '../../../proof/faults/index.ts';
import { type ReferenceServer, startReferenceServer } from '../../../reference-server/server.ts';
import { parseResults, renderJson } from '../../../reports/json.ts';
import { eventLine } from '../../../reports/ndjson.ts';
import { failingEvents, failingResults } from '../../../reports/testing/sample-results.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const listOf = (headers: Headers) => [...headers].map(([name, value]) => ({ name, value }));

/** The HAR entries that a browser would have exported of a conversation with the server. */
async function record({ url, keys }: ReferenceServer, asks: readonly Ask[]) {
  const entries = [];
  for (const { method = 'GET', path, body, headers = {} } of asks) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = new Headers({
      authorization: `Bearer ${keys.orgToken}`,
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    });
    const response = await fetch(`${url}${path}`, {
      method,
      headers: sent,
      ...(text !== undefined && { body: text }),
    });
    entries.push({
      startedDateTime: new Date().toISOString(),
      time: 1,
      request: {
        method,
        url: `${url}${path}`,
        headers: listOf(sent),
        ...(text !== undefined && { postData: { mimeType: 'application/json', text } }),
      },
      response: {
        status: response.status,
        headers: listOf(response.headers),
        content: { text: await response.text() },
      },
    });
  }
  return JSON.stringify({ log: { version: '1.2', entries } });
}

const usual: readonly Ask[] = [
  {
    method: 'POST',
    path: '/v1/persons',
    body: { firstName: 'Ada', lastName: 'Obi', email: 'ada.obi@example.com' },
  },
  { path: '/v1/persons?limit=10' },
  { path: '/v1/payrolls' },
  { path: '/v1/payouts' },
];

const resultsOf = (side: 'server' | 'clients') =>
  parseResults(readFileSync(join(folder.path, 'conformance-report', side, 'results.json'), 'utf8'));

const found = (side: 'server' | 'clients') => resultsOf(side).findings.map(({ id, level }) => [id, level]);

async function judge(asks: readonly Ask[], fault?: string, ...args: string[]) {
  const server = await startReferenceServer({ ...(fault !== undefined && { fault: faultById(fault) }) });
  try {
    folder.write('session.har', await record(server, asks));
    const ended = await folder.run(['check-traffic', 'session.har', ...args]);
    return { ...ended, server };
  } finally {
    await server.close();
  }
}

describe('recorded traffic', () => {
  test('of a sound server and careful clients has no finding', async () => {
    const { code, stderr } = await judge(usual);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect([found('server'), found('clients')]).toEqual([[], []]);
    expect(resultsOf('server')).toMatchObject({ verdict: 'partial', target: { kind: 'observed' } });
    expect(resultsOf('server').coverage.operations).toMatchObject({ listPersons: { 200: 1 } });
    const judged = resultsOf('server').requirements.filter(({ status }) => status === 'passed');
    expect(judged.map(({ id }) => id)).toContain('PERSON-002');
  });

  test('of a server that answers wrongly shows the exchange, and no key', async () => {
    const { code, stdout, server } = await judge(usual, 'persons-without-meta');
    expect(code).toBe(1);
    const [finding] = resultsOf('server').findings;
    expect(finding?.check).toBe('answers.listPersons');
    expect(finding?.steps[0]?.exchanges[0]?.request.url).toMatch(/\/v1\/persons\?limit=10$/);
    expect(stdout).toContain('PERSON-002');
    const written = ['results.json', 'index.html', 'results.ndjson', 'junit.xml'].map((file) =>
      readFileSync(join(folder.path, 'conformance-report/server', file), 'utf8'),
    );
    for (const text of [...written, stdout]) expect(text).not.toContain(server.keys.orgToken);
  });

  test('of clients with invalid requests shows findings of the clients, which decide the verdict on request', async () => {
    const careless: readonly Ask[] = [
      ...usual,
      { path: '/v1/persons', headers: { authorization: '' } },
      { path: '/v1/persons?limit=1000' },
      { method: 'POST', path: '/v1/beneficiaries', body: { name: 7 } },
      { path: '/v1/salaries' },
    ];
    expect((await judge(careless)).code).toBe(0);
    expect(found('server')).toEqual([]);
    expect(found('clients').toSorted()).toEqual([
      ['requests.createBeneficiary/CLIENT-003', 'documented'],
      ['requests.headers/CLIENT-001', 'documented'],
      ['requests.listPersons/CLIENT-005', 'documented'],
      ['requests.unknown/CLIENT-006', 'assumed'],
    ]);
    expect((await judge(careless, undefined, '--fail-on', 'client')).code).toBe(1);
  });

  test.each([
    ['none.har', undefined, 'none.har cannot be read'],
    ['text.har', 'no JSON', 'text.har is not JSON: give a HAR file'],
    [
      'results.ndjson',
      failingEvents.map(eventLine).join(''),
      'results.ndjson is the record of a run, which has judged its requests itself',
    ],
    [
      'results.json',
      renderJson(failingResults),
      'results.json is the record of a run, which has judged its requests itself',
    ],
    ['other.json', '{"log":{}}', 'other.json is no HAR file'],
    [
      'empty.har',
      '{"log":{"entries":[]}}',
      'no request is for a path of the interface: give its address with --base-url',
    ],
  ])('%s is wrong usage', async (name, text, message) => {
    if (text !== undefined) folder.write(name, text);
    const { code, stderr } = await folder.run(['check-traffic', name]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
