import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { split, type WeighedCheck, weigh } from './shard.ts';

const checks = fc.uniqueArray(
  fc.record({ id: fc.string({ minLength: 1 }), millis: fc.nat({ max: 60_000 }) }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 60 },
);
const counts = fc.integer({ min: 1, max: 8 });
const ofLength = (...millis: number[]): WeighedCheck[] =>
  millis.map((each, index) => ({ id: `check-${index}`, millis: each }));

/** The sum of each shard. */
function loads(weighed: readonly WeighedCheck[], count: number, slots: number): number[] {
  const plan = split(weighed, count, slots);
  return Array.from({ length: count }, (_, index) =>
    plan
      .filter(({ shard }) => shard === index + 1)
      .reduce((sum, { check }) => sum + (weighed.find(({ id }) => id === check)?.millis ?? 0), 0),
  );
}

describe('the split', () => {
  it('runs every check once, in the order of the run', () => {
    fc.assert(
      fc.property(checks, counts, counts, (weighed, count, slots) => {
        const plan = split(weighed, count, slots);
        expect(plan.map(({ check }) => check)).toEqual(weighed.map(({ id }) => id));
        expect(plan.every(({ shard }) => shard >= 1 && shard <= count)).toBe(true);
      }),
    );
  });

  it('puts a check into the same shard whatever the order of the checks', () => {
    fc.assert(
      fc.property(checks, counts, (weighed, count) => {
        const byCheck = (list: readonly WeighedCheck[]) =>
          new Map(split(list, count, 4).map(({ check, shard }) => [check, shard]));
        expect(byCheck(weighed.toReversed())).toEqual(byCheck(weighed));
      }),
    );
  });

  it('leaves no shard empty if there are enough checks', () => {
    fc.assert(
      fc.property(checks, counts, (weighed, count) => {
        const used = new Set(split(weighed, count, 4).map(({ shard }) => shard));
        expect(used.size).toBe(Math.min(count, weighed.length));
      }),
    );
  });

  it.each([
    ['equal ones evenly', ofLength(5, 5, 5, 5), 2, 1, [10, 10]],
    ['the longest first', ofLength(1, 2, 3, 4, 10), 2, 1, [10, 10]],
    ['what is short beside what takes longest', ofLength(9, 1, 1, 1), 2, 1, [9, 3]],
    // It waits in a slot of its own; the other slot of its shard takes as much as those of the other shard.
    ['what only waits into a slot and not a shard', ofLength(10, 5, 5, 5), 2, 2, [15, 10]],
  ])('gives %s', (_, weighed, count, slots, want) => {
    expect(loads(weighed, count, slots)).toEqual(want);
  });
});

describe('the weights', () => {
  const kinds = [
    { id: 'a', kind: 'model' },
    { id: 'c', kind: 'example' },
  ] as const;

  it('are higher for a model than for an example', () => {
    const [model, example] = weigh(kinds).map(({ millis }) => millis);
    expect(model).toBeGreaterThan(example ?? 0);
  });
});
