/** Sequences in which every machine takes part. */
import type { CasePlan } from '../../provider/check.ts';
import { type Move, together } from '../../provider/machine.ts';
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

/** Members that take a tour together: of many, what goes wrong would be hard to read. */
const company = 3;

/** The longest tours of the members, interleaved a few at a time; and their first moves, each at the same time as the next. */
export function commonTours(members: readonly Member[], has: CasePlan['has']): readonly Tour[] {
  const longest = members.flatMap(({ tours }) =>
    tours(has)
      .toSorted((a, b) => b.length - a.length)
      .slice(0, 1),
  );
  const companies = Array.from({ length: Math.ceil(longest.length / company) }, (_, index) =>
    longest.slice(index * company, (index + 1) * company),
  );
  return [
    ...companies.map(interleave),
    ...companies.map((some) => inPairs(some.flatMap(([first]) => first ?? []))),
  ];
}
