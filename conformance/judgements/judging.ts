/** The interface between judgements and their two users: a run, and the judgement of traffic. */
import type { RequirementId } from '../../openapi/catalogue.ts';

/** Takes the evaluations: a scenario of a run, an alternative of a model, or a case of traffic. */
export interface Judging {
  require(requirement: RequirementId, holds: boolean, expected: string, actual: string): unknown;
}

/** Takes the evaluations of a body, with the place in it that each is about. */
export interface JudgingBody extends Judging {
  require(
    requirement: RequirementId,
    holds: boolean,
    expected: string,
    actual: string,
    at?: readonly string[],
  ): unknown;
}
