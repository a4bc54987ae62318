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

/** Sends one operation, which has to succeed. */
const asking = (id: OperationId, name: string, rule: 'ERR-007' | 'ERR-011' = 'ERR-007') =>
  example({
    id: name,
    title: 'A check of the test',
    covers: [rule],
    needs: [],
    run: async (scenario) => {
      scenario.step('ask');
      const { status } = await scenario.send(id, { token: fakeSecrets.platformToken }, { body: {} });
      scenario.require(rule, status < 300, 'a success status', String(status));
    },
  });

/** Sends one operation to a target that responds with these statuses in turn, and with the last one from then on. */
async function sending(
  id: OperationId,
  statuses: readonly number[],
  {
    environment = 'sandbox',
    rule = 'ERR-007',
  }: { environment?: 'sandbox' | 'production'; rule?: 'ERR-007' | 'ERR-011' } = {},
) {
  const left = [...statuses];
  await using fake = await startFakeTarget(({ url }) =>
    url === probe ? {} : answerWith((left.length > 1 ? left.shift() : left[0]) ?? 500),
  );
  const check = asking(id, 'test.busy', rule);
  // Trouble that ends is waited for however busy the machine is.
  const patience = { seconds: statuses.length > 1 ? 60 : 0.3, pauseMillis: 10 };
  const target = { ...fake.target, environment, access: 'read-write' as const, patience };
  const { results } = await runAgainst(target, { checks: [check] });
  const [finding] = results.findings;
  const [done] = results.checks;
  return { status: done?.status, said: finding?.actual ?? done?.error ?? '' };
}

const busy = [504, 422] as const;

it.each<[string, OperationId, number[], string, RegExp]>([
  ['takes what a read is answered after a bad gateway', 'listWallets', [502, 503, 200], 'passed', /^$/],
  ['takes what is answered after too many requests', 'createBusinessDeposit', [429, 201], 'passed', /^$/],
  ['takes what a write is answered at last', 'createBusinessDeposit', [504, 503, 201], 'passed', /^$/],
  ['takes what a read is answered after a conflict', 'listWallets', [409, 200], 'passed', /^$/],
  ['judges a conflict of a read that always comes back', 'listWallets', [409], 'failed', /^409$/],
  ['judges a conflict of a write', 'createBusinessDeposit', [409, 201], 'failed', /^409$/],
  ['judges what a read is always answered', 'listWallets', [503], 'failed', /^503$/],
  ['judges what a write is always answered', 'createBusinessDeposit', [504], 'failed', /^504$/],
  ['takes what a read is answered after unexpected errors', 'listWallets', [500, 500, 200], 'passed', /^$/],
  [
    'takes what a write is answered after an unexpected error',
    'createBusinessDeposit',
    [500, 201],
    'passed',
    /^$/,
  ],
  ['judges an unexpected error that always comes back', 'listWallets', [500], 'failed', /^500$/],
  [
    'runs a case again whose write may have been carried out twice',
    'createBusinessDeposit',
    [...busy, 201],
    'passed',
    /^$/,
  ],
  [
    'judges no case whose write may have been carried out twice each time',
    'createBusinessDeposit',
    [...busy, ...busy, ...busy, ...busy],
    'errored',
    /^POST \S+ returned 422 when it was sent again: it may have been carried out twice\.$/,
  ],
])('%s', async (_, id, statuses, status, said) => {
  expect(await sending(id, statuses)).toMatchObject({ status, said: expect.stringMatching(said) });
});

it('looks again where a second look at a violation meets trouble', async () => {
  const left = [409, ...busy, ...busy, ...busy, ...busy];
  const made = { id: crypto.randomUUID(), businessId: 'b', tenantKey: 't', status: 'active', data: [] };
  await using fake = await startFakeTarget(({ url }) =>
    url?.endsWith('/reimbursements') === true ? answerWith(left.shift() ?? 201) : { status: 200, body: made },
  );
  const check = asking('createReimbursement', 'test.once');
  const { results } = await runAgainst(fake.target, { checks: [check], tries: 'values' });
  expect(left).toEqual([]);
  expect(results.findings).toEqual([]);
});

it('sends no request twice that moves money', async () => {
  expect(await sending('createBusinessDeposit', [503, 201], { environment: 'production' })).toEqual({
    status: 'failed',
    said: '503',
  });
});

it('warns of what the document does not state, whether writes may have been carried out twice or not', async () => {
  const statuses = [...busy, ...busy, ...busy, ...busy];
  expect(await sending('createBusinessDeposit', statuses, { rule: 'ERR-011' })).toEqual({
    status: 'warned',
    said: '422',
  });
});

it('goes on where some writes are limited while others are rejected because of them', async () => {
  const left = [429, 429, 409, 409];
  await using fake = await startFakeTarget(({ url }) =>
    url === probe ? {} : answerWith(left.shift() ?? 201),
  );
  const checks = [1, 2, 3, 4].map((number) => asking('createBusinessDeposit', `test.busy-${number}`));
  const { results } = await runAgainst(fake.target, { checks, concurrency: 2 });
  expect(results.checks.map(({ status }) => status)).toEqual(checks.map(() => 'passed'));
});
