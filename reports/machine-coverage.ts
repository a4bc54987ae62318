/** What a run has seen of a state machine. */
import type { Results } from '../conformance/engine/results.ts';
import { successionsOf, unseenSuccessions } from '../conformance/provider/state-machines.ts';
import { type StateMachine, stateMachines } from '../openapi/catalogue.ts';

type Transition = StateMachine['transitions'][number];

export type TransitionCoverage = 'taken' | 'never-taken' | 'failed' | 'out-of-reach';

/** How often the run took a transition. */
export function timesTaken(machine: StateMachine, transition: string, { coverage }: Results): number {
  return coverage.transitions[`${machine.id}/${transition}`] ?? 0;
}

/** How often what triggers a transition came while its guard did not hold. */
export function timesHeldBack(machine: StateMachine, transition: string, { coverage }: Results): number {
  return coverage.heldBack[`${machine.id}/${transition}`] ?? 0;
}

/** Why nothing that a transition rests on could be evaluated, where no check says that it is out of reach. */
export function whyNotTried({ requirements }: Transition, results: Results): string | undefined {
  const entries = results.requirements.filter(({ id }) => requirements.includes(id));
  return entries.every(({ evaluations }) => evaluations === 0)
    ? entries.find(({ reason }) => reason !== undefined)?.reason
    : undefined;
}

/** Why the target cannot be brought to take a transition; undefined where it can, or nothing tried. */
export function whyOutOfReach(
  machine: StateMachine,
  transition: string,
  { coverage }: Results,
): string | undefined {
  return coverage.outOfReach[`${machine.id}/${transition}`];
}

/** A failed requirement of the transition outweighs how often it was taken. */
export function coverageOf(
  machine: StateMachine,
  { id, requirements }: Transition,
  results: Results,
): TransitionCoverage {
  const failed = results.requirements.some(
    (entry) => entry.status === 'failed' && requirements.includes(entry.id),
  );
  if (failed) return 'failed';
  if (timesTaken(machine, id, results) > 0) return 'taken';
  return whyOutOfReach(machine, id, results) === undefined ? 'never-taken' : 'out-of-reach';
}

/** Whether the run has been in a state, as far as its transitions tell. */
export function wasReached(machine: StateMachine, state: string, results: Results): boolean {
  return machine.transitions.some(
    ({ id, from, to }) => (to === state || from === state) && timesTaken(machine, id, results) > 0,
  );
}

/** What the run has seen of a machine, in figures. */
export interface MachineFigures {
  readonly taken: number;
  readonly transitions: number;
  /** Guards that let something pass and held something back. */
  readonly guardsBothWays: number;
  readonly guards: number;
  /** Transitions that one resource took one after the other. */
  readonly pairs: number;
  /** The pairs that the target could have shown and has not, as `id > id`. */
  readonly missedPairs: readonly string[];
  readonly outOfReach: number;
}

/** What is out of reach, and was not taken after all, is counted by itself. */
export function figuresOf(machine: StateMachine, results: Results): MachineFigures {
  const isTaken = ({ id }: Transition) => timesTaken(machine, id, results) > 0;
  const inReach = machine.transitions.filter(
    (each) => isTaken(each) || whyOutOfReach(machine, each.id, results) === undefined,
  );
  const guarded = inReach.filter(({ guard }) => guard !== undefined);
  const { pairs: seen } = results.coverage;
  const missed = new Set(unseenSuccessions(results.coverage));
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

/** Of the others the document gives the names of the states and nothing that a run could take. */
export const describedMachines: readonly StateMachine[] = stateMachines.filter(
  ({ transitions }) => transitions.length > 0,
);

/** Whether the run has had anything to do with a machine. */
export function wasTried(machine: StateMachine, results: Results): boolean {
  return machine.transitions.some(
    ({ id }) => timesTaken(machine, id, results) > 0 || whyOutOfReach(machine, id, results) !== undefined,
  );
}
