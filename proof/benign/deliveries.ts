/** Webhooks that are signed, timed or written in another way. */
import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import type { Records } from '../../reference-server/state/records.ts';
import { signedHeaders, webhookRules } from '../../reference-server/webhooks/rules.ts';
import { inEnvelopes, inHeaders, inTransactions, webhooks } from '../faults/tools.ts';
import { asRecord, type BenignGroup, withMore } from './variant.ts';

/** Delays that count from the first attempt, which the sentence allows as well: interpretation 8. */
const fromFirst = [5, 300, 1_800, 7_200, 18_000, 36_000, 86_400];

/** The same value with the fields of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, reversed(field)]);
  return Object.fromEntries(fields.toReversed());
}

/** The digits of an id in place of its UUID, always the same ones. */
const inDigits = (eventId: string) =>
  eventId.startsWith('evt_') ? String(BigInt(`0x${eventId.replaceAll(/evt_|-/g, '')}`)) : eventId;

/** Every id of a delivery as `change` makes it, from its first record on. */
const eventIds = (change: (eventId: string) => string) =>
  inTransactions((transaction) => ({
    put(collection, record) {
      if (collection !== 'deliveries') return transaction.put(collection, record);
      // The compiler does not narrow the record with its collection.
      const delivery = record as Records['deliveries'];
      return transaction.put('deliveries', { ...delivery, eventId: change(delivery.eventId) });
    },
  }));

/** An event of a kind that the description does not know, so the compiler does not either. */
const audited = {
  eventType: 'audit.recorded',
  data: { id: 'audit-1', by: 'somebody' },
} as unknown as DomainEvent;

/** Differences of which any delivery shows whether they matter. */
export const deliveryVariants: BenignGroup = {
  checks: /^(webhook-delivery|webhooks|events|person)\./,
  variants: {
    'retries that count from the first attempt': {
      interpretations: [8],
      overrides: webhooks({
        retryDelaySeconds: (failures) => {
          const delay = fromFirst[failures - 1];
          return delay === undefined ? undefined : delay - (fromFirst[failures - 2] ?? 0);
        },
      }),
    },
    'retries that come a little late': {
      interpretations: [8],
      overrides: webhooks({
        retryDelaySeconds: (failures) => {
          const delay = fromFirst[failures - 1];
          return delay === undefined ? undefined : Math.round(delay * 1.05) + 1;
        },
      }),
    },
    'retries that are made by a job that runs once a minute': {
      interpretations: [8, 164, 213],
      overrides: webhooks({
        retryDelaySeconds: (failures) => {
          const delay = webhookRules.retryDelaySeconds(failures);
          return delay === undefined ? undefined : delay + 59;
        },
      }),
    },
    'a header timestamp that stays that of the first sending': {
      interpretations: [9, 214],
      overrides: inHeaders((_, context, body) => ({
        ...signedHeaders({ ...context, now: context.delivery.attempts[0]?.at ?? context.now }, body),
      })),
    },
    'webhooks with the real time': {
      interpretations: [310],
      overrides: webhooks({
        message: (context) => webhookRules.message({ ...context, now: Math.floor(Date.now() / 1_000) }),
      }),
    },
    'headers with the prefix of a delivery provider': {
      interpretations: [307],
      overrides: inHeaders((headers) =>
        Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.replace(/^hook-/, 'relay-'), value]),
        ),
      ),
    },
    'a header id for each attempt': {
      interpretations: [215],
      overrides: inHeaders((_, context, body) => {
        const { delivery, attempt } = context;
        const eventId = attempt === 1 ? delivery.eventId : `${delivery.eventId}_${attempt}`;
        return { ...signedHeaders({ ...context, delivery: { ...delivery, eventId } }, body) };
      }),
    },
    'signatures of the bare body in hexadecimal': {
      interpretations: [10],
      overrides: inHeaders((headers, { endpoint }, body) => ({
        ...headers,
        'hook-signature': createHmac('sha256', endpoint.secret).update(body).digest('hex'),
      })),
    },
    'signatures of timestamp and body as t= and v1=': {
      interpretations: [10],
      overrides: inHeaders((headers, { endpoint }, body) => ({
        ...headers,
        'hook-signature': `t=${headers['hook-timestamp']},v1=${createHmac('sha256', endpoint.secret)
          .update(`${headers['hook-timestamp']}.${body}`)
          .digest('hex')}`,
      })),
    },
    'a version that is not the observed one': { overrides: inEnvelopes('version', () => '2.0') },
    'deliveries that take their time': {
      overrides: {
        wrapSend: (send) => async (request) => {
          await delay(request.body.length % 7);
          return await send(request);
        },
      },
    },
    'webhook ids that are numbers in words': { overrides: { wrapStore: eventIds(inDigits) } },
  },
};

/**
 * Delivery is not guaranteed, so checks of deliveries do not depend on it. Checks of events depend on the documented
 * events.
 */
export const silentVariants: BenignGroup = {
  checks: /^webhook-delivery\./,
  variants: {
    'webhooks that never go out': {
      interpretations: [5],
      // A target with drain would have to deliver it.
      alone: true,
      overrides: webhooks({ announced: () => [] }),
    },
  },
};

/** Variants of the payload, for every kind of event. */
export const payloadVariants: BenignGroup = {
  checks: /\.model$|^(webhooks|events|compliance)\./,
  variants: {
    'more fields in events': {
      overrides: inEnvelopes('data', (data) => ({ ...asRecord(data), extra: { nested: true } })),
    },
    'objects in events with their fields in another order': { overrides: inEnvelopes('data', reversed) },
    'a field more in every object of an event': {
      overrides: inEnvelopes('', withMore),
    },
    'events of one change in the opposite order': {
      overrides: webhooks({ announced: (events) => events.toReversed() }),
    },
    'events of kinds that the document does not name': {
      overrides: webhooks({ announced: (events) => events.flatMap((event) => [event, audited]) }),
    },
  },
};
