/** How each transition of a machine is reached. */
import {
  type RequirementId,
  requirement,
  stateMachines,
  type TransitionId,
} from '../../openapi/catalogue.ts';

/** How a transition of a machine is reached: the moves that take it, from the start; or why nothing takes it there. */
export type Way<Move> = { readonly tours: readonly (readonly Move[])[] } | { readonly outOfReach: string };

type TransitionOf<Machine extends string> = Extract<TransitionId, `${Machine}/${string}`>;

/** A way for every transition of a machine of the catalogue; a missing one does not compile. */
export type Ways<Machine extends string, Move> = Readonly<Record<TransitionOf<Machine>, Way<Move>>>;

/** A way of one tour. */
export const tour = <Move>(...moves: readonly Move[]): Way<Move> => ({ tours: [moves] });

/** A way that a target offers only with some capability. */
export function needing<Move>(offered: boolean, lack: string, way: Way<Move>): Way<Move> {
  return offered ? way : { outOfReach: `The target offers no ${lack}.` };
}

interface Joinable {
  readonly parts?: readonly unknown[];
}

/** The tours of all ways; those that make moves at the same time come last, so that what goes wrong in turn is told in turn. */
export function toursOf<Move extends Joinable>(
  ways: Readonly<Record<string, Way<Move>>>,
): readonly (readonly Move[])[] {
  const tours = Object.values(ways).flatMap((way) => ('tours' in way ? way.tours : []));
  const joins = (moves: readonly Move[]) => Number(moves.some(({ parts }) => parts !== undefined));
  return tours.toSorted((one, other) => joins(one) - joins(other));
}

export function outOfReachOf<Move>(
  ways: Readonly<Partial<Record<TransitionId, Way<Move>>>>,
): Readonly<Partial<Record<TransitionId, string>>> {
  return Object.fromEntries(
    Object.entries(ways).flatMap(([id, way]) => ('outOfReach' in way ? [[id, way.outOfReach]] : [])),
  );
}

/** The requirements that the transitions of a machine of the catalogue rest on, but for those that no suite can check. */
export function requirementsOf(machine: string): readonly RequirementId[] {
  const found = stateMachines.filter(({ id }) => id === machine).flatMap(({ transitions }) => transitions);
  // The generator has checked that each of them is in the catalogue.
  const ids = [...new Set(found.flatMap(({ requirements }) => requirements))] as RequirementId[];
  return ids.filter((id) => requirement(id).untestable === undefined);
}
