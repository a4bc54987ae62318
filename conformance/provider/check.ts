/** Checks of the service, with their needs beyond those that the engine knows. */
import { type Capability, type RequirementId, requirement } from '../../openapi/catalogue.ts';
import * as engine from '../engine/check.ts';
import type { Scenario } from './scenario.ts';

/** The details that all kinds of checks of the service share. */
export interface CheckDetails extends engine.CheckDetails<RequirementId, Capability> {
  /** The check is also not run with one of these capabilities, because other checks of the same requirements then show more. */
  readonly unless?: readonly Capability[];
  /**
   * The rules that hold for a single request and its response, whatever came before and whatever data the response
   * contains, so that they can be evaluated on a server that returns examples: all rules of the check, or those of the
   * listed requirements. Against Prism, a check evaluates nothing else; a check without this field is not run.
   */
  readonly stateless?: true | readonly RequirementId[];
  /**
   * Whether the check works without writes, and is also run with read-only access. `scenario.offers()` and
   * `scenario.has()` then exclude writes and controls, `openTenant` uses an existing business, and every other request
   * than a read is refused before it is sent. `existing`: the check reads existing resources, so it does not need what
   * their creation needs.
   */
  readonly reads?: true | 'existing';
  /**
   * How many businesses it needs at least that no other case may have used, if it needs such, or opens them itself: a run
   * that opens only some keeps them for it, and begins with the checks that need few. The others share them afterwards.
   */
  readonly newBusinesses?: number;
}

/** The capabilities that a check needs to evaluate a requirement. */
export function needsOf({ needs, reads }: CheckDetails, id: RequirementId): readonly Capability[] {
  return reads === 'existing' ? needs : [...new Set([...needs, ...requirement(id).needs])];
}

export type CasePlan = engine.CasePlan;

export type Check = CheckDetails & engine.CheckCases<Scenario>;

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
