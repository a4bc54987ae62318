/** Selects the moves and tours of a model that the target offers. Each tour takes a transition with certainty. */
import fc from 'fast-check';
import { missingOnTarget } from './outcome.ts';

/** Whether a target offers a capability. */
export type Has<Capability extends string = string> = (capability: Capability) => boolean;

/** A capability, or several of which one suffices. */
export type Need<Capability extends string = string> = Capability | readonly Capability[];

/** A move, as far as it matters here. */
interface Needing {
  readonly name: string;
  readonly needs?: readonly Need[];
  readonly parts?: readonly unknown[];
}

/** The first need that the target does not meet, in words. */
function missing(needs: readonly Need[] = [], has: Has): string | undefined {
  const lack = needs.find((need) => ![need].flat().some((each) => has(each)));
  return lack && [lack].flat().join(' or ');
}

/**
 * Moves that are generated in the same way and need the same capabilities; or a function that chooses by what the target
 * offers.
 */
type Source<Move> = fc.Arbitrary<Move> | ((has: Has) => fc.Arbitrary<Move> | undefined);

/** A kind of moves, with a weight that is higher for those that are seldom possible. @defaultValue 1 */
export type Kind<Move> = Source<Move> | { readonly weight: number; readonly moves: Source<Move> };

function offered<Move extends Needing>(source: Source<Move>, has: Has): fc.Arbitrary<Move> | undefined {
  if (typeof source === 'function') return source(has);
  // All of them need the same capabilities, so the first is enough.
  const [move] = fc.sample(source, { numRuns: 1, seed: 0 });
  return missing(move?.needs, has) === undefined ? source : undefined;
}

/** Any move of the kinds that the target offers. */
export function anyOf<Move extends Needing>(
  ...kinds: readonly Kind<Move>[]
): (has: Has) => fc.Arbitrary<Move> | undefined {
  return (has) => {
    const all = kinds.flatMap((kind) => {
      const { weight, moves } = 'weight' in kind ? kind : { weight: 1, moves: kind };
      const arbitrary = offered(moves, has);
      return arbitrary === undefined ? [] : [{ weight, arbitrary }];
    });
    if (kinds.length === 1) return all[0]?.arbitrary;
    return all.length === 0 ? undefined : fc.oneof(...all);
  };
}

/** A step of a tour that depends on what the target offers. */
interface Choice<Move> {
  /** The first one that the target offers is made. */
  readonly choices: readonly Move[];
  /** Whether the tour continues if the target offers none of them. */
  readonly isOptional: boolean;
}

const choiceOf = <Move extends object>(step: Move | Choice<Move>): Choice<Move> =>
  'choices' in step ? step : { choices: [step], isOptional: false };

export type Tour<Move> = readonly (Move | Choice<Move>)[];

/** Moves that a tour leaves out if the target does not offer them. */
export const ifOffered = <Move extends object>(
  ...steps: readonly (Move | Choice<Move>)[]
): readonly Choice<Move>[] => steps.map((step) => ({ ...choiceOf(step), isOptional: true }));

/** The first of some moves that the target offers. */
export const firstOffered = <Move>(...choices: readonly Move[]): Choice<Move> => ({
  choices,
  isOptional: false,
});

/** The tours that take a transition from the start; or why nothing takes it. */
export type TransitionTours<Move> =
  | {
      readonly tours: readonly Tour<Move>[];
      /** Capabilities that the tours need, beside those of their moves. */
      readonly needs?: readonly Need[];
    }
  | { readonly outOfReach: string };

type ToursByName<Move> = Readonly<Record<string, TransitionTours<Move>>>;

/** The tours that every run of a model tries first, by transition. They may depend on what the target offers. */
export type TourPlan<Move> = ToursByName<Move> | ((has: Has) => ToursByName<Move>);

export const tours = <Move>(...all: readonly Tour<Move>[]): TransitionTours<Move> => ({ tours: all });

/** The moves of a tour; or the missing capabilities, in words. */
function movesIn<Move extends Needing>(tour: Tour<Move>, has: Has): readonly Move[] | string {
  const moves: Move[] = [];
  for (const step of tour) {
    const { choices, isOptional } = choiceOf(step);
    const move = choices.find(({ needs }) => missing(needs, has) === undefined);
    if (move !== undefined) moves.push(move);
    else if (!isOptional) return missing(choices[0]?.needs, has) ?? '';
  }
  return moves;
}

/** Whether a target offers a move. */
export const offers = ({ needs }: Needing, has: Has): boolean => missing(needs, has) === undefined;

interface Reach<Move> {
  readonly tours: readonly (readonly Move[])[];
  readonly outOfReach?: string;
}

function reachOf<Move extends Needing>(transition: TransitionTours<Move>, has: Has): Reach<Move> {
  if ('outOfReach' in transition) return { tours: [], outOfReach: transition.outOfReach };
  const all = transition.tours.map((tour) => movesIn(tour, has));
  const lack = missing(transition.needs, has);
  const found = lack === undefined ? all.filter((moves) => typeof moves !== 'string') : [];
  if (found.length > 0) return { tours: found };
  const first = all.find((moves) => typeof moves === 'string') ?? lack;
  return { tours: [], outOfReach: missingOnTarget(first === undefined ? [] : [first]) };
}

function reachesOf<Move extends Needing>(
  plan: TourPlan<Move>,
  has: Has,
): readonly (readonly [string, Reach<Move>])[] {
  const all = typeof plan === 'function' ? plan(has) : plan;
  return Object.entries(all).map(([id, transition]) => [id, reachOf(transition, has)]);
}

/**
 * The tours that a target offers, without those that another tour begins with, because that one takes the same
 * transitions. Tours with concurrent moves come last, so that a fault that needs no concurrency is shown without it.
 */
export function toursOf<Move extends Needing>(plan: TourPlan<Move>, has: Has): readonly (readonly Move[])[] {
  const all = reachesOf(plan, has).flatMap(([, reach]) => reach.tours);
  const isContained = (tour: readonly Move[], at: number) =>
    all.some((other, index) => {
      if (index === at || !tour.every(({ name }, step) => name === other[step]?.name)) return false;
      return other.length > tour.length || index < at;
    });
  const joins = (moves: readonly Move[]) => Number(moves.some(({ parts }) => parts !== undefined));
  return all.filter((tour, at) => !isContained(tour, at)).toSorted((one, other) => joins(one) - joins(other));
}

/** The transitions that no tour takes on a target, with the reason. */
export function outOfReachOf<Move extends Needing>(
  plan: TourPlan<Move>,
  has: Has,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    reachesOf(plan, has).flatMap(([id, { outOfReach }]) =>
      outOfReach === undefined ? [] : [[id, outOfReach]],
    ),
  );
}
