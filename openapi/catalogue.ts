/** The requirement catalogue and the state machines, indexed. */
import type * as z from 'zod';
import { type Capability, capabilities } from './capabilities.ts';
import type { Level as LevelSource } from './catalogue-source.ts';
import catalogue from './generated/catalogue.json' with { type: 'json' };
import type { Entered, RequirementId, TransitionId } from './generated/ids.ts';
import { type ContestableInterpretation, restsOn } from './interpretations.ts';
import type { StateMachine, Transition } from './transitions.ts';

export {
  type Capability,
  capabilities,
  type Entered,
  type RequirementId,
  type StateMachine,
  type TransitionId,
};
export type Level = z.infer<typeof LevelSource>;

/** One testable rule of the interface document, in our own words. */
export interface Requirement {
  readonly id: RequirementId;
  /** Heading of the interface document that the rule comes from. */
  readonly section: string;
  readonly level: Level;
  readonly statement: string;
  /** Version of the first set of requirements that has the rule. */
  readonly since: string;
  /** The capabilities that a target must offer to exercise the rule. */
  readonly needs: readonly Capability[];
  /** Operations and events that the rule is about. */
  readonly operations: readonly string[];
  readonly events: readonly string[];
  /** Why this suite does not test the rule. */
  readonly untestable?: string;
  /** The interpretations that a finding of the rule depends on. */
  readonly interpretations?: readonly ContestableInterpretation[];
}

// The generator has validated the file against the schemas that these types come from.
const source = catalogue as {
  requirements: Requirement[];
  receiverRequirements: Requirement[];
  clientRequirements: Requirement[];
  machines: StateMachine[];
};

function withInterpretations(entry: Requirement): Requirement {
  const interpretations = restsOn(entry.id);
  return interpretations.length === 0 ? entry : { ...entry, interpretations };
}

/** Requirements of the service. */
export const requirements: readonly Requirement[] = source.requirements.map(withInterpretations);
/** Requirements of webhook receivers, including advice. */
/** Ids of the requirements that the document states. */
export const documentedIds: ReadonlySet<string> = new Set(
  requirements.filter(({ level }) => level === 'documented').map(({ id }) => id),
);

export const receiverRequirements: readonly Requirement[] =
  source.receiverRequirements.map(withInterpretations);
/** Requirements of clients of the service. */
export const clientRequirements: readonly Requirement[] = source.clientRequirements.map(withInterpretations);
/** All of them. */
export const allRequirements: readonly Requirement[] = [
  ...requirements,
  ...receiverRequirements,
  ...clientRequirements,
];
export const stateMachines: readonly StateMachine[] = source.machines;

const byId = new Map<string, Requirement>(allRequirements.map((entry) => [entry.id, entry]));

/** Looks a requirement up by an id that may come from outside, such as the command line. */
export function findRequirement(id: string): Requirement | undefined {
  return byId.get(id);
}

/** Returns a requirement by an id that the compiler knows. */
export function requirement(id: RequirementId): Requirement {
  const entry = byId.get(id);
  if (entry === undefined)
    throw new Error(`Requirement ${id} is not in the generated catalogue: run npm run generate`);
  return entry;
}

/** The transitions of all machines, by ids such as `payroll/await-funds`. */
export const transitions: ReadonlyMap<string, Transition> = new Map(
  stateMachines.flatMap((machine) =>
    machine.transitions.map((each) => [`${machine.id}/${each.id}`, each] as const),
  ),
);

/** Returns a transition by an id that the compiler knows. */
export function transition(id: TransitionId): Transition {
  const entry = transitions.get(id);
  if (entry === undefined)
    throw new Error(`Transition ${id} is not in the generated catalogue: run npm run generate`);
  return entry;
}

/** For each transition, the guarded ones with the same trigger from the same state. */
const rivals: ReadonlyMap<string, readonly TransitionId[]> = new Map(
  stateMachines.flatMap(({ id: machine, transitions }) =>
    transitions.map(({ id, from, trigger }): [string, readonly TransitionId[]] => [
      `${machine}/${id}`,
      transitions
        .filter((other) => other.id !== id && other.from === from && other.trigger === trigger)
        .filter(({ guard }) => guard !== undefined)
        // The generator writes the type from the same file.
        .map((other) => `${machine}/${other.id}` as TransitionId),
    ]),
  ),
);

/** The other guarded transitions that the same trigger can lead to. */
export function rivalsOf(transition: string): readonly TransitionId[] {
  return rivals.get(transition) ?? [];
}
