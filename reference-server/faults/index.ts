/** The deliberate deviations with which the conformance suite proves that it finds what it claims to find. */
import { authenticationFaults } from './authentication.ts';
import { businessFaults } from './businesses.ts';
import { complianceFaults } from './compliance.ts';
import { conventionFaults } from './conventions.ts';
import { depositFaults } from './deposits.ts';
import { errorFaults } from './errors.ts';
import { expiryFaults } from './expiry.ts';
import { externalAccountFaults } from './external-accounts.ts';
import type { Fault } from './fault.ts';
import { kycFaults } from './kyc.ts';
import { kycReviewFaults } from './kyc-reviews.ts';
import { payrollFieldFaults } from './payroll-fields.ts';
import { payrollStateFaults } from './payroll-states.ts';
import { personJobFaults } from './person-jobs.ts';
import { personLifecycleFaults } from './person-lifecycle.ts';
import { personFaults } from './persons.ts';
import { retryFaults } from './retries.ts';
import { sandboxFaults } from './sandbox.ts';
import { transactionEventFaults } from './transaction-events.ts';
import { transactionFaults } from './transactions.ts';
import { userFaults } from './users.ts';
import { webhookFaults } from './webhooks.ts';

export const faults: readonly Fault[] = [
  ...authenticationFaults,
  ...businessFaults,
  ...personFaults,
  ...personJobFaults,
  ...personLifecycleFaults,
  ...userFaults,
  ...kycFaults,
  ...kycReviewFaults,
  ...expiryFaults,
  ...payrollFieldFaults,
  ...payrollStateFaults,
  ...transactionFaults,
  ...transactionEventFaults,
  ...depositFaults,
  ...externalAccountFaults,
  ...complianceFaults,
  ...conventionFaults,
  ...errorFaults,
  ...sandboxFaults,
  ...webhookFaults,
  ...retryFaults,
];

const byId = new Map(faults.map((fault) => [fault.id, fault]));

/** Looks a fault up by an id that may come from outside, such as the command line. */
export function findFault(id: string): Fault | undefined {
  return byId.get(id);
}
