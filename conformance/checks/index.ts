/** Every check of the suite, in the order of the interface document. */
import type { Check } from '../engine/check.ts';
import { payrollModel } from '../models/payroll/machine.ts';
import { authenticationChecks } from './authentication.ts';
import { bankTransferChecks } from './bank-transfers.ts';
import { bodyChecks } from './bodies.ts';
import { businessChecks } from './businesses.ts';
import { complianceEventChecks } from './compliance-events.ts';
import { contractEventChecks } from './contract-events.ts';
import { cursorListChecks } from './cursor-lists.ts';
import { depositChecks } from './deposits.ts';
import { eventIsolationChecks } from './event-isolation.ts';
import { externalAccountChecks } from './external-accounts.ts';
import { kycEventChecks } from './kyc-events.ts';
import { payrollTransactionChecks } from './payroll-transactions.ts';
import { payrollChecks } from './payrolls.ts';
import { personEventChecks } from './person-events.ts';
import { personChecks } from './persons.ts';
import { transactionChecks } from './transactions.ts';
import { webhookChecks } from './webhooks.ts';

export const allChecks: readonly Check[] = [
  payrollModel,
  ...webhookChecks,
  ...personEventChecks,
  ...kycEventChecks,
  ...contractEventChecks,
  ...transactionChecks,
  ...bankTransferChecks,
  ...payrollTransactionChecks,
  ...externalAccountChecks,
  ...complianceEventChecks,
  ...eventIsolationChecks,
  ...cursorListChecks,
  ...payrollChecks,
  ...personChecks,
  ...businessChecks,
  ...authenticationChecks,
  ...bodyChecks,
  ...depositChecks,
];
