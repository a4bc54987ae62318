/** A check: what it covers, what it needs, and its cases. */
import fc from 'fast-check';
import type { ProfileName } from './events.ts';
import { type Model, type Move, walk } from './model.ts';
import type { BaseScenario } from './scenario.ts';
import { SequenceArbitrary } from './sequences.ts';

export interface CheckDetails<Id extends string = string, Need extends string = string> {
  /** Area and name, such as `payroll.model`. */
  readonly id: string;
  readonly title: string;
  readonly covers: readonly Id[];
  /** Capabilities without which the check is not run. */
  readonly needs: readonly Need[];
}

export interface CasePlan<Need extends string = string> {
  readonly profile: Profile;
  /** The seed of the run; each check derives its own seed for generated values. */
  readonly seed: number;
  /** Whether the target offers a capability. */
  readonly has: (capability: Need) => boolean;
}

/** Transitions that no case can reach on this target, with the reason. */
export type OutOfReach = Readonly<Record<string, string>>;

/** The conversation of a case, in a fresh scenario. */
export type CheckCase<Scenario> = (scenario: Scenario) => Promise<void>;

/** Cases that fast-check generates and shrinks. They are independent. */
export interface GeneratedCases<Scenario> {
  readonly type: 'generated';
  readonly arbitrary: fc.Arbitrary<unknown>;
  readonly caseOf: (value: unknown) => CheckCase<Scenario>;
  readonly runs: number;
  /** Values that are tested before the generated ones; the path of a finding counts them. */
  readonly examples?: readonly unknown[];
  readonly outOfReach?: OutOfReach;
}

/** Hand-written cases. They are independent, and cannot be shrunk. */
export interface ListedCases<Scenario> {
  readonly type: 'listed';
  readonly cases: readonly CheckCase<Scenario>[];
}

/** A stream of cases: the check lasts as long as the stream. */
export interface StreamedCases<Scenario> {
  readonly type: 'streamed';
  readonly cases: AsyncIterable<CheckCase<Scenario>>;
}

export type Cases<Scenario> = GeneratedCases<Scenario> | ListedCases<Scenario> | StreamedCases<Scenario>;

export interface Check<Scenario> extends CheckDetails {
  readonly kind: 'example' | 'property' | 'model';
  readonly cases: (plan: CasePlan) => Cases<Scenario>;
}

/** How a check gets its cases. */
export type CheckCases<Scenario> = Pick<Check<Scenario>, 'kind' | 'cases'>;

/** One fixed conversation. */
export const byExample = <Scenario>(run: CheckCase<Scenario>): CheckCases<Scenario> => ({
  kind: 'example',
  cases: () => ({ type: 'generated', arbitrary: fc.constant(undefined), caseOf: () => run, runs: 1 }),
});

/** Conversations that do not depend on each other. */
export const byList = <Scenario>(
  cases: (plan: CasePlan) => readonly CheckCase<Scenario>[],
): CheckCases<Scenario> => ({
  kind: 'example',
  cases: (plan) => ({ type: 'listed', cases: cases(plan) }),
});

/** The same for a stream. */
export const byStream = <Scenario>(cases: AsyncIterable<CheckCase<Scenario>>): CheckCases<Scenario> => ({
  kind: 'example',
  cases: () => ({ type: 'streamed', cases }),
});

export interface PropertySpec<Scenario, T> {
  readonly arbitrary: (plan: CasePlan) => fc.Arbitrary<T>;
  readonly run: (scenario: Scenario, value: T) => Promise<void>;
  /** Values that every run tests first, because random values would rarely include them. */
  readonly examples?: readonly T[];
  /** @defaultValue the runs of the profile */
  readonly runs?: (profile: Profile) => number;
}

/** A conversation about every generated value. */
export const byProperty = <Scenario, T>({
  arbitrary,
  run,
  examples,
  runs = (profile) => profile.propertyRuns,
}: PropertySpec<Scenario, T>): CheckCases<Scenario> => ({
  kind: 'property',
  cases: (plan) => ({
    type: 'generated',
    arbitrary: arbitrary(plan),
    // The value goes from this arbitrary to this function only, so its type need not be known outside.
    caseOf: (value) => (scenario) => run(scenario, value as T),
    runs: runs(plan.profile),
    ...(examples && { examples }),
  }),
});

export interface ModelSpec<Context, State, Scenario extends BaseScenario> {
  readonly model: Model<Context, State, Scenario>;
  /**
   * The moves to choose from at random, with a weight for those that are seldom possible. If there are more than a few
   * kinds, each sequence uses a few of them.
   */
  readonly moves: (
    plan: CasePlan,
  ) => fc.Arbitrary<Move<Context, State, Scenario>> | readonly fc.Arbitrary<Move<Context, State, Scenario>>[];
  /** Sequences that every run tests first, so that each transition is taken with any seed. */
  readonly tours: (plan: CasePlan) => readonly (readonly Move<Context, State, Scenario>[])[];
  /** Transitions that are out of reach on this target, with the reason. @defaultValue none */
  readonly outOfReach?: (plan: CasePlan) => OutOfReach;
  /** @defaultValue the model runs of the profile */
  readonly runs?: (profile: Profile, has: CasePlan['has']) => number;
}

/** Sequences of moves against a model of a state machine. */
export const byModel = <Context, State, Scenario extends BaseScenario>({
  model,
  moves,
  tours,
  outOfReach,
  runs,
}: ModelSpec<Context, State, Scenario>): CheckCases<Scenario> => ({
  kind: 'model',
  cases: (plan) => {
    const { profile } = plan;
    const examples = tours(plan).slice(0, profile.maxTours);
    return {
      type: 'generated',
      arbitrary: new SequenceArbitrary([moves(plan)].flat(), profile.maxCommands),
      // A sequence goes from this arbitrary to this function only, so its type need not be known outside.
      caseOf: (sequence) => (scenario) =>
        walk(scenario, model, sequence as readonly Move<Context, State, Scenario>[]),
      runs: examples.length + (runs?.(profile, plan.has) ?? profile.modelRuns),
      examples,
      outOfReach: outOfReach?.(plan) ?? {},
    };
  },
});

/** The same check, with its cases changed. */
export function withCases<Scenario, Kind>(
  check: Kind & CheckCases<Scenario>,
  change: (cases: Cases<Scenario>, plan: CasePlan) => Cases<Scenario>,
): Kind {
  return { ...check, cases: (plan: CasePlan) => change(check.cases(plan), plan) };
}

/** The same cases, each with something around it. */
export function aroundEach<Scenario>(
  cases: Cases<Scenario>,
  around: (body: CheckCase<Scenario>) => CheckCase<Scenario>,
): Cases<Scenario> {
  if (cases.type === 'generated') return { ...cases, caseOf: (value) => around(cases.caseOf(value)) };
  if (cases.type === 'listed') return { ...cases, cases: cases.cases.map(around) };
  async function* each(stream: AsyncIterable<CheckCase<Scenario>>) {
    for await (const body of stream) yield around(body);
  }
  return { ...cases, cases: each(cases.cases) };
}

export interface Profile {
  readonly name: ProfileName;
  /** Generated values of a property. */
  readonly propertyRuns: number;
  /** Random sequences of moves of a model, beside its tours. */
  readonly modelRuns: number;
  /** Longest sequence of moves. */
  readonly maxCommands: number;
  /** Tours of a model, of those that there are. */
  readonly maxTours: number;
}

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  smoke: { name: 'smoke', propertyRuns: 2, modelRuns: 1, maxCommands: 15, maxTours: 2 },
  standard: {
    name: 'standard',
    propertyRuns: 10,
    modelRuns: 20,
    maxCommands: 30,
    maxTours: Number.POSITIVE_INFINITY,
  },
  thorough: {
    name: 'thorough',
    propertyRuns: 200,
    modelRuns: 400,
    maxCommands: 40,
    maxTours: Number.POSITIVE_INFINITY,
  },
};
