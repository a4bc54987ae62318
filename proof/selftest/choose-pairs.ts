/** Chooses pairs of faults for one server. */
import { collisions } from '../faults/combine.ts';
import type { Fault } from '../faults/fault.ts';
import { place } from '../faults/place.ts';

/**
 * Faults of these areas are in the way of other conversations: a token that opens nothing, a business without an id, an event
 * that cannot be read. They would hide another fault.
 */
const everywhere: readonly Fault['area'][] = [
  'authentication',
  'business',
  'convention',
  'error',
  'sandbox',
  'webhook',
];

/** Whether two faults show independently of each other, and a finding can be attributed to one of them. */
function fitTogether(left: Fault, right: Fault): boolean {
  return (
    left.area !== right.area &&
    collisions(left, right).length === 0 &&
    !left.breaks.some((id) => right.breaks.includes(id))
  );
}

/**
 * Pairs of faults of different areas, each fault in one pair at the most, and as many pairs of areas as there can be before one
 * comes again.
 *
 * @param seed the same seed gives the same pairs
 * @param most how many pairs; fewer where the faults give no more
 */
export function choosePairs(
  faults: readonly Fault[],
  seed: number,
  most: number,
): readonly (readonly [Fault, Fault])[] {
  const shuffled = faults
    .filter(({ area, environment }) => environment === undefined && !everywhere.includes(area))
    .toSorted((a, b) => place(seed, a.id) - place(seed, b.id));
  const pairs: (readonly [Fault, Fault])[] = [];
  const used = new Set<Fault>();
  const timesMet = new Map<string, number>();
  const met = (left: Fault, right: Fault) => [left.area, right.area].toSorted().join(' ');
  for (let round = 0; pairs.length < most; round += 1) {
    const before = pairs.length;
    for (const left of shuffled) {
      if (pairs.length >= most) break;
      if (used.has(left)) continue;
      const right = shuffled.find(
        (other) =>
          !used.has(other) && fitTogether(left, other) && (timesMet.get(met(left, other)) ?? 0) <= round,
      );
      if (right === undefined) continue;
      const areas = met(left, right);
      timesMet.set(areas, (timesMet.get(areas) ?? 0) + 1);
      used.add(left).add(right);
      pairs.push([left, right]);
    }
    if (pairs.length === before) break;
  }
  return pairs;
}
