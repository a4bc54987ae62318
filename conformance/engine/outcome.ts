/** Exceptions that end a case early. The engine catches all of them. */
import type { Expectation } from './expectation.ts';
import type { TimelineEntry } from './finding.ts';

/** The expected and the actual behaviour, in words. */
export interface Evidence {
  readonly expected: string;
  readonly actual: string;
  /** The place in the body of the last response, as far as it exists. */
  readonly at?: readonly string[];
  /** What was expected of a response, as data. Absent: only the words say it. */
  readonly expects?: Expectation;
  /** Of simultaneous clients: the operations that no order explains. */
  readonly timeline?: readonly TimelineEntry[];
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

/** The case cannot continue, and the target is not at fault. */
export class CaseEnded extends Error {}

/** The reason why requirements are not exercised on a target without these capabilities. */
export const missingOnTarget = (capabilities: readonly string[]): string =>
  `Missing on the target: ${capabilities.join(', ')}.`;

/** The case cannot go on without capabilities that the target does not offer. */
export class Lacking extends CaseEnded {
  readonly capabilities: readonly string[];

  constructor(...capabilities: readonly string[]) {
    super(missingOnTarget(capabilities));
    this.capabilities = capabilities;
  }
}

/** A request that the suite considers valid and the target rejected, with the target's message. */
export interface Obstacle {
  /** The operation that was refused. */
  readonly operation: string;
  readonly status: number;
  /** The answer of the target, shortened. */
  readonly said: string;
  /** If the case worked in a business that earlier cases had used: the limit of the run, which is the reason for that. */
  readonly businessLimit?: number;
  /** If the response says that there is nothing: the method and path that a line of the adapter or a binding has given. */
  readonly boundTo?: string;
}

/** The case cannot continue, because the target rejected a request for a reason of its own. */
export class Refused extends CaseEnded {
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle) {
    const { operation, status, said } = obstacle;
    super(`The target refused ${operation}: ${status} with ${said}.`);
    this.obstacle = obstacle;
  }
}

/** Ends a case after a violation that was already reported, because everything after it would only follow from it. */
export const brokenEarlier = (requirement: string): CaseEnded =>
  new CaseEnded(`${requirement} was broken earlier in this case.`);
