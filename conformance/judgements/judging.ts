/** What judges by the same code in a run, where the suite asks, and in traffic, where others do. */
import type { RequirementId } from '../../openapi/catalogue.ts';

/** Takes the evaluations: a scenario of a run, an alternative of a model, or a case of traffic. */
export interface Judging {
  /** @param at the place in the body that it is about */
  require(
    requirement: RequirementId,
    holds: boolean,
    expected: string,
    actual: string,
    at?: readonly string[],
  ): unknown;
}
