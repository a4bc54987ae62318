/** Has a reference server send an event again, and waits for what becomes of it. */
import { setTimeout as pause } from 'node:timers/promises';
import { ConformanceError } from '../../../conformance/engine/errors.ts';
import type { ControlPlane, DeliveryEntry } from './control-plane.ts';

/** One more attempt at a delivery; `attempt` is absent when it was not made in time. */
export interface Resent {
  readonly delivery: DeliveryEntry;
  readonly attempt?: DeliveryEntry['attempts'][number];
}

/**
 * The deliveries that an id means: those of an event, one for each endpoint, or the one delivery that has it.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when there is none
 */
export async function findDeliveries(control: ControlPlane, id: string): Promise<readonly DeliveryEntry[]> {
  const ofEvent = await control.deliveries(id);
  if (ofEvent.length > 0) return ofEvent;
  const found = (await control.deliveries()).filter((delivery) => delivery.id === id);
  if (found.length > 0) return found;
  throw new ConformanceError(
    'CONFIGURATION_INVALID',
    `The server has no event or delivery ${id}: \`conformance webhook resend\` lists the latest`,
  );
}

interface Patience {
  readonly tries: number;
  readonly pauseMillis: number;
}

/**
 * Sends a delivery again and looks until its attempt is in the log.
 *
 * @throws ConformanceError as the control plane does, such as when its endpoint was removed
 */
export async function resendDelivery(
  control: ControlPlane,
  delivery: DeliveryEntry,
  { tries, pauseMillis }: Patience,
): Promise<Resent> {
  const before = delivery.attempts.length;
  await control.resend(delivery.id);
  for (let left = tries; left > 0; left -= 1) {
    const now = (await control.deliveries(delivery.eventId)).find(({ id }) => id === delivery.id);
    const attempt = now?.attempts[before];
    if (attempt !== undefined) return { delivery: now ?? delivery, attempt };
    await pause(pauseMillis);
  }
  return { delivery };
}
