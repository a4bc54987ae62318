/** Checks of the service, with their needs beyond those that the engine knows. */
import { type Capability, type RequirementId, requirement } from '../../openapi/catalogue.ts';
import * as engine from '../engine/check.ts';
import type { Scenario } from './scenario.ts';

/** What every kind of check of the service has in common. */
export interface CheckDetails extends engine.CheckDetails<RequirementId, Capability> {
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

export type CasePlan = engine.CasePlan;

export type Check = CheckDetails & engine.Trial<Scenario>;

export interface ExampleSpec extends CheckDetails {
  readonly run: (scenario: Scenario) => Promise<void>;
}

/** A check of one fixed conversation. */
export const example = ({ run, ...details }: ExampleSpec): Check => ({
  ...details,
  ...engine.byExample(run),
});

/** A check that holds for every generated value. */
export const property = <T>(spec: CheckDetails & engine.PropertySpec<Scenario, T>): Check => {
  const { arbitrary, run, examples, runs, ...details } = spec;
  const tried = { arbitrary, run, ...(examples && { examples }), ...(runs && { runs }) };
  return { ...details, ...engine.byProperty(tried) };
};

export type ModelSpec<Context, State> = CheckDetails & engine.ModelSpec<Context, State, Scenario>;

/** A check of a state machine: sequences of moves against a model of it. */
export const model = <Context, State>(spec: ModelSpec<Context, State>): Check => {
  const { model: tried, moves, tours, outOfReach, runs, ...details } = spec;
  const sequences = { model: tried, moves, tours, ...(outOfReach && { outOfReach }), ...(runs && { runs }) };
  return { ...details, ...engine.byModel(sequences) };
};
