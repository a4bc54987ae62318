/** Sequences in which every machine takes part. */
import type { CasePlan } from '../../engine/check.ts';
import { type Move, together } from '../../engine/machine.ts';
import type { CombinedMove, CombinedState, CombinedWorld, Member } from './member.ts';

type Tour = readonly Move<CombinedWorld, CombinedState>[];

/** One move of each in turn, then the next of each. */
export function interleave<T>(sequences: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...sequences.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    sequences.flatMap((sequence) => sequence.slice(turn, turn + 1)),
  ).flat();
}

/** Two of them at the same time, then the next two. */
function inPairs(moves: readonly CombinedMove[]): Tour {
  const [first, second, ...others] = moves;
  if (first === undefined) return [];
  return second === undefined
    ? [first]
    : [together<CombinedWorld, CombinedState>(first, second), ...inPairs(others)];
}

/**
 * The longest tours of all members, interleaved; and their first moves, two at a time. More at a time could be explained in
 * too many orders.
 */
export function commonTours(members: readonly Member[], has: CasePlan['has']): readonly Tour[] {
  const longest = members.flatMap(({ tours }) =>
    tours(has)
      .toSorted((a, b) => b.length - a.length)
      .slice(0, 1),
  );
  if (longest.length < 2) return [];
  return [interleave(longest), inPairs(longest.flatMap((tour) => tour.slice(0, 1)))];
}
