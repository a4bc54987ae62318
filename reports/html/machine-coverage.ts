/** What a run has seen of a state machine. */
import type { Results } from '../../conformance/engine/results.ts';
import type { StateMachine } from '../../openapi/catalogue.ts';

export type TransitionCoverage = 'taken' | 'never-taken' | 'failed';

/** How often the run took a transition. */
export function timesTaken(machine: StateMachine, transition: string, { coverage }: Results): number {
  return coverage.transitions[`${machine.id}/${transition}`] ?? 0;
}

/** A failed requirement of the transition outweighs how often it was taken. */
export function coverageOf(
  machine: StateMachine,
  { id, requirements }: StateMachine['transitions'][number],
  results: Results,
): TransitionCoverage {
  const failed = results.requirements.some(
    (entry) => entry.status === 'failed' && requirements.includes(entry.id),
  );
  if (failed) return 'failed';
  return timesTaken(machine, id, results) > 0 ? 'taken' : 'never-taken';
}

/** Whether the run has been in a state, as far as its transitions tell. */
export function wasReached(machine: StateMachine, state: string, results: Results): boolean {
  return machine.transitions.some(
    ({ id, from, to }) => (to === state || from === state) && timesTaken(machine, id, results) > 0,
  );
}
