/** Attempts at deliveries where the document defines neither what a retry repeats nor when retries stop. */

import { Clock } from '../../reference-server/service/clock.ts';
import type { DeliveryRecord } from '../../reference-server/state/records/webhooks.ts';
import type { Records } from '../../reference-server/state/records.ts';
import type { Transaction } from '../../reference-server/store/store.ts';
import { envelopeOf, signedHeaders } from '../../reference-server/webhooks/rules.ts';
import { inTransactions, webhooks } from '../faults/tools.ts';
import type { BenignGroup } from './variant.ts';

const threeDays = 72 * 3_600;
const clock = new Clock();

/** A delivery that is given up three days after its first attempt, not with its last. */
async function asShown(transaction: Transaction, delivery: DeliveryRecord): Promise<DeliveryRecord> {
  const business = await transaction.get('businesses', delivery.businessId);
  const [first] = delivery.attempts;
  const isOver = !business || !first || clock.now(business) >= first.at + threeDays;
  return delivery.status === 'failed' && !isOver ? { ...delivery, status: 'pending' } : delivery;
}

const givenUpLater = inTransactions((transaction) => ({
  async list(collection, where) {
    const found = await transaction.list(collection, where);
    if (collection !== 'deliveries') return found;
    // The compiler does not narrow the records with their collection.
    const deliveries = found as readonly Records['deliveries'][];
    const shown = await Promise.all(deliveries.map((delivery) => asShown(transaction, delivery)));
    return shown as unknown as typeof found;
  },
}));

export const attemptVariants: BenignGroup = {
  checks: /^(webhook-delivery|webhooks|events)\./,
  variants: {
    'the same request once more at once when a receiver hangs up': {
      interpretations: [182],
      overrides: {
        wrapSend: (send) => async (request) => (await send(request)) ?? (await send(request)),
      },
    },
    'every webhook sent twice at once, whatever the answer': {
      interpretations: [182],
      overrides: {
        wrapSend: (send) => async (request) => {
          const answer = await send(request);
          await send(request);
          return answer;
        },
      },
    },
    'an envelope with the time of each attempt': {
      interpretations: [183],
      overrides: webhooks({
        message(context) {
          const body = JSON.stringify(envelopeOf(context));
          return { body, headers: signedHeaders(context, body) };
        },
      }),
    },
    'a payload that is written again for each attempt': {
      interpretations: [184],
      overrides: webhooks({
        message(context) {
          const { data, ...envelope } = envelopeOf(context);
          const body = JSON.stringify({
            ...envelope,
            attempt: context.attempt,
            data: { ...data, renderedAt: context.now },
          });
          return { body, headers: signedHeaders(context, body) };
        },
      }),
    },
    'a delivery that is marked failed three days after its first attempt': {
      interpretations: [186],
      overrides: { wrapStore: givenUpLater },
    },
  },
};
