/** The interface between judgements and their two users: a run, and the judgement of traffic. */
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
