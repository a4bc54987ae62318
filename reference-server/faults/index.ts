/** The deliberate deviations with which the conformance suite proves that it finds what it claims to find. */

import { accountRestrictionFaults } from './account-restrictions.ts';
import { authenticationFaults } from './authentication.ts';
import { beforeCommitFaults } from './before-commit.ts';
import { beneficiaryFaults } from './beneficiaries.ts';
import { beneficiaryFieldFaults } from './beneficiary-fields.ts';
import { beyondAsciiFaults } from './beyond-ascii.ts';
import { businessFaults } from './businesses.ts';
import { complianceFaults } from './compliance.ts';
import { contractFieldFaults } from './contract-fields.ts';
import { contractFaults } from './contracts.ts';
import { conventionFaults } from './conventions.ts';
import { customFieldFaults } from './custom-fields.ts';
import { deliveryAttemptFaults } from './delivery-attempts.ts';
import { depositFaults } from './deposits.ts';
import { errorFaults } from './errors.ts';
import { exitFaults } from './exits.ts';
import { expiryFaults } from './expiry.ts';
import { externalAccountFaults } from './external-accounts.ts';
import type { Fault } from './fault.ts';
import { genericFaults } from './generic.ts';
import { invoiceFieldFaults } from './invoice-fields.ts';
import { invoiceFaults } from './invoices.ts';
import { kybFaults } from './kyb.ts';
import { kycFaults } from './kyc.ts';
import { kycDocumentFaults } from './kyc-documents.ts';
import { kycReviewFaults } from './kyc-reviews.ts';
import { listBoundFaults } from './list-bounds.ts';
import { lostOnTheWayFaults } from './lost-on-the-way.ts';
import { paidTwiceFaults } from './paid-twice.ts';
import { payoutExportFaults } from './payout-export.ts';
import { payoutFieldFaults } from './payout-fields.ts';
import { payoutFaults } from './payouts.ts';
import { payrollFieldFaults } from './payroll-fields.ts';
import { payrollStateFaults } from './payroll-states.ts';
import { personJobFaults } from './person-jobs.ts';
import { personLifecycleFaults } from './person-lifecycle.ts';
import { personFaults } from './persons.ts';
import { raceFaults } from './races.ts';
import { reimbursementFaults } from './reimbursements.ts';
import { retryFaults } from './retries.ts';
import { sandboxFaults } from './sandbox.ts';
import { secondBusinessFaults } from './second-business.ts';
import { seldomMomentFaults } from './seldom-moments.ts';
import { seldomValueFaults } from './seldom-values.ts';
import { staleAndMistakenFaults } from './stale-and-mistaken.ts';
import { taxFaults } from './tax.ts';
import { thirdRetryFaults } from './third-retries.ts';
import { timeBoundFaults } from './time-bounds.ts';
import { transactionEventFaults } from './transaction-events.ts';
import { transactionFaults } from './transactions.ts';
import { userTokenFaults } from './user-tokens.ts';
import { userFaults } from './users.ts';
import { valueBoundFaults } from './value-bounds.ts';
import { virtualAccountFaults } from './virtual-accounts.ts';
import { webhookFaults } from './webhooks.ts';

export const faults: readonly Fault[] = [
  ...authenticationFaults,
  ...userTokenFaults,
  ...businessFaults,
  ...customFieldFaults,
  ...kybFaults,
  ...personFaults,
  ...personJobFaults,
  ...personLifecycleFaults,
  ...exitFaults,
  ...userFaults,
  ...kycFaults,
  ...kycReviewFaults,
  ...expiryFaults,
  ...kycDocumentFaults,
  ...payrollFieldFaults,
  ...payrollStateFaults,
  ...beneficiaryFieldFaults,
  ...beneficiaryFaults,
  ...payoutFieldFaults,
  ...payoutFaults,
  ...payoutExportFaults,
  ...virtualAccountFaults,
  ...contractFieldFaults,
  ...contractFaults,
  ...invoiceFieldFaults,
  ...invoiceFaults,
  ...reimbursementFaults,
  ...taxFaults,
  ...transactionFaults,
  ...transactionEventFaults,
  ...depositFaults,
  ...paidTwiceFaults,
  ...externalAccountFaults,
  ...accountRestrictionFaults,
  ...complianceFaults,
  ...conventionFaults,
  ...errorFaults,
  ...genericFaults,
  ...sandboxFaults,
  ...webhookFaults,
  ...retryFaults,
  ...deliveryAttemptFaults,
  ...raceFaults,
  ...listBoundFaults,
  ...timeBoundFaults,
  ...valueBoundFaults,
  ...thirdRetryFaults,
  ...secondBusinessFaults,
  ...beyondAsciiFaults,
  ...beforeCommitFaults,
  ...staleAndMistakenFaults,
  ...lostOnTheWayFaults,
  ...seldomValueFaults,
  ...seldomMomentFaults,
];

const byId = new Map(faults.map((fault) => [fault.id, fault]));

/** Looks a fault up by an id that may come from outside, such as the command line. */
export function findFault(id: string): Fault | undefined {
  return byId.get(id);
}
