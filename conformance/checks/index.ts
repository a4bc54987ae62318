/** Every check of the suite, in the order of the interface document. */
import type { Check } from '../engine/check.ts';
import { payrollModel } from '../models/payroll/machine.ts';
import { answerChecks } from './answers.ts';
import { authenticationChecks } from './authentication.ts';
import { bodyChecks } from './bodies.ts';
import { businessChecks } from './businesses.ts';
import { depositChecks } from './deposits.ts';
import { payrollChecks } from './payrolls.ts';
import { personChecks } from './persons.ts';
import { webhookChecks } from './webhooks.ts';

export const allChecks: readonly Check[] = [
  payrollModel,
  ...webhookChecks,
  ...payrollChecks,
  ...personChecks,
  ...businessChecks,
  ...answerChecks,
  ...authenticationChecks,
  ...bodyChecks,
  ...depositChecks,
];
