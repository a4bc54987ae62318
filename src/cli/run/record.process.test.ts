import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseResults } from '../../../reports/json.ts';
import { openEmbeddedTarget } from '../../targets/embedded-target.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const some = ['reimbursements.*', 'tokens.*', 'webhooks.*', 'bodies.create-contract'];
const run = (out: string, checks: readonly string[], ...args: string[]) =>
  folder.run([
    'run',
    '--checks',
    ...checks,
    '--profile',
    'smoke',
    '--seed',
    '3',
    '--out',
    out,
    '--quiet',
    ...args,
  ]);
const written = (...path: string[]) => readFileSync(join(folder.path, ...path), 'utf8');

interface Entry {
  readonly request: {
    readonly method: string;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
  };
  readonly response: { readonly status: number };
  readonly _check: string;
  readonly _step: string;
  readonly _operation?: string;
  readonly _invalidOnPurpose?: true;
}

/** Members that HAR 1.2 requires of an entry, and of its request and response. */
const required = {
  entry: ['startedDateTime', 'time', 'request', 'response', 'cache', 'timings'],
  request: ['method', 'url', 'httpVersion', 'cookies', 'headers', 'queryString', 'headersSize', 'bodySize'],
  response: [
    'status',
    'statusText',
    'httpVersion',
    'cookies',
    'headers',
    'content',
    'redirectURL',
    'headersSize',
  ],
};

test('a run records every request, response and webhook as HAR, and its judgement can be repeated', async () => {
  await run('sound', some, '--record', 'har');
  const text = written('sound', 'exchanges.har');
  const { log } = JSON.parse(text) as { log: { version: string; entries: Entry[] } };
  expect(log.version).toBe('1.2');
  for (const entry of log.entries) {
    expect(Object.keys(entry)).toEqual(expect.arrayContaining(required.entry));
    expect(Object.keys(entry.request)).toEqual(expect.arrayContaining(required.request));
    expect(Object.keys(entry.response)).toEqual(expect.arrayContaining(required.response));
  }
  const { run: whole } = parseResults(written('sound', 'results.json'));
  const isWebhook = ({ request }: Entry) => request.headers.some(({ name }) => name === 'hook-signature');
  const requests = log.entries.filter((entry) => !isWebhook(entry) && entry._check !== 'survey');
  expect(requests).toHaveLength(whole.requests);
  expect(log.entries.filter(isWebhook)).not.toHaveLength(0);
  expect(new Set(requests.map(({ _check }) => _check)).size).toBeGreaterThan(3);
  expect(requests.some(({ _operation }) => _operation === 'createReimbursement')).toBe(true);
  expect(requests.some(({ _invalidOnPurpose }) => _invalidOnPurpose)).toBe(true);
  // The suite makes up tokens that nobody knows.
  const shown = /^(Bearer|Basic)( (\$CONFORMANCE_\w+|unknown-[0-9a-f-]{36}))?$/;
  for (const { request } of log.entries)
    for (const { name, value } of request.headers) if (name === 'authorization') expect(value).toMatch(shown);
  const judged = await folder.run(['check-traffic', 'sound/exchanges.har', '--out', 'judged', '--quiet']);
  expect(judged.code).toBe(0);
});

test('a fault that a run finds is found again in its record', async () => {
  await run('faulty', ['persons.job-info'], '--record', 'har', '--fault', 'compensation-in-one-word');
  const judged = await folder.run(['check-traffic', 'faulty/exchanges.har', '--out', 'again', '--quiet']);
  const broken = (...path: string[]) =>
    new Set(parseResults(written(...path)).findings.map(({ requirement }) => requirement));
  expect(broken('faulty', 'results.json')).toContain('PERSON-010');
  expect(judged.code).toBe(1);
  expect(broken('again', 'server', 'results.json')).toContain('PERSON-010');
});

test('the record of a server of others has what the survey sent, too', async () => {
  const { target, close } = await openEmbeddedTarget({ control: true });
  const { platformToken = '', orgToken = '' } = target.credentials;
  const keys = { CONFORMANCE_PLATFORM_TOKEN: platformToken, CONFORMANCE_ORG_TOKEN: orgToken };
  const args = ['--base-url', target.baseUrl, '--target', 'live', '--no-control', '--environment', 'sandbox'];
  await folder.run(
    ['run', ...args, '--checks', 'persons.read', '--record', 'har', '--out', 'live', '--quiet'],
    keys,
  );
  await close();
  const { log } = JSON.parse(written('live', 'exchanges.har')) as { log: { entries: Entry[] } };
  const ofSurvey = log.entries.filter(({ _check }) => _check === 'survey');
  expect(ofSurvey.some(({ _operation }) => _operation === 'createPerson')).toBe(true);
  const { survey } = parseResults(written('live', 'results.json'));
  expect(ofSurvey.length).toBeLessThanOrEqual(survey?.requests ?? 0);
  const judged = await folder.run(['check-traffic', 'live/exchanges.har', '--out', 'judged-live', '--quiet']);
  expect(judged.code).toBe(0);
});

test('without --record nothing is recorded', async () => {
  await run('plain', ['authentication.no-token']);
  expect(() => written('plain', 'exchanges.har')).toThrow(/ENOENT/);
});
