/** How a case ends early. Thrown inside a case and caught by the engine; they never leave it. */
import type { RequirementId } from '../../openapi/catalogue.ts';

/** What was wanted and what was seen, in words. */
export interface Evidence {
  readonly expected: string;
  readonly actual: string;
}

/** A requirement was broken. */
export class Violation extends Error {
  readonly requirement: RequirementId;
  readonly evidence: Evidence;

  constructor(requirement: RequirementId, evidence: Evidence) {
    super(`${requirement}: expected ${evidence.expected}, got ${evidence.actual}`);
    this.requirement = requirement;
    this.evidence = evidence;
  }
}

/** The case cannot go on, and that says nothing against the target. */
export class CaseEnded extends Error {}
