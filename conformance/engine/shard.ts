/** Splits the checks of a run among machines that share nothing. */
import type { Check } from './check.ts';
import type { Placement } from './events.ts';

type Kind = Check<never>['kind'];

/** One part of a run, and how the whole run was split. */
export interface ShardPlan {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
  /** Every check of the whole run, in its order. */
  readonly plan: readonly Placement[];
}

export interface WeighedCheck {
  readonly id: string;
  /** Estimated duration in milliseconds. */
  readonly millis: number;
}

/** Estimated durations in milliseconds: about the medians of the suite with the embedded server. */
const millisByKind: Readonly<Record<Kind, number>> = { example: 50, property: 250, model: 2_500 };

export const weigh = (
  checks: readonly { readonly id: string; readonly kind: Kind }[],
): readonly WeighedCheck[] => checks.map(({ id, kind }) => ({ id, millis: millisByKind[kind] }));

/**
 * Assigns the longest check first, each to the slot that is free soonest. A shard has as many slots as it runs checks at
 * a time, so that a check that mostly waits takes a slot and not a shard. Depends on nothing but the arguments.
 *
 * @param slots checks that a shard runs at a time
 * @returns the checks in the given order
 */
export function split(checks: readonly WeighedCheck[], count: number, slots: number): Placement[] {
  const shards = Array.from({ length: count }, (_, index) => ({
    shard: index + 1,
    sum: 0,
    checks: 0,
    slots: Array.from({ length: slots }, () => 0),
  }));
  const placed = new Map<string, number>();
  // Ties are sorted by id, by code unit, which is the same on every machine.
  const longestFirst = checks.toSorted((a, b) => b.millis - a.millis || (a.id < b.id ? -1 : 1));
  for (const { id, millis } of longestFirst) {
    const soonest = (shard: (typeof shards)[number]) => Math.min(...shard.slots);
    const [best] = shards.toSorted(
      (a, b) => soonest(a) - soonest(b) || a.sum - b.sum || a.checks - b.checks || a.shard - b.shard,
    );
    if (best === undefined) break;
    const slot = best.slots.indexOf(soonest(best));
    best.slots[slot] = soonest(best) + millis;
    best.sum += millis;
    best.checks += 1;
    placed.set(id, best.shard);
  }
  return checks.flatMap(({ id }) => {
    const shard = placed.get(id);
    return shard === undefined ? [] : [{ check: id, shard }];
  });
}
