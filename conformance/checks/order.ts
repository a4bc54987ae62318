/** Where a run looks first: a walk over all operations and constraints, which leaves nothing to luck and costs little. */
import type { Check } from '../provider/check.ts';

/**
 * Checks that see the most for the fewest requests: who is let in, the bounds of what lists are asked for, what each
 * operation makes of legal and of illegal bodies, and what the plainest writes leave behind. Those that go on for long
 * after they have seen what they are first for come last, so that they do not stand in the way of the others.
 */
export const firstLooks: readonly string[] = [
  'authentication.no-token',
  'operations.parameters',
  'bodies.create-beneficiary',
  'bodies.save-payroll',
  'authentication.invalid-token',
  'custom-fields.rename',
  'operations.job-info',
  'bodies.create-contract',
  'operations.unknown-ids',
  'authentication.tenant-selection',
  'operations.deposit',
  'operations.custom-field',
  'bodies.create-business-broken',
  'authentication.token-type',
  'bodies.submit-kyc-doubtful',
  'payrolls.list',
  'deposits.balance',
  'authentication.foreign-tenant-key',
  'operations.lists',
  'bodies.create-business',
  // Where there is something already, its shapes show before any of it was made.
  'existing.lists',
  'existing.payouts',
  'existing.invoices',
  'existing.payrolls',
  // What the walk has not come to: bodies that need money or a field, and the shapes of what takes some steps to make.
  'bodies.deposit',
  'bodies.custom-field',
  'payouts.read',
  'invoices.read',
];

/** The same checks; those of the walk come first, and the others keep their order. */
export function walkFirst(checks: readonly Check[]): readonly Check[] {
  const rank = ({ id }: Check) => {
    const place = firstLooks.indexOf(id);
    return place < 0 ? firstLooks.length : place;
  };
  return checks.toSorted((left, right) => rank(left) - rank(right));
}
