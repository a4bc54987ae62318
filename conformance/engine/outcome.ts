/** How a case ends early. Thrown inside a case and caught by the engine; they never leave it. */

/** What was wanted and what was seen, in words. */
export interface Evidence {
  readonly expected: string;
  readonly actual: string;
  /** The place in the body of the last answer, as far as it is there. */
  readonly at?: readonly string[];
}

/** A requirement was broken. */
export class Violation extends Error {
  readonly requirement: string;
  readonly evidence: Evidence;

  constructor(requirement: string, evidence: Evidence) {
    super(`${requirement}: expected ${evidence.expected}, got ${evidence.actual}`);
    this.requirement = requirement;
    this.evidence = evidence;
  }
}

/** The case cannot go on, and that says nothing against the target. */
export class CaseEnded extends Error {}

/** What follows the violation of a rule that has been reported already would only be its echo. */
export const brokenEarlier = (requirement: string): CaseEnded =>
  new CaseEnded(`${requirement} was broken earlier in this case.`);
