/** What bodies that a target may accept or reject leave behind for other cases. */
import { expect, test } from 'vitest';
import { example } from '../provider/check.ts';
import { type FakeAnswer, fakeSecrets, runAgainst, startFakeTarget } from '../testing/fake-target.ts';
import { requireDecided } from './refusals.ts';

const caller = { token: fakeSecrets.orgToken };
const id = 'f07a3d9e-5b28-4c61-8d94-1e6b7c2f0a85';
/** As a target shows a beneficiary whose country was not given. */
const listed = {
  id,
  tenantKey: 'tk_one',
  businessId: '7b1e6f0a-3c52-4d8e-9a41-2f6c8d0e1b73',
  name: 'Adaeze Okafor',
  countryCode: '',
  currency: 'NGN',
  createdTimestamp: 1_760_000_000,
  lastUpdatedTimestamp: 1_760_000_000,
};
const answers: Readonly<Record<string, FakeAnswer>> = {
  POST: { body: { id } },
  GET: { body: { data: [listed], node: { previous: '', next: '' } } },
};
const body = { name: listed.name, currency: listed.currency };

const creation = (isDoubtful: boolean) =>
  example({
    id: 'test.creation',
    title: 'A beneficiary without a country',
    covers: ['ERR-007'],
    needs: [],
    run: async (scenario) => {
      const subject = { caller, body };
      if (isDoubtful) await requireDecided(scenario, 'createBeneficiary', 'ERR-007', subject, { body });
      else await scenario.succeed('createBeneficiary', caller, { body });
    },
  });

const list = example({
  id: 'test.list',
  title: 'A list of another case',
  covers: ['BENEFICIARY-001', 'BENEFICIARY-002'],
  needs: [],
  run: async (scenario) => {
    await scenario.send('listBeneficiaries', caller);
  },
});

test.each([
  [true, 'passed'],
  [false, 'failed'],
])(
  'a resource with values that need not be accepted (%s) has them in lists: %s',
  async (isDoubtful, status) => {
    await using fake = await startFakeTarget(({ method = '' }) => answers[method] ?? {});
    const run = await runAgainst(fake.target, { checks: [creation(isDoubtful), list] });
    expect(run.status('BENEFICIARY-002')).toBe(status);
    expect(run.status('BENEFICIARY-001')).toBe('passed');
  },
);

const other = { ...listed, id: '0b8d4c1e-7f35-4a96-b2d8-9c5e3f1a6d47', countryCode: 'NG' };

test.each([
  ['a country that a client may have left out', [other, listed], 'passed'],
  ['no country of any beneficiary', [listed, { ...listed, id: other.id }], 'failed'],
  ['a field that no request has', [other, { ...other, id, tenantKey: null }], 'failed'],
])(
  'what the run has not created is judged in a list with %s: BENEFICIARY-001, -002',
  async (_, data, worst) => {
    const body = { data, node: { previous: '', next: '' } };
    await using fake = await startFakeTarget(() => ({ body }));
    const run = await runAgainst(fake.target, { checks: [list] });
    const seen = (['BENEFICIARY-001', 'BENEFICIARY-002'] as const).map((each) => run.status(each));
    expect(seen.includes('failed') ? 'failed' : 'passed').toBe(worst);
  },
);
