import { describe, expect, test } from 'vitest';
import { collisions } from '../faults/combine.ts';
import { faults } from '../faults/index.ts';
import { choosePairs } from './choose-pairs.ts';

const idsOf = (pairs: ReturnType<typeof choosePairs>) => pairs.map((pair) => pair.map(({ id }) => id));

describe('the pairs of faults', () => {
  const pairs = choosePairs(faults, 1, 40);

  test('have the requested number, and no fault is in two of them', () => {
    expect(pairs).toHaveLength(40);
    expect(new Set(pairs.flat()).size).toBe(80);
  });

  test('are from different areas, break different requirements and do not collide', () => {
    for (const [left, right] of pairs) {
      const names = `${left.id} + ${right.id}`;
      expect(left.area, names).not.toBe(right.area);
      expect(
        left.breaks.filter((id) => right.breaks.includes(id)),
        names,
      ).toEqual([]);
      expect(collisions(left, right), names).toEqual([]);
    }
  });

  test('are the same for the same seed, and differ for another', () => {
    expect(idsOf(choosePairs(faults, 1, 40))).toEqual(idsOf(pairs));
    expect(idsOf(choosePairs(faults, 2, 40))).not.toEqual(idsOf(pairs));
  });

  test('spread over the areas before two areas meet again', () => {
    const met = pairs.map((pair) =>
      pair
        .map(({ area }) => area)
        .toSorted()
        .join(' '),
    );
    expect(new Set(met).size).toBe(40);
  });

  test('are fewer if there are not enough faults', () => {
    expect(choosePairs(faults.slice(0, 1), 1, 10)).toEqual([]);
    expect(choosePairs(faults, 1, 0)).toEqual([]);
    expect(choosePairs(faults.slice(0, 100), 1, 1_000).length).toBeLessThan(50);
  });
});
