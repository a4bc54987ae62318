import { randomUUID } from 'node:crypto';
import type { BusinessRecord } from '../resources/businesses/records.ts';
import type { Transaction } from '../store/store.ts';
import type { DomainEvent } from './records.ts';
import type { WebhookRules } from './rules.ts';

/**
 * Writes one delivery for each event and endpoint, in the transaction of the change that caused the events: neither
 * is ever there without the other.
 *
 * @param now Unix seconds on the clock of the business.
 */
export async function enqueue(
  transaction: Transaction,
  rules: WebhookRules,
  business: BusinessRecord,
  events: readonly DomainEvent[],
  now: number,
): Promise<void> {
  if (events.length === 0) return;
  const endpoints = await transaction.list('endpoints', {});
  const subscribed = endpoints.filter((endpoint) => rules.subscribes(endpoint, business));
  for (const event of rules.announced(events)) {
    const eventId = `evt_${randomUUID()}`;
    for (const endpoint of subscribed)
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
