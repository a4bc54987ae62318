/** The report of a run against a target that is sometimes unavailable, or behind a gateway that is. */
import { expect, it } from 'vitest';
import type { OperationId } from '../../openapi/description.ts';
import { fakeSecrets, runAgainst, startFakeTarget } from '../testing/fake-target.ts';
import { example } from './check.ts';

const probe = '/v1/persons';

const answerWith = (status: number) => ({
  status,
  body: status < 300 ? { data: [] } : { code: 'internal_error', message: 'retry later' },
});

/** Sends one operation to a target that responds with these statuses in turn. */
async function sending(
  id: OperationId,
  statuses: readonly number[],
  environment: 'sandbox' | 'production' = 'sandbox',
) {
  const left = [...statuses];
  await using fake = await startFakeTarget(({ url }) =>
    url === probe ? {} : answerWith(left.shift() ?? 500),
  );
  const check = example({
    id: 'test.busy',
    title: 'A check of the test',
    covers: ['ERR-007'],
    needs: [],
    run: async (scenario) => {
      scenario.step('ask');
      const { status } = await scenario.send(id, { token: fakeSecrets.platformToken }, { body: {} });
      scenario.require('ERR-007', status < 300, 'a success status', String(status));
    },
  });
  const target = { ...fake.target, environment, access: 'read-write' as const };
  const { results } = await runAgainst(target, { checks: [check] });
  const [finding] = results.findings;
  const [done] = results.checks;
  return { status: done?.status, said: finding?.actual ?? done?.error ?? '' };
}

it.each<[string, OperationId, number[], string, RegExp]>([
  ['takes what a read is answered after a bad gateway', 'listWallets', [502, 200], 'passed', /^$/],
  ['takes what is answered after too many requests', 'createBusinessDeposit', [429, 201], 'passed', /^$/],
  [
    'holds against nobody a write of which nobody knows',
    'createBusinessDeposit',
    [503, 201],
    'errored',
    /^POST \S+ returned 503, and 201 when it was sent again: it may have been carried out twice\.$/,
  ],
  ['judges what comes back to a read', 'listWallets', [502, 503, 503], 'failed', /^503$/],
  ['judges what comes back to a write', 'createBusinessDeposit', [504, 504, 504], 'failed', /^504$/],
  ['takes what a read is answered at last', 'listWallets', [502, 503, 200], 'passed', /^$/],
  [
    'holds against nobody a write that came through at last',
    'createBusinessDeposit',
    [504, 503, 201],
    'errored',
    /^POST \S+ returned 504, and 201 when it was sent again: the target may have carried it out although/,
  ],
  ['takes what a read is answered after an unexpected error', 'listWallets', [500, 200], 'passed', /^$/],
  ['judges an unexpected error that comes back', 'listWallets', [500, 500], 'failed', /^500$/],
  ['judges an unexpected error of a write at once', 'createBusinessDeposit', [500, 201], 'failed', /^500$/],
])('%s', async (_, id, statuses, status, said) => {
  expect(await sending(id, statuses)).toMatchObject({ status, said: expect.stringMatching(said) });
});

it('sends no request twice that moves money', async () => {
  expect(await sending('createBusinessDeposit', [503, 201], 'production')).toEqual({
    status: 'failed',
    said: '503',
  });
});
