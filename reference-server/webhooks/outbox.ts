import { randomUUID } from 'node:crypto';
import type { BusinessRecord } from '../state/records/businesses.ts';
import type { DomainEvent, EndpointRecord } from '../state/records/webhooks.ts';
import type { Transaction } from '../store/store.ts';
import type { WebhookRules } from './rules.ts';

export interface Announcement {
  readonly rules: WebhookRules;
  /** The endpoints that receive events of the business. */
  readonly receivers: readonly EndpointRecord[];
  readonly business: BusinessRecord;
  readonly events: readonly DomainEvent[];
  /** Unix seconds on the clock of the business. */
  readonly now: number;
}

/**
 * Writes one delivery for each event and endpoint, in the transaction of the change that caused the events: neither
 * is ever there without the other.
 */
export async function enqueue(
  transaction: Transaction,
  { rules, receivers, business, events, now }: Announcement,
): Promise<void> {
  for (const event of rules.announced(events)) {
    const eventId = `evt_${randomUUID()}`;
    for (const endpoint of receivers)
      await transaction.put('deliveries', {
        id: randomUUID(),
        eventId,
        eventType: event.eventType,
        businessId: business.id,
        endpointId: endpoint.id,
        event,
        status: 'pending',
        nextAttemptAt: now,
        attempts: [],
      });
  }
}

/** Finished deliveries that stay in the log, the latest of all businesses together. */
export const keptDeliveries = 10_000;

/** Deletes the oldest finished deliveries beyond the number to keep. Outstanding deliveries stay. */
export async function cutLog(transaction: Transaction, kept = keptDeliveries): Promise<void> {
  for (const id of await transaction.finishedBeyond(kept)) await transaction.delete('deliveries', id);
}
