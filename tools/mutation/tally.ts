/** Counts what became of the mutants of one area. */
import type { Area } from './areas.ts';
import type { Fate } from './fate.ts';
import type { Plan, Recorded } from './recorder.ts';

export interface Tally {
  readonly area: Area;
  readonly counts: Readonly<Record<Fate, number>>;
  readonly survivors: readonly Recorded[];
  /** Mutants that an interrupted run did not come to. */
  readonly notReached: number;
}

export function tallyOf(area: Area, { planned }: Plan, records: readonly Recorded[]): Tally {
  const counts: Record<Fate, number> = {
    trial: 0,
    trouble: 0,
    hang: 0,
    'unit-test': 0,
    survived: 0,
    static: 0,
    words: 0,
    'not-sampled': 0,
  };
  for (const { fate } of records) counts[fate] += 1;
  const survivors = records.filter(({ fate }) => fate === 'survived');
  return { area, counts, survivors, notReached: planned - records.length };
}
