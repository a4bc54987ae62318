/** One search for a violation, and the shrinking of what it found. */
import type { Step } from './finding.ts';
import type { Judge } from './judge.ts';
import type { Violation } from './outcome.ts';

/** Limits of shrinking: a short counterexample now is better than the shortest one later. */
export const shrinkLimits = { cases: 250, millis: 5_000 };

export interface Failure {
  readonly violation: Violation;
  readonly steps: readonly Step[];
  readonly traceId?: string;
}

/** The state of one search for a violation. */
export class SearchState {
  failure: Failure | undefined;
  /** An error of the suite or the network; ends the check. */
  trouble: unknown;
  /** Set if the violation was not confirmed, so that the search is repeated. */
  isWithdrawn = false;
  readonly #judge: Judge;
  readonly #mostCases: number;
  #shrinkCases = 0;
  #shrinkStarted = 0;

  /** @param mostCases for shrinking */
  constructor(judge: Judge, mostCases: number) {
    this.#judge = judge;
    this.#mostCases = mostCases;
  }

  /** Whether cases are still worth running. */
  get open(): boolean {
    if (this.trouble !== undefined) return false;
    if (this.failure === undefined) return true;
    const isLate = performance.now() - this.#shrinkStarted >= shrinkLimits.millis;
    return this.#shrinkCases < this.#mostCases && !isLate;
  }

  caseStarted(): void {
    if (this.failure !== undefined) this.#shrinkCases += 1;
  }

  failed(failure: Failure): void {
    if (this.failure === undefined) this.#shrinkStarted = performance.now();
    this.failure = failure;
    this.#judge.focusOn(failure.violation.requirement);
  }
}
