/** Judges the ids of deliveries. Section "Delivery". */

import { type Envelope, envelopeOf } from '../provider/inspect.ts';
import { show } from '../provider/scenario.ts';
import { providerHeaders } from '../webhooks/provider-headers.ts';
import type { Delivery } from '../webhooks/receiver.ts';
import type { Judging } from './judging.ts';

type Stamped = Pick<Delivery, 'headers'>;

export const stampOf = ({ headers }: Stamped) => providerHeaders(headers).timestamp;

/** Sooner than any retry, in seconds. */
export const tooSoonForRetry = 2.5;

/**
 * Whether something is sent twice by a sender that delivers at least once, and is no retry: it comes sooner than any retry after
 * what was acknowledged, as far as the timestamps of both say.
 */
export const isSentTwice = (earlier: Stamped, delivery: Stamped): boolean =>
  Math.abs(Number(stampOf(delivery)) - Number(stampOf(earlier))) < tooSoonForRetry;

/** What an event says, as far as it is the same in every attempt. */
const contentOf = ({ eventType, data }: Envelope): string => show([eventType, data?.id, data?.status]);

/** Evaluates that one id is of one event. @returns what the event says */
export function requireOwnId(
  judging: Judging,
  delivery: Pick<Delivery, 'json'>,
  earlier: Pick<Delivery, 'json'>,
): string {
  const envelope = envelopeOf(delivery);
  const [content, other] = [contentOf(envelope), contentOf(envelopeOf(earlier))];
  const expected = `a different id for ${content}`;
  judging.require('HOOK-004', content === other, expected, `${show(envelope.id)}, that of ${other}`);
  return content;
}
