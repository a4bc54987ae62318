/** A check is data: what it covers, what it needs, and the cases that it is tried on. */
import fc from 'fast-check';
import { type Capability, type RequirementId, requirement } from '../../openapi/catalogue.ts';
import type { Profile } from './profile.ts';
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

/** Runs one case in a fresh scenario; `describe` says afterwards which commands a model ran. */
export type RunCase = (body: (scenario: Scenario) => Promise<void>, describe?: () => string) => Promise<void>;

export interface CasePlan {
  readonly profile: Profile;
  /** fast-check's record of left-out commands, when a finding is replayed. */
  readonly commandsPath?: string;
  /** What a generator may want to know of the target: whether it offers a capability. */
  readonly has: (capability: Capability) => boolean;
}

export interface Cases {
  readonly property: fc.IAsyncProperty<[unknown, ...unknown[]]>;
  readonly runs: number;
  /** Values that are tried before any generated one; the path of a finding counts them. */
  readonly examples?: readonly [unknown][];
}

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

export type ModelCommand<Model extends object> = fc.AsyncCommand<Model, Scenario>;

export interface ModelSpec<Model extends object> extends CheckDetails {
  readonly commands: (plan: CasePlan) => fc.Arbitrary<ModelCommand<Model>>[];
  /** Makes what the commands need and says what is believed of it. */
  readonly start: (scenario: Scenario) => Promise<Model>;
}

/** A check of a state machine: random command sequences against a model of it. */
export function model<Model extends object>({ commands, start, ...details }: ModelSpec<Model>): Check {
  return {
    ...details,
    kind: 'model',
    cases: (runCase, plan) => {
      const { maxCommands, modelRuns } = plan.profile;
      const { commandsPath } = plan;
      const sequences = fc.commands(commands(plan), {
        maxCommands,
        size: 'max',
        ...(commandsPath !== undefined && { replayPath: commandsPath }),
      });
      const property = fc.asyncProperty(sequences, (sequence) =>
        runCase(
          async (scenario) => {
            const believed = await start(scenario);
            await fc.asyncModelRun(() => ({ model: believed, real: scenario }), sequence);
          },
          () => String(sequence),
        ),
      );
      // The engine runs the property and never looks at its values.
      return { property: property as unknown as Cases['property'], runs: modelRuns };
    },
  };
}
