/** The queues of a business, as a transaction knows them after it has read them once. */
import type { DeliveryRecord } from '../../state/records/webhooks.ts';

/** Deliveries of each queue that are looked at: of more than the first, so that the first may end. */
export const headLength = 2;

const dueAt = ({ nextAttemptAt = 0 }: DeliveryRecord) => nextAttemptAt;
const byDueTime = (one: DeliveryRecord, other: DeliveryRecord) => dueAt(one) - dueAt(other);

/**
 * The first outstanding delivery of each queue of a business.
 *
 * @param heads the first `headLength` of each queue as they were, in the order in which they were put.
 * @param changes deliveries that were put since, by their id; none for those that were deleted.
 * @returns undefined when that cannot be known from these.
 */
export function firstOf(
  heads: readonly DeliveryRecord[],
  changes: ReadonlyMap<string, DeliveryRecord | undefined>,
): readonly DeliveryRecord[] | undefined {
  const put = [...changes.values()].flatMap((record) => (record?.status === 'pending' ? record : []));
  const endpoints = new Set([...heads, ...put].map(({ endpointId }) => endpointId));
  const first: DeliveryRecord[] = [];
  for (const endpointId of endpoints) {
    const head = heads.filter((delivery) => delivery.endpointId === endpointId);
    const left = head.filter(({ id }) => !changes.has(id));
    // If nothing is left of a full head, more deliveries may follow it.
    if (left.length === 0 && head.length === headLength) return undefined;
    const added = put.filter((delivery) => delivery.endpointId === endpointId);
    const [next] = [...left, ...added].toSorted(byDueTime);
    if (next !== undefined) first.push(next);
  }
  return first;
}
