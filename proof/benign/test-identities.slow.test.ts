import { expect, test } from 'vitest';
import { runVariants } from './run-variant.ts';

/** Requirements that need an identity, a name, an amount or tax data that the sandbox takes. */
const needing = [
  ...['PAYOUT-008', 'CONTRACT-010', 'EVENT-004', 'KYC-010', 'KYC-030', 'KYC-036'],
  ...['PAYOUT-001', 'PAYROLL-020', 'PERSON-011', 'PERSON-017', 'PERSON-018', 'TAX-002', 'TAX-009'],
];

test.each([
  ['a sandbox that knows only identities of its own', 'not-exercised'],
  ['a sandbox whose own identities are known', 'passed'],
] as const)('%s: what needs them is %s', async (variant, status) => {
  const { requirements } = await runVariants([variant], { seed: 11, profile: 'standard' });
  const seen = requirements.filter(({ id }) => needing.includes(id));
  expect(seen.map((each) => [each.id, each.status])).toEqual(seen.map(({ id }) => [id, status]));
  expect(seen).toHaveLength(needing.length);
});
