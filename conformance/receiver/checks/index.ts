/** Every check of a receiver, in the order of a run. */
import type { ReceiverCheck } from '../check.ts';
import { burstChecks } from './bursts.ts';
import { duplicateChecks } from './duplicates.ts';
import { eventChecks } from './events.ts';
import { forgeryChecks } from './forgeries.ts';
import { leniencyChecks } from './leniency.ts';
import { orderChecks } from './order.ts';
import { scheduleChecks } from './schedule.ts';
import { signatureChecks } from './signatures.ts';

export const consumerChecks: readonly ReceiverCheck[] = [
  ...eventChecks,
  ...duplicateChecks,
  ...orderChecks,
  ...scheduleChecks,
  ...leniencyChecks,
  ...signatureChecks,
  ...forgeryChecks,
  ...burstChecks,
];
