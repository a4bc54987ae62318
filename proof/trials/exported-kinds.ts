/** Findings of 46 kinds, for what is made of them. */
import { allChecks } from '../../conformance/all-checks.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import type { Target } from '../../conformance/target/target.ts';
import { collectResults } from '../../src/collect-results.ts';
import { tool } from '../../src/tool.ts';

/** A fault, the check that finds it, and the requirement that it breaks there. */
export const kinds = [
  ['other-environment-key-accepted', 'authentication.other-environment', 'AUTH-003'],
  ['org-token-may-not-list-payrolls', 'authentication.org-scope', 'AUTH-010'],
  ['auto-approve-tax-id-wins-over-a-preset', 'kyb.combined-sentinels', 'KYB-009'],
  ['unknown-tenant-key-answers-404', 'authentication.foreign-tenant-key', 'AUTH-004'],
  ['org-token-reads-any-payroll', 'authentication.org-scope', 'AUTH-008'],
  ['template-required-flag-as-text', 'contracts.templates', 'TEMPLATE-002'],
  ['payout-export-without-start-date', 'payouts.csv-dates', 'LIMIT-004'],
  ['insufficient-permissions-answer-401', 'authentication.token-type', 'AUTH-005'],
  ['users-as-a-bare-list', 'operations.lists', 'USER-005'],
  ['page-meta-as-strings', 'existing.lists', 'CONV-009'],
  ['template-country-in-lower-case', 'contracts.templates', 'CONV-004'],
  ['invoice-status-open', 'invoices.read', 'INVOICE-002'],
  ['contracts-as-bare-list', 'existing.lists', 'CONTRACT-015'],
  ['tax-needs-additional-attributes', 'taxes.calculation', 'TAX-008'],
  ['invoice-due-date-with-time', 'invoices.read', 'INVOICE-003'],
  ['beneficiaries-as-bare-list', 'existing.lists', 'BENEFICIARY-010'],
  ['any-token-accepted', 'authentication.invalid-token', 'AUTH-002'],
  ['invoice-purpose-as-list', 'invoices.read', 'INVOICE-009'],
  ['invoice-address-in-parts', 'invoices.read', 'INVOICE-004'],
  ['payouts-as-bare-list', 'existing.lists', 'PAYOUT-007'],
  ['only-first-item-with-total', 'invoices.read', 'INVOICE-005'],
  ['params-holds-objects', 'bodies.create-beneficiary', 'ERR-003'],
  ['person-metadata-holds-a-number', 'persons.read', 'PERSON-009'],
  ['invalid-body-has-another-message', 'bodies.create-beneficiary', 'ERR-004'],
  ['limit-1-refused', 'operations.parameters', 'PERSON-005'],
  ['review-answers-200', 'kyc.answers', 'SANDBOX-004'],
  ['person-phone-country-code-is-a-number', 'persons.fields', 'CONV-007'],
  ['beneficiary-update-as-text', 'beneficiaries.list', 'BENEFICIARY-005'],
  ['worker-type-in-lower-case', 'payrolls.list', 'PAYROLL-002'],
  ['payroll-without-id', 'payrolls.list', 'PAYROLL-001'],
  ['money-as-string', 'payrolls.list', 'PAYROLL-007'],
  ['created-business-without-id', 'answers.shapes', 'PLATFORM-001'],
  ['created-contract-title-null', 'contracts.create', 'CONTRACT-009'],
  ['invalid-body-has-another-code', 'bodies.create-contract', 'ERR-002'],
  ['beneficiary-inner-objects-not-validated', 'bodies.create-beneficiary', 'BENEFICIARY-011'],
  ['contract-creation-in-milliseconds', 'contracts.create', 'CONTRACT-019'],
  ['exchange-accepts-any-body', 'bodies.exchange-jwt-broken', 'TOKEN-002'],
  ['review-with-null-answers-500', 'bodies.review-kyc-doubtful', 'SANDBOX-008'],
  ['kyc-read-without-identity', 'kyc.answers', 'KYC-034'],
  ['no-token-needed-to-list-persons', 'authentication.no-token', 'AUTH-001'],
  ['balance-not-checked', 'payroll.model', 'PAYROLL-024'],
  ['never-pays', 'payroll.model', 'PAYROLL-031'],
  ['never-completes', 'payroll.model', 'PAYROLL-033'],
  ['kyc-resubmission-when-approved', 'kyc.model', 'KYC-022'],
  ['approved-component-cannot-be-rejected', 'kyc.model', 'KYC-018'],
  ['submitted-invoice-paid', 'invoice.model', 'INVOICE-013'],
] as const;

/** The finding of the smoke profile, which ends with it. */
export async function findingOf(target: Target, check: string, requirement: string) {
  const events = runConformance({
    target,
    checks: allChecks.filter(({ id }) => id === check),
    seed: 1,
    profile: 'smoke',
    concurrency: 1,
    tool,
    endAt: (finding) => finding.requirement === requirement,
  });
  const { findings } = await collectResults(events);
  return findings.find((each) => each.requirement === requirement);
}

/** The environment variables of a test of a finding. */
export const variablesOf = ({ baseUrl, credentials }: Target) => ({
  CONFORMANCE_BASE_URL: baseUrl,
  CONFORMANCE_PLATFORM_TOKEN: credentials.platformToken ?? '',
  CONFORMANCE_ORG_TOKEN: credentials.orgToken ?? '',
  CONFORMANCE_OTHER_ENVIRONMENT_TOKEN: credentials.otherEnvironmentToken ?? '',
  CONFORMANCE_FOREIGN_TENANT_KEY: credentials.foreignTenantKey ?? '',
  CONFORMANCE_JWT_SECRET: credentials.jwtSecret ?? '',
});
