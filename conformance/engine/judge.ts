/** Decides how a violation affects the current case. */
import { type Evidence, Violation } from './outcome.ts';
import type { Tally } from './tally.ts';

/**
 * One judge serves one check. A violation ends the case. While its input shrinks, only the same requirement counts. Once
 * reported, a requirement is muted, so that the check finds others.
 */
export class Judge {
  readonly #tally: Tally;
  readonly #muted = new Set<string>();
  readonly #givenUp = new Set<string>();
  #focus: string | undefined;

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** From now on only this requirement ends a case. */
  focusOn(requirement: string): void {
    this.#focus = requirement;
  }

  get focus(): string | undefined {
    return this.#focus;
  }

  /** Ends the focus without muting the requirement: a second look may not have confirmed the violation. */
  release(): void {
    this.#focus = undefined;
  }

  /** Ends the focus, and ignores further violations of the requirement. */
  mute(requirement: string): void {
    this.#focus = undefined;
    this.#muted.add(requirement);
  }

  /** Whether a violation of the requirement has been reported already. */
  isMuted(requirement: string): boolean {
    return this.#muted.has(requirement);
  }

  /** From now on, the cases of the check do not wait for what the requirement is about. */
  giveUp(requirement: string): void {
    this.#givenUp.add(requirement);
  }

  hasGivenUp(requirement: string): boolean {
    return this.#givenUp.has(requirement);
  }

  /** Whether a violation of the requirement would end a case now. */
  isNews(requirement: string): boolean {
    return this.#focus === undefined ? !this.#muted.has(requirement) : this.#focus === requirement;
  }

  /**
   * @returns whether the requirement holds; false only if its violation is muted or out of focus.
   * @throws Violation if it does not hold and counts.
   */
  require(requirement: string, holds: boolean, evidence: () => Evidence): boolean {
    this.#tally.evaluated(requirement);
    if (holds) return true;
    if (!this.isNews(requirement)) return false;
    throw new Violation(requirement, evidence());
  }
}
