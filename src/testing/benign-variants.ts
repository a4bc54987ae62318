/**
 * Servers that differ from the reference server only where the interface document is silent. Nothing may be held
 * against them at the documented level.
 */
import { answerVariants, refusalVariants, transportVariants } from './benign-answers.ts';
import { deliveryVariants, payloadVariants, silentVariants } from './benign-deliveries.ts';
import { accountVariants, personVariants, verificationVariants, wordVariants } from './benign-lifecycles.ts';
import { listVariants } from './benign-lists.ts';
import { nameVariants } from './benign-names.ts';
import { payrollVariants } from './benign-payrolls.ts';
import type { BenignGroup } from './benign-variant.ts';

export const benignGroups: readonly BenignGroup[] = [
  payrollVariants,
  deliveryVariants,
  silentVariants,
  payloadVariants,
  answerVariants,
  refusalVariants,
  transportVariants,
  listVariants,
  verificationVariants,
  personVariants,
  accountVariants,
  wordVariants,
  nameVariants,
];
