/** Sections "Events, Delivery", "Webhook authentication" and the retry schedule of "Limits", as pure functions. */

import type { WebhookEvent } from '../../openapi/event-types.ts';
import type { BusinessRecord } from '../state/records/businesses.ts';
import type {
  DeliveryAttempt,
  DeliveryRecord,
  DomainEvent,
  EndpointRecord,
} from '../state/records/webhooks.ts';
import { sign } from './signature.ts';

export const signatureHeader = 'hook-signature';

/** One attempt that is about to be made. */
export interface AttemptContext {
  readonly delivery: DeliveryRecord;
  readonly endpoint: EndpointRecord;
  readonly tenantKey: string;
  /** Counts from 1, and anew when the delivery is resent. */
  readonly attempt: number;
  /** Unix seconds on the clock of the business. */
  readonly now: number;
}

export interface WebhookMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const retryDelaysSeconds: readonly number[] = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 24 * 3600];

export function envelopeOf({ delivery, tenantKey, now }: AttemptContext): WebhookEvent {
  const { event, eventId: id } = delivery;
  const { eventType, data } = event;
  const envelope = { eventType, id, version: '1.0', timestamp: now, data: { ...data, tenantKey } };
  // The event pairs eventType and data, but the compiler loses this when it is destructured.
  return envelope as WebhookEvent;
}

/** The three headers of a delivery; the signature covers id and timestamp too. */
export function signedHeaders(
  { delivery, endpoint, now }: AttemptContext,
  body: string,
): Readonly<Record<string, string>> {
  const signed = { id: delivery.eventId, timestamp: now, body: Buffer.from(body) };
  return {
    'content-type': 'application/json',
    'hook-id': signed.id,
    'hook-timestamp': String(signed.timestamp),
    [signatureHeader]: sign(endpoint.secret, signed),
  };
}

export const webhookRules = {
  /** Whether an endpoint receives the events of a business: its own, or without one those of the whole platform. */
  subscribes: (endpoint: EndpointRecord, business: BusinessRecord): boolean =>
    endpoint.businessId === undefined ? business.kind !== 'independent' : endpoint.businessId === business.id,

  /** The events that are sent for those that happened: each of them once. */
  announced: (events: readonly DomainEvent[]): readonly DomainEvent[] => events,

  /** Retries repeat id and body of the first attempt and are signed afresh. */
  message(context: AttemptContext): WebhookMessage {
    const body = context.delivery.body ?? JSON.stringify(envelopeOf(context));
    return { body, headers: signedHeaders(context, body) };
  },

  /** "The endpoint must return a 2xx status to acknowledge." */
  acknowledges: (status: number): boolean => status >= 200 && status < 300,

  /** Seconds from a failed attempt to the next; none after the last retry. */
  retryDelaySeconds: (failures: number): number | undefined => retryDelaysSeconds[failures - 1],

  /**
   * The delivery after an attempt.
   *
   * @param failedAt Unix seconds from which the delay of a retry counts.
   */
  conclude(
    { nextAttemptAt: _, ...delivery }: DeliveryRecord,
    attempt: DeliveryAttempt,
    failedAt: number,
    delaySeconds: number | undefined,
  ): DeliveryRecord {
    const attempts = [...delivery.attempts, attempt];
    if (attempt.outcome === 'acknowledged') return { ...delivery, attempts, status: 'delivered' };
    if (delaySeconds === undefined) return { ...delivery, attempts, status: 'failed' };
    return { ...delivery, attempts, nextAttemptAt: failedAt + delaySeconds };
  },

  /** The delivery due once more, with its log so far and the whole retry schedule ahead. */
  resend: (delivery: DeliveryRecord, now: number): DeliveryRecord => ({
    ...delivery,
    status: 'pending',
    nextAttemptAt: now,
    attemptsBefore: delivery.attempts.length,
  }),
};

export type WebhookRules = typeof webhookRules;
