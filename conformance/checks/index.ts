/** Every check of the suite, in the order of the interface document. */
import type { Check } from '../engine/check.ts';
import { payrollModel } from '../models/payroll/machine.ts';
import { authenticationChecks } from './authentication.ts';
import { bodyChecks } from './bodies.ts';
import { businessChecks } from './businesses.ts';
import { depositChecks } from './deposits.ts';
import { documentExpiryChecks } from './document-expiry.ts';
import { fileChecks } from './files.ts';
import { kycChecks } from './kyc.ts';
import { kycReviewChecks } from './kyc-reviews.ts';
import { payrollChecks } from './payrolls.ts';
import { personLifecycleChecks } from './person-lifecycle.ts';
import { personRecordChecks } from './person-records.ts';
import { personChecks } from './persons.ts';
import { userChecks } from './users.ts';
import { webhookChecks } from './webhooks.ts';

export const allChecks: readonly Check[] = [
  payrollModel,
  ...webhookChecks,
  ...payrollChecks,
  ...personChecks,
  ...personRecordChecks,
  ...personLifecycleChecks,
  ...userChecks,
  ...fileChecks,
  ...kycChecks,
  ...kycReviewChecks,
  ...documentExpiryChecks,
  ...businessChecks,
  ...authenticationChecks,
  ...bodyChecks,
  ...depositChecks,
];
