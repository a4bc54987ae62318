/** What holds of the ids of everything that an endpoint has received, whatever it is about. */
import type { Reading } from '../../provider/reading.ts';
import { show } from '../../provider/scenario.ts';
import { envelopeOf } from '../../webhooks/inspect.ts';
import type { Delivery } from '../../webhooks/receiver.ts';

/** What an event says, as far as it is the same in every attempt. */
function contentOf(delivery: Delivery): string {
  const { eventType, data } = envelopeOf(delivery);
  return show([eventType, data?.id, data?.status]);
}

const isAcknowledged = ({ answered }: Delivery) => answered >= 200 && answered <= 299;

/**
 * One id is of one event, and what was acknowledged does not come again.
 *
 * @param hasWaited whether there was time for it to come again.
 */
export function judgeIds(reading: Reading, deliveries: readonly Delivery[], hasWaited: boolean): void {
  const before = new Map<unknown, Delivery>();
  for (const delivery of deliveries) {
    const { id } = envelopeOf(delivery);
    const earlier = before.get(id);
    before.set(id, delivery);
    if (earlier === undefined) continue;
    const [content, other] = [contentOf(delivery), contentOf(earlier)];
    reading.mustHold(
      'HOOK-004',
      content === other,
      `an id of its own for ${content}`,
      `${show(id)}, that of ${other}`,
    );
    if (!isAcknowledged(earlier)) continue;
    const none = `no further attempt of ${content} after ${earlier.answered}`;
    reading.mustHold('HOOK-011', false, none, `${show(id)} once more`);
  }
  if (before.size > 1) reading.require('HOOK-004', true, '', '');
  if (hasWaited && deliveries.some(isAcknowledged)) reading.require('HOOK-011', true, '', '');
}
