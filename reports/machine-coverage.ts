/** Coverage of a state machine by a run. */
import type { Results } from '../conformance/engine/results.ts';
import { successionsOf, unseenSuccessions } from '../conformance/provider/state-machines.ts';
import { type StateMachine, stateMachines } from '../openapi/catalogue.ts';
import { rulesOf, type Transition } from '../openapi/transitions.ts';

export type TransitionCoverage = 'taken' | 'never-taken' | 'failed' | 'out-of-reach';

/** How often the run took a transition. */
export function timesTaken(machine: StateMachine, transition: string, { coverage }: Results): number {
  return coverage.transitions[`${machine.id}/${transition}`] ?? 0;
}

/** How often the trigger of a transition occurred while its guard was false. */
export function timesHeldBack(machine: StateMachine, transition: string, { coverage }: Results): number {
  return coverage.heldBack[`${machine.id}/${transition}`] ?? 0;
}

/** Why none of the requirements of a transition was evaluated, if no check reports it as out of reach. */
export function whyNotTried(transition: Transition, results: Results): string | undefined {
  const requirements: readonly string[] = rulesOf(transition);
  const entries = results.requirements.filter(({ id }) => requirements.includes(id));
  return entries.every(({ evaluations }) => evaluations === 0)
    ? entries.find(({ reason }) => reason !== undefined)?.reason
    : undefined;
}

/** Why the target cannot take a transition; undefined if it can, or if no check needed it. */
export function whyOutOfReach(
  machine: StateMachine,
  transition: string,
  { coverage }: Results,
): string | undefined {
  return coverage.outOfReach[`${machine.id}/${transition}`];
}

/** A transition with a failed requirement counts as failed, however often it was taken. */
export function coverageOf(
  machine: StateMachine,
  transition: Transition,
  results: Results,
): TransitionCoverage {
  const { id } = transition;
  const requirements: readonly string[] = rulesOf(transition);
  const failed = results.requirements.some(
    (entry) => entry.status === 'failed' && requirements.includes(entry.id),
  );
  if (failed) return 'failed';
  if (timesTaken(machine, id, results) > 0) return 'taken';
  return whyOutOfReach(machine, id, results) === undefined ? 'never-taken' : 'out-of-reach';
}

/** Whether the run reached a state, judging by the transitions taken. */
export function wasReached(machine: StateMachine, state: string, results: Results): boolean {
  return machine.transitions.some(
    ({ id, from, to }) => (to === state || from === state) && timesTaken(machine, id, results) > 0,
  );
}

/** Coverage figures of a state machine. */
export interface MachineFigures {
  readonly taken: number;
  readonly transitions: number;
  /** Guards that were seen both true and false. */
  readonly guardsBothWays: number;
  readonly guards: number;
  /** Pairs of transitions that one resource took in a row. */
  readonly pairs: number;
  /** Pairs that were within reach but not seen, as `id > id`. */
  readonly missedPairs: readonly string[];
  readonly outOfReach: number;
}

/** Counts transitions that are out of reach separately, unless they were taken anyway. */
export function figuresOf(machine: StateMachine, results: Results): MachineFigures {
  const isTaken = ({ id }: Transition) => timesTaken(machine, id, results) > 0;
  const inReach = machine.transitions.filter(
    (each) => isTaken(each) || whyOutOfReach(machine, each.id, results) === undefined,
  );
  const guarded = inReach.filter(({ guard }) => guard !== undefined);
  const { pairs: seen } = results.coverage;
  const missed = new Set(unseenSuccessions(results.coverage, [machine]));
  const pairs = successionsOf(machine.id);
  return {
    taken: inReach.filter(isTaken).length,
    transitions: inReach.length,
    guardsBothWays: guarded.filter((each) => isTaken(each) && timesHeldBack(machine, each.id, results) > 0)
      .length,
    guards: guarded.length,
    pairs: pairs.filter((pair) => pair in seen).length,
    missedPairs: pairs.filter((pair) => missed.has(pair)).map((pair) => pair.slice(machine.id.length + 1)),
    outOfReach: machine.transitions.length - inReach.length,
  };
}

/** State machines with transitions; of the others the document names only the states. */
export const describedMachines: readonly StateMachine[] = stateMachines.filter(
  ({ transitions }) => transitions.length > 0,
);

/** Whether the run exercised a state machine. */
export function wasTried(machine: StateMachine, results: Results): boolean {
  return machine.transitions.some(
    ({ id }) => timesTaken(machine, id, results) > 0 || whyOutOfReach(machine, id, results) !== undefined,
  );
}
