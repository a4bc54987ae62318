/** Every check of the suite, in the order in which a run starts them. */

import { combinedModel } from '../models/combined/machine.ts';
import { contractModel } from '../models/contract/machine.ts';
import { externalAccountModel } from '../models/external-account/machine.ts';
import { invoiceModel } from '../models/invoice/machine.ts';
import { kybModel } from '../models/kyb/machine.ts';
import { kycModel } from '../models/kyc/machine.ts';
import { payrollModel } from '../models/payroll/machine.ts';
import { personModel } from '../models/person/machine.ts';
import { reimbursementModel } from '../models/reimbursement/machine.ts';
import { transactionModel } from '../models/transaction/machine.ts';
import { virtualAccountModel } from '../models/virtual-account/machine.ts';
import { deliveryChecks } from '../models/webhook-delivery/machine.ts';
import type { Check } from '../provider/check.ts';
import { answerChecks } from './answers.ts';
import { authenticationChecks } from './authentication.ts';
import { beneficiaryChecks } from './beneficiaries.ts';
import { bodyChecks } from './bodies.ts';
import { businessChecks } from './businesses.ts';
import { complianceEventChecks } from './compliance-events.ts';
import { contractChecks } from './contracts.ts';
import { cursorChecks } from './cursors.ts';
import { customFieldChecks } from './custom-fields.ts';
import { depositChecks } from './deposits.ts';
import { eventIsolationChecks } from './event-isolation.ts';
import { existingChecks } from './existing.ts';
import { fileChecks } from './files.ts';
import { invoiceChecks } from './invoices.ts';
import { jwtExchangeChecks } from './jwt-exchange.ts';
import { kybChecks } from './kyb.ts';
import { kycChecks } from './kyc.ts';
import { leverEventChecks } from './lever-events.ts';
import { objectAccessChecks } from './object-access.ts';
import { operationChecks } from './operations.ts';
import { walkFirst } from './order.ts';
import { payoutChecks } from './payouts.ts';
import { payrollChecks } from './payrolls.ts';
import { personEventChecks } from './person-events.ts';
import { personRecordChecks } from './person-records.ts';
import { personChecks } from './persons.ts';
import { reimbursementChecks } from './reimbursements.ts';
import { taxChecks } from './taxes.ts';
import { tokenChecks } from './tokens.ts';
import { userChecks } from './users.ts';
import { webhookChecks } from './webhooks.ts';

export const allChecks: readonly Check[] = walkFirst([
  // One of them waits for a target to give up on a receiver that hangs; what it says of a retry is said first.
  ...deliveryChecks,
  payrollModel,
  kycModel,
  personModel,
  externalAccountModel,
  virtualAccountModel,
  transactionModel,
  kybModel,
  invoiceModel,
  reimbursementModel,
  contractModel,
  combinedModel,
  ...webhookChecks,
  ...personEventChecks,
  ...complianceEventChecks,
  ...leverEventChecks,
  ...eventIsolationChecks,
  ...payrollChecks,
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
  ...existingChecks,
]);
