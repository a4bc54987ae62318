/** Every check of the suite, in the order in which a run starts them. */

import { objectAccessChecks } from './crosscutting/access.ts';
import { authenticationChecks } from './crosscutting/authentication.ts';
import { bodyChecks } from './crosscutting/bodies.ts';
import { answerChecks } from './crosscutting/conventions.ts';
import { cursorChecks } from './crosscutting/cursors.ts';
import { existingChecks } from './crosscutting/existing.ts';
import { operationChecks } from './crosscutting/operations.ts';
import { productionChecks } from './crosscutting/production.ts';
import { tenantKeyChecks } from './crosscutting/tenant-keys.ts';
import type { Check } from './provider/check.ts';
import { beneficiaryChecks } from './resources/beneficiaries/checks.ts';
import { businessChecks, customFieldChecks } from './resources/businesses/checks.ts';
import { combinedModel } from './resources/combined/checks.ts';
import { filingChecks } from './resources/compliance/filings.ts';
import { remittanceCheck } from './resources/compliance/remittances.ts';
import { contractChecks, contractModel } from './resources/contracts/checks.ts';
import { externalAccountModel } from './resources/external-accounts/checks.ts';
import { fileChecks } from './resources/files/checks.ts';
import { historyChecks } from './resources/histories/checks.ts';
import { invoiceChecks, invoiceModel } from './resources/invoices/checks.ts';
import { kybChecks, kybModel } from './resources/kyb/checks.ts';
import { kybSentinelChecks } from './resources/kyb/sentinels.ts';
import { addressSentinelChecks } from './resources/kyc/address-sentinels.ts';
import { kycChecks, kycModel } from './resources/kyc/checks.ts';
import { payoutChecks } from './resources/payouts/checks.ts';
import { combinedQueries } from './resources/payouts/combined-queries.ts';
import { payoutSentinelChecks } from './resources/payouts/sentinels.ts';
import { payrollChecks, payrollModel } from './resources/payrolls/checks.ts';
import { disbursementCheck } from './resources/payrolls/disbursements.ts';
import { personChecks, personModel } from './resources/persons/checks.ts';
import { personEventChecks } from './resources/persons/events.ts';
import { personRecordChecks } from './resources/persons/records.ts';
import { reimbursementChecks, reimbursementModel } from './resources/reimbursements/checks.ts';
import { taxChecks } from './resources/tax/checks.ts';
import { tokenChecks } from './resources/tokens/checks.ts';
import { jwtExchangeChecks } from './resources/tokens/jwt-exchange.ts';
import { transactionModel } from './resources/transactions/checks.ts';
import { userChecks } from './resources/users/checks.ts';
import { virtualAccountModel, virtualAccountStates } from './resources/virtual-accounts/checks.ts';
import { depositChecks } from './resources/wallets/checks.ts';
import { deliveryChecks } from './resources/webhooks/checks.ts';
import {
  controlEventChecks,
  eventIsolationChecks,
  webhookChecks,
} from './resources/webhooks/event-checks.ts';

/**
 * Checks that cover the most for the fewest requests: access, the bounds of list parameters, valid and invalid bodies of
 * each operation, and the plainest writes. Long checks come last, so that they do not delay the others.
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
  // Existing resources show their shapes before the run creates any.
  'existing.lists',
  'existing.payouts',
  'existing.invoices',
  'existing.payrolls',
  // Not reached before: bodies that need money or a field, and shapes of resources that take several steps to create.
  'bodies.deposit',
  'bodies.custom-field',
  'payouts.read',
  'invoices.read',
];

/** All checks, with those of the walk first; the others keep their order. */
export function walkFirst(checks: readonly Check[]): readonly Check[] {
  const rank = ({ id }: Check) => {
    const place = firstLooks.indexOf(id);
    return place < 0 ? firstLooks.length : place;
  };
  return checks.toSorted((left, right) => rank(left) - rank(right));
}

export const allChecks: readonly Check[] = walkFirst([
  // One of these checks waits until the target gives up on a hanging receiver, so the checks of retries come first.
  ...deliveryChecks,
  // The longest checks start first, so that the run does not wait for them at the end.
  payrollModel,
  combinedModel,
  kycModel,
  personModel,
  externalAccountModel,
  virtualAccountModel,
  transactionModel,
  kybModel,
  invoiceModel,
  reimbursementModel,
  contractModel,
  ...webhookChecks,
  ...personEventChecks,
  ...filingChecks,
  remittanceCheck,
  virtualAccountStates,
  ...controlEventChecks,
  ...eventIsolationChecks,
  ...payrollChecks,
  disbursementCheck,
  ...personChecks,
  ...personRecordChecks,
  ...userChecks,
  ...fileChecks,
  ...kycChecks,
  ...businessChecks,
  ...customFieldChecks,
  ...kybChecks,
  ...answerChecks,
  ...authenticationChecks,
  ...tenantKeyChecks,
  ...objectAccessChecks,
  ...tokenChecks,
  ...jwtExchangeChecks,
  ...bodyChecks,
  ...operationChecks,
  ...depositChecks,
  ...beneficiaryChecks,
  ...cursorChecks,
  ...contractChecks,
  ...invoiceChecks,
  ...reimbursementChecks,
  ...taxChecks,
  ...payoutChecks,
  combinedQueries,
  ...existingChecks,
  ...addressSentinelChecks,
  ...kybSentinelChecks,
  ...payoutSentinelChecks,
  ...productionChecks,
  ...historyChecks,
]);
