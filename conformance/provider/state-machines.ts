/** What the suite takes from the state machines of the catalogue. */
import {
  type RequirementId,
  requirement,
  stateMachines,
  type TransitionId,
} from '../../openapi/catalogue.ts';
import type { TransitionTours } from '../engine/tours.ts';

type TransitionOf<Machine extends string> = Extract<TransitionId, `${Machine}/${string}`>;

/** Tours for every transition of a state machine of the catalogue; a missing one does not compile. */
export type ToursByTransition<Machine extends string, Move> = Readonly<
  Record<TransitionOf<Machine>, TransitionTours<Move>>
>;

/** The requirements that the transitions of a state machine of the catalogue rest on, but for those that no suite can check. */
export function requirementsOf(machine: string): readonly RequirementId[] {
  const found = stateMachines.filter(({ id }) => id === machine).flatMap(({ transitions }) => transitions);
  // The generator has checked that each of them is in the catalogue.
  const ids = [...new Set(found.flatMap(({ requirements }) => requirements))] as RequirementId[];
  return ids.filter((id) => requirement(id).untestable === undefined);
}
