/** A check is data: what it covers, what it needs, and the cases that it is tried on. */
import fc from 'fast-check';
import {
  type Capability,
  type RequirementId,
  requirement,
  type TransitionId,
} from '../../openapi/catalogue.ts';
import type { Profile } from '../engine/profile.ts';
import { SequenceArbitrary } from '../engine/sequences.ts';
import { type Model, type Move, walk } from './model.ts';
import type { Scenario } from './scenario.ts';

/** What every kind of check has in common. */
export interface CheckDetails {
  /** Area and name, such as `payroll.model`. */
  readonly id: string;
  readonly title: string;
  readonly covers: readonly RequirementId[];
  /** Without one of these the check is not run at all. */
  readonly needs: readonly Capability[];
  /** With one of these it is not run either, because other checks of the same requirements show more there. */
  readonly unless?: readonly Capability[];
  /**
   * What holds of one request and its answer alone, whatever came before and whatever the answer is made of, so that a
   * server that answers with examples can be held to it: every rule that is evaluated, or those of the requirements that
   * are named. Against Prism a check evaluates nothing else, and without it is not run.
   */
  readonly stateless?: true | readonly RequirementId[];
  /**
   * Whether it can do without writing anything: then it is also run against a target that may only be read. There,
   * `scenario.offers()` and `scenario.has()` know of no writes and no controls, and `openTenant` finds a business that
   * is there; whatever else is sent than a read is refused before it leaves. `existing`: it looks at what others have
   * created, so that what it takes to create that is not needed.
   */
  readonly reads?: true | 'existing';
}

/** What a target must offer for a check to evaluate a requirement. */
export function needsOf({ needs, reads }: CheckDetails, id: RequirementId): readonly Capability[] {
  return reads === 'existing' ? needs : [...new Set([...needs, ...requirement(id).needs])];
}

/** Runs one case in a fresh scenario. */
export type RunCase = (body: (scenario: Scenario) => Promise<void>) => Promise<void>;

export interface CasePlan {
  readonly profile: Profile;
  /** What a generator may want to know of the target: whether it offers a capability. */
  readonly has: (capability: Capability) => boolean;
}

export interface Cases {
  readonly property: fc.IAsyncProperty<[unknown, ...unknown[]]>;
  readonly runs: number;
  /** Values that are tried before any generated one; the path of a finding counts them. */
  readonly examples?: readonly [unknown][];
  readonly outOfReach?: OutOfReach;
}

/** Transitions that no case can come to on this target, and why. */
export type OutOfReach = Readonly<Partial<Record<TransitionId, string>>>;

export interface Check extends CheckDetails {
  readonly kind: 'example' | 'property' | 'model';
  readonly cases: (runCase: RunCase, plan: CasePlan) => Cases;
}

export interface ExampleSpec extends CheckDetails {
  readonly run: (scenario: Scenario) => Promise<void>;
}

/** A check of one fixed conversation. */
export function example({ run, ...details }: ExampleSpec): Check {
  return {
    ...details,
    kind: 'example',
    cases: (runCase) => ({
      property: fc.asyncProperty(fc.constant<unknown>(undefined), () => runCase(run)),
      runs: 1,
    }),
  };
}

export interface PropertySpec<T> extends CheckDetails {
  readonly arbitrary: (plan: CasePlan) => fc.Arbitrary<T>;
  readonly run: (scenario: Scenario, value: T) => Promise<void>;
  /** Values that every run tries first, because the rest would reach what they show by luck only. */
  readonly examples?: readonly T[];
  /** @defaultValue the runs of the profile */
  readonly runs?: (profile: Profile) => number;
}

/** A check that holds for every generated value. */
export function property<T>({ arbitrary, run, examples, runs, ...details }: PropertySpec<T>): Check {
  return {
    ...details,
    kind: 'property',
    cases: (runCase, plan) => ({
      // The value goes from this arbitrary to this function only, so its type need not be known outside.
      property: fc.asyncProperty(arbitrary(plan) as fc.Arbitrary<unknown>, (value) =>
        runCase((scenario) => run(scenario, value as T)),
      ),
      runs: (runs ?? ((profile) => profile.propertyRuns))(plan.profile),
      ...(examples && { examples: examples.map((value): [unknown] => [value]) }),
    }),
  };
}

export interface ModelSpec<Context, State> extends CheckDetails {
  readonly model: Model<Context, State>;
  /**
   * The moves to choose from at random; give a weight to those that are seldom possible. Of more than a few kinds of moves each
   * sequence has a few.
   */
  readonly moves: (
    plan: CasePlan,
  ) => fc.Arbitrary<Move<Context, State>> | readonly fc.Arbitrary<Move<Context, State>>[];
  /** Sequences that every run tries first, so that each transition is taken whatever the seed. */
  readonly tours: (plan: CasePlan) => readonly (readonly Move<Context, State>[])[];
  /** Transitions that this target cannot be brought to take, and why. */
  readonly outOfReach: (plan: CasePlan) => OutOfReach;
  /** @defaultValue the model runs of the profile */
  readonly runs?: (profile: Profile, has: CasePlan['has']) => number;
}

/** A check of a state machine: sequences of moves against a model of it. */
export function model<Context, State>(spec: ModelSpec<Context, State>): Check {
  const { model, moves, tours, outOfReach, runs, ...details } = spec;
  return {
    ...details,
    kind: 'model',
    cases: (runCase, plan) => {
      const { profile } = plan;
      const sequences = new SequenceArbitrary([moves(plan)].flat(), profile.maxCommands);
      const examples = tours(plan).map((tour): [unknown] => [tour]);
      return {
        // A sequence goes from this arbitrary to this function only, so its type need not be known outside.
        property: fc.asyncProperty(sequences as fc.Arbitrary<unknown>, (sequence) =>
          runCase((scenario) => walk(scenario, model, sequence as readonly Move<Context, State>[])),
        ),
        runs: examples.length + (runs?.(profile, plan.has) ?? profile.modelRuns),
        examples,
        outOfReach: outOfReach(plan),
      };
    },
  };
}
