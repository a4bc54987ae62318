import type { DeliveryRecord } from '../state/records/webhooks.ts';
import type { Row } from './memory-table.ts';

type DeliveryRow = Row<DeliveryRecord>;

const dueAt = ({ record }: DeliveryRow) => record.nextAttemptAt ?? 0;

const byDueTime = (one: DeliveryRow, other: DeliveryRow) =>
  dueAt(one) - dueAt(other) || one.sequence - other.sequence;

/** The index of a row among rows of which the last is due first. */
function placeOf(row: DeliveryRow, rows: readonly DeliveryRow[]): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const candidate = rows[middle];
    if (candidate !== undefined && byDueTime(candidate, row) > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The outstanding deliveries of each business and endpoint in the order in which they are due. */
export class DeliveryQueues {
  /**
   * The delivery at the end of a queue is due first. Deliveries that are due now are added and removed there, so that
   * those that wait for a retry do not slow them down.
   */
  readonly #businesses = new Map<string, Map<string, DeliveryRow[]>>();

  replace(before: DeliveryRow | undefined, after: DeliveryRow | undefined): void {
    if (before?.record.status === 'pending') this.#remove(before);
    if (after?.record.status === 'pending') this.#add(after);
  }

  /**
   * The first row of each queue of a business.
   *
   * @param changes the rows that count in place of those with their id; `null` for none.
   */
  first(businessId: string, changes: ReadonlyMap<string, DeliveryRow | null>): readonly DeliveryRecord[] {
    const first = new Map<string, DeliveryRow>();
    for (const [endpointId, rows] of this.#businesses.get(businessId) ?? []) {
      const row = rows.findLast(({ record }) => !changes.has(record.id));
      if (row !== undefined) first.set(endpointId, row);
    }
    for (const row of changes.values()) {
      if (row?.record.businessId !== businessId || row.record.status !== 'pending') continue;
      const other = first.get(row.record.endpointId);
      if (other === undefined || byDueTime(row, other) < 0) first.set(row.record.endpointId, row);
    }
    return Array.from(first.values(), ({ record }) => record);
  }

  #add(row: DeliveryRow): void {
    const { businessId, endpointId } = row.record;
    const queues = this.#businesses.get(businessId) ?? new Map<string, DeliveryRow[]>();
    const rows = queues.get(endpointId) ?? [];
    rows.splice(placeOf(row, rows), 0, row);
    this.#businesses.set(businessId, queues.set(endpointId, rows));
  }

  #remove(row: DeliveryRow): void {
    const { businessId, endpointId } = row.record;
    const queues = this.#businesses.get(businessId);
    const rows = queues?.get(endpointId);
    if (queues === undefined || rows === undefined) return;
    const place = placeOf(row, rows);
    if (rows[place]?.record.id === row.record.id) rows.splice(place, 1);
    if (rows.length === 0) queues.delete(endpointId);
    if (queues.size === 0) this.#businesses.delete(businessId);
  }
}
