/** The outstanding deliveries of one business to one endpoint, and when somebody has to look at them. */

import type { BusinessRecord } from '../state/records/businesses.ts';
import type { DeliveryRecord } from '../state/records/webhooks.ts';
import type { Core } from './core.ts';

export interface Queue {
  readonly businessId: string;
  readonly endpointId: string;
}

export const keyOf = ({ businessId, endpointId }: Queue): string => `${businessId}/${endpointId}`;

/** Whether another server is making an attempt at a delivery. */
export const isElsewhere = ({ shared, clock }: Core, { lease }: DeliveryRecord): boolean =>
  shared !== undefined &&
  lease !== undefined &&
  lease.owner !== shared.owner &&
  lease.until > clock.realMillis();

/** Real time after which somebody looks again whether what is due here was begun. */
const lookAgainMillis = 2_000;

/**
 * When another server has to look at the queues of a business, if this one is gone by then.
 *
 * @param first the first outstanding delivery of each queue.
 * @returns milliseconds of real time; none when there is nothing to wait for.
 */
export function millisToNextLook(
  { clock }: Core,
  business: BusinessRecord,
  first: readonly DeliveryRecord[],
): number | undefined {
  const now = clock.now(business);
  const delays = first.flatMap(({ nextAttemptAt = now, lease }) => {
    if (nextAttemptAt > now) return clock.millisUntil(business, nextAttemptAt) ?? [];
    return lease === undefined ? lookAgainMillis : Math.max(0, lease.until - clock.realMillis());
  });
  return delays.length === 0 ? undefined : Math.min(...delays);
}
