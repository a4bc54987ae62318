/** Judges the ids of deliveries. Section "Delivery". */

import { type Envelope, envelopeOf } from '../provider/inspect.ts';
import { show } from '../provider/response.ts';
import { providerHeaders } from '../webhooks/provider-headers.ts';
import type { WebhookDelivery } from '../webhooks/receiver.ts';
import type { Judging } from './judging.ts';

type Stamped = Pick<WebhookDelivery, 'headers'>;

export const stampOf = ({ headers }: Stamped) => providerHeaders(headers).timestamp;

/** In seconds; every retry comes later. */
export const tooSoonForRetry = 2.5;

/**
 * Whether two deliveries are one that an at-least-once sender sent twice, instead of a retry: by their timestamps, the
 * second came sooner than any retry.
 */
export const isSentTwice = (earlier: Stamped, delivery: Stamped): boolean =>
  Math.abs(Number(stampOf(delivery)) - Number(stampOf(earlier))) < tooSoonForRetry;

/** The part of an event that is the same in every attempt. */
const contentOf = ({ eventType, data }: Envelope): string => show([eventType, data?.id, data?.status]);

/** Evaluates that an id belongs to one event only. @returns the content of the event */
export function requireOwnId(
  judging: Judging,
  delivery: Pick<WebhookDelivery, 'json'>,
  earlier: Pick<WebhookDelivery, 'json'>,
): string {
  const envelope = envelopeOf(delivery);
  const [content, other] = [contentOf(envelope), contentOf(envelopeOf(earlier))];
  const expected = `a different id for ${content}`;
  judging.require('HOOK-004', content === other, expected, `${show(envelope.id)}, that of ${other}`);
  return content;
}
