import { expect, test } from 'vitest';
import type { Operations } from '../adapter/adapter.ts';
import { base64, created, fileInJson, notOffered } from '../adapter/helpers.ts';
import type { Target } from '../target/target.ts';
import { runAgainst, startFakeTarget } from '../testing/fake-target.ts';
import { authenticationChecks } from './authentication.ts';

const checks = authenticationChecks.filter(({ id }) => id === 'authentication.no-token');

/** Runs the sweep of requests without a token against a server that rejects them all. */
async function sweep(part: Partial<Target>) {
  await using fake = await startFakeTarget(({ headers }) =>
    headers.authorization === undefined ? { status: 401, body: { code: 'a', message: 'b' } } : {},
  );
  const { results } = await runAgainst({ ...fake.target, ...part }, { checks });
  const { status, reason, operations } = results.requirements.find(({ id }) => id === 'AUTH-001') ?? {};
  return { status, reason, operations };
}

const whole = await sweep({});

test('a sweep that reaches every documented operation says nothing more', () => {
  expect(whole).toEqual({ status: 'passed', reason: undefined, operations: undefined });
});

test.each<[string, NonNullable<Operations['uploadFile']>]>([
  ['the helper', fileInJson('/v1/blobs', { name: 'fileName', content: 'data' })],
  [
    'a function',
    ({ form: { file } }, { send }) => created(send, '/v1/blobs', { name: file.name, data: base64(file) }),
  ],
])('an upload by %s gets a file, and is reached like the others', async (_, uploadFile) => {
  expect(await sweep({ operations: { uploadFile } })).toEqual(whole);
});

test.each<[string, Partial<Target>, string, string]>([
  [
    'an adapter cannot perform',
    { operations: { createPayout: () => notOffered('Payouts are made in the dashboard.') } },
    'createPayout',
    'Payouts are made in the dashboard.',
  ],
  [
    'the target does not offer',
    { absentOperations: ['listPayouts'] },
    'listPayouts',
    'The target does not offer it.',
  ],
])('an operation that %s is named, and the sweep goes on without it', async (_, part, left, why) => {
  const { status, reason, operations } = await sweep(part);
  expect(status).toBe('passed');
  expect(operations?.missed).toEqual({ [left]: why });
  const reached = operations?.reached ?? 0;
  expect(reached).toBeGreaterThan(40);
  expect(reason).toBe(`Passed for ${reached} of ${reached + 1} operations. Not tried: ${left}.`);
});
