import { expect, test } from 'vitest';
import { notOffered } from '../adapter/helpers.ts';
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
