/** The state machines of the catalogue, as the suite uses them. */
import {
  type RequirementId,
  requirement,
  stateMachines,
  type TransitionId,
} from '../../openapi/catalogue.ts';
import { rulesOf } from '../../openapi/transitions.ts';
import type { Coverage } from '../engine/events.ts';
import type { TransitionTours } from '../engine/tours.ts';

type TransitionOf<Machine extends string> = Extract<TransitionId, `${Machine}/${string}`>;

/** Tours for every transition of a state machine of the catalogue; a missing one does not compile. */
export type ToursByTransition<Machine extends string, Move> = Readonly<
  Record<TransitionOf<Machine>, TransitionTours<Move>>
>;

/** The testable requirements of the transitions of a state machine. */
export function requirementsOf(machine: string): readonly RequirementId[] {
  const found = stateMachines.filter(({ id }) => id === machine).flatMap(({ transitions }) => transitions);
  return [...new Set(found.flatMap(rulesOf))].filter((id) => requirement(id).untestable === undefined);
}

/** A pair of transitions as coverage counts it, such as `payroll/save > approve`. */
export type Succession = `${TransitionId} > ${string}`;

/** Pairs that the states of the catalogue allow but that no request can cause, with the reason. */
export const impossibleSuccessions: Readonly<Partial<Record<Succession, string>>> = {
  'invoice/approve > approve': 'The document does not describe a second review of an invoice.',
  'invoice/approve > reject': 'The document does not describe a second review of an invoice.',
  'invoice/reject > approve': 'The document does not describe a second review of an invoice.',
  'invoice/reject > reject': 'The document does not describe a second review of an invoice.',
  'invoice/reject > pay': 'The document does not describe the payment of a rejected invoice.',
  'kyc/review-approve-none > expire': 'Nothing was submitted, so there is no document that could expire.',
  'transaction/create > provide-information': 'No information has been requested yet.',
  'transaction/request-information > pass-checks':
    'The transaction stays initiated until the information is provided.',
  'transaction/request-information > settle-instantly': 'Instant settlement happens at creation.',
  'transaction/request-information > request-information': 'One question is open at a time.',
  'transaction/provide-information > settle-instantly': 'Instant settlement happens at creation.',
  'transaction/provide-information > provide-information': 'An open question is answered once.',
};

/** Every pair of transitions where the second one leaves the state that the first one enters. */
export function successionsOf(machine: string): readonly Succession[] {
  const { transitions = [] } = stateMachines.find(({ id }) => id === machine) ?? {};
  return transitions.flatMap((first) =>
    transitions
      .filter((second) => second.from === first.to)
      // The generator writes the type of transitions from the same file.
      .map((second): Succession => `${machine}/${first.id} > ${second.id}` as Succession),
  );
}

/**
 * The pairs that a run has not seen, without those that the target cannot take.
 *
 * @param machines @defaultValue all
 */
export function unseenSuccessions(
  { pairs, outOfReach }: Pick<Coverage, 'pairs' | 'outOfReach'>,
  machines: readonly { readonly id: string }[] = stateMachines,
): readonly Succession[] {
  const isOut = (machine: string, transition: string) => `${machine}/${transition}` in outOfReach;
  return machines.flatMap(({ id }) =>
    successionsOf(id).filter((pair) => {
      const [first = '', second = ''] = pair.slice(id.length + 1).split(' > ');
      const isReachable = !isOut(id, first) && !isOut(id, second);
      return isReachable && !(pair in pairs) && !(pair in impossibleSuccessions);
    }),
  );
}
