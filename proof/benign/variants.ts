/**
 * Servers that differ from the reference server only where the interface document is silent. Nothing may be held
 * against them at the documented level.
 */
import { accessVariants, closedReadVariants } from './access.ts';
import { bankAccountVariants } from './account-choices.ts';
import { answerVariants, refusalVariants, transportVariants } from './answers.ts';
import { billVariants } from './bills.ts';
import { bodyVariants } from './body-choices.ts';
import { bodyNameVariants } from './body-names.ts';
import { choiceVariants } from './choices.ts';
import { contractVariants } from './contract-choices.ts';
import { decisionVariants } from './decision-choices.ts';
import { deliveryVariants, payloadVariants, silentVariants } from './deliveries.ts';
import { eventChoiceVariants, unnamedEventVariants } from './event-choices.ts';
import { exitVariants } from './exits.ts';
import { filingVariants } from './filing-choices.ts';
import {
  accountVariants,
  personVariants,
  renewalVariants,
  verificationVariants,
  wordVariants,
} from './lifecycles.ts';
import { listVariants } from './lists.ts';
import { locationVariants } from './locations.ts';
import { moneyVariants } from './money-choices.ts';
import { nameVariants } from './names.ts';
import { payoutVariants } from './payout-choices.ts';
import { payrollChoiceVariants } from './payroll-choices.ts';
import { paymentVariants } from './payroll-payments.ts';
import { payrollVariants } from './payrolls.ts';
import { peopleVariants } from './people.ts';
import { resourceVariants } from './resource-choices.ts';
import { clockVariants, keyVariants } from './setups.ts';
import { identityVariants } from './test-identities.ts';
import { tokenVariants } from './token-choices.ts';
import { transactionVariants } from './transaction-choices.ts';
import { validationVariants } from './validation.ts';
import type { BenignGroup } from './variant.ts';
import { verificationChoiceVariants } from './verification-choices.ts';
import { attemptVariants } from './webhook-choices.ts';

export const benignGroups: readonly BenignGroup[] = [
  payrollChoiceVariants,
  verificationChoiceVariants,
  peopleVariants,
  tokenVariants,
  eventChoiceVariants,
  unnamedEventVariants,
  moneyVariants,
  resourceVariants,
  bodyNameVariants,
  locationVariants,
  identityVariants,
  validationVariants,
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
  clockVariants,
  keyVariants,
  choiceVariants,
  renewalVariants,
  paymentVariants,
  transactionVariants,
  payoutVariants,
  contractVariants,
  bankAccountVariants,
  billVariants,
  filingVariants,
  decisionVariants,
  accessVariants,
  closedReadVariants,
  bodyVariants,
  attemptVariants,
  exitVariants,
];
