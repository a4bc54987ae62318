/** What a transaction notes of when somebody has to look at a business again, and the statements that write it. */
import type { Occasion } from '../store.ts';
import { keyOf } from './tables.ts';
import type { Part } from './together.ts';

/** How soon somebody has to look at a business that was changed, when the server that changed it does not. */
const noticeMillis = 2_000;

const columns: Readonly<Record<Occasion, string>> = { progress: 'progress_at', deliveries: 'deliveries_at' };

export class PendingAgenda {
  readonly #noticed = new Set<string>();
  readonly #planned = new Map<string, Map<Occasion, number | undefined>>();

  get isEmpty(): boolean {
    return this.#noticed.size === 0 && this.#planned.size === 0;
  }

  /** Lets somebody look at a business soon, unless there is a plan for it. */
  notice(businessId: string): void {
    this.#noticed.add(businessId);
  }

  plan(businessId: string, occasion: Occasion, delayMillis: number | undefined): void {
    const plan = this.#planned.get(businessId) ?? new Map<Occasion, number | undefined>();
    this.#planned.set(businessId, plan.set(occasion, delayMillis));
  }

  /** No two of them are about one business. */
  statements(): readonly Part[] {
    const noticed = [...this.#noticed].filter((businessId) => !this.#planned.has(businessId));
    return [
      ...[...this.#planned].map(([businessId, plan]) => planned(businessId, [...plan])),
      ...(noticed.length === 0 ? [] : [notices(noticed)]),
    ];
  }
}

function planned(businessId: string, plan: readonly (readonly [Occasion, number | undefined])[]): Part {
  const names = plan.map(([occasion]) => columns[occasion]);
  const times = plan.map(
    (_, index) => `clock_timestamp() + $${index + 2}::double precision * interval '1 millisecond'`,
  );
  return {
    text: `INSERT INTO agenda (business_id, ${names.join(', ')}) VALUES ($1, ${times.join(', ')})
           ON CONFLICT (business_id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    // Milliseconds without end are no time at all.
    values: [keyOf(businessId), ...plan.map(([, delayMillis]) => delayMillis ?? null)],
  };
}

const notices = (businessIds: readonly string[]): Part => ({
  text: `INSERT INTO agenda (business_id, deliveries_at)
         SELECT business_id, clock_timestamp() + ${noticeMillis} * interval '1 millisecond'
         FROM unnest($1::text[]) AS changed (business_id) ORDER BY business_id
         ON CONFLICT (business_id) DO UPDATE SET deliveries_at = least(agenda.deliveries_at, excluded.deliveries_at)`,
  values: [businessIds.map(keyOf)],
});
