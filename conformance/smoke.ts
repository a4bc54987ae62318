/**
 * What each profile tests. `smoke`: as much as a run of 1,000 requests and five businesses can find. Only `thorough` plays
 * the histories of several clients.
 */
import type { ProfileName } from './engine/events.ts';
import type { Check } from './provider/check.ts';

/** Businesses that a run of the profile opens at the most. */
const smokeBusinesses = 5;

/**
 * The checks that find most of the deliberate faults for each request, the best first: each is the one that finds most of
 * what those before it leave. `conformance selftest --profile smoke` tells the share of all faults that they find together.
 */
const smokeChecks: readonly string[] = [
  'existing.invoices',
  'beneficiaries.list',
  'webhooks.deliveries',
  'contracts.templates',
  'contracts.create',
  'authentication.tenant-selection',
  'kyc.model',
  'existing.lists',
  'kyb.combined-sentinels',
  'taxes.calculation',
  'external-account.model',
  'webhook-delivery.model',
  'transaction.model',
  'existing.filters',
  'payouts.combined-queries',
  'authentication.token-type',
  'payrolls.exact-funds',
  'tokens.altered',
  'persons.job-info',
  'person.model',
  'payroll.model',
  'custom-fields.rename',
  'existing.payouts',
  'kyb.submission',
  'bodies.exchange-jwt',
  'taxes.locations',
  'kyb.principal-sentinels',
  'payouts.sentinels',
  'compliance.requirements',
  'authentication.foreign-tenant-key',
  'persons.tax',
  'taxes.required-fields',
  'events.persons',
  'tokens.lifetime',
  'events.users',
  'existing.persons',
  'payouts.csv',
  'kyb.model',
  'events.job-info',
  'authentication.org-scope',
  'cursors.payouts',
  'invoices.read',
  'users.status',
];

/** The checks of a profile, if the user names none. */
export function checksOf(profile: ProfileName, checks: readonly Check[]): readonly Check[] {
  if (profile === 'thorough') return checks;
  if (profile === 'standard') return checks.filter(({ id }) => !id.startsWith('histories.'));
  return smokeChecks.flatMap((id) => checks.find((check) => check.id === id) ?? []);
}

/** The businesses that a run of a profile opens at the most; undefined for as many as the cases want. */
export const businessesOf = (profile: ProfileName): number | undefined =>
  profile === 'smoke' ? smokeBusinesses : undefined;
