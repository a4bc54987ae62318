/** One possible outcome of a step of a model: the states that the target may be in, and the requirements that it evaluates. */
import type { Judge } from './judge.ts';
import { brokenEarlier, Violation } from './outcome.ts';
import type { Tally } from './tally.ts';

/** What the document wants has not happened yet, and the target cannot say that it is done. */
export class NotYet extends Error {
  readonly violation: Violation;
  /** Whether it is a violation still when the target has been given its time. */
  readonly isDue: boolean;

  constructor(violation: Violation, isDue: boolean) {
    super(violation.message);
    this.violation = violation;
    this.isDue = isDue;
  }
}

/**
 * One possible outcome of a step. Where the document leaves an outcome open, `choose` takes one; the step is then concluded
 * again with each of the others, and the alternatives that contradict what was seen are dropped. What an alternative evaluates
 * counts only when it is kept.
 */
export class Alternative<Id extends string = string, Transition extends string = string> {
  readonly #judge: Judge;
  /** Whether the absence of an effect says that it will not come. */
  readonly #conclusive: boolean;
  readonly #path: readonly number[];
  readonly #options: number[] = [];
  readonly #evaluated: string[] = [];
  readonly #taken: { readonly transition: string; readonly subject: string }[] = [];
  readonly #heldBack: string[] = [];
  readonly #passedOver: string[] = [];

  constructor(judge: Judge, conclusive: boolean, path: readonly number[]) {
    this.#judge = judge;
    this.#conclusive = conclusive;
    this.#path = path;
  }

  /** One of several outcomes that the document allows; the likeliest first, which is the one that findings speak of. */
  choose<T>(options: readonly [T, ...T[]]): T {
    const at = this.#path[this.#options.length] ?? 0;
    this.#options.push(options.length);
    return options[at] ?? options[0];
  }

  /** Evaluates a rule whose violation leaves the rest of the case as it is. */
  require(requirement: Id, holds: boolean, expected: string, actual: string): void {
    this.#evaluate(requirement, holds, expected, actual);
  }

  /** Evaluates a rule of the states; once broken, what follows would only be its echo. */
  mustHold(requirement: Id, holds: boolean, expected: string, actual: string): void {
    this.#evaluate(requirement, holds, expected, actual);
    if (!holds) throw brokenEarlier(requirement);
  }

  /**
   * Evaluates a rule about something that happens by itself. A target that cannot say when everything due has happened is
   * polled until the patience is used up, and what has not happened by then is not a violation.
   */
  eventually(requirement: Id, holds: boolean, expected: string, actual: string): void {
    this.#inItsTime(false, requirement, holds, expected, actual);
  }

  /** Like `eventually`, for something that the document requires at once: being late is a violation. */
  atOnce(requirement: Id, holds: boolean, expected: string, actual: string): void {
    this.#inItsTime(true, requirement, holds, expected, actual);
  }

  /** Like `require`, of something that a target may show a moment later than it has done it. */
  soon(requirement: Id, holds: boolean, expected: string, actual: string): void {
    if (!holds && !this.#conclusive && !this.#judge.isMuted(requirement))
      throw new NotYet(new Violation(requirement, { expected, actual }), true);
    this.#evaluate(requirement, holds, expected, actual);
  }

  /** Notes that a resource took a transition. */
  took(transition: Transition, subject: string): void {
    this.#taken.push({ transition, subject });
  }

  /** Notes that what triggers a transition came, and its guard held it back. */
  heldBack(transition: Transition): void {
    this.#heldBack.push(transition);
  }

  /** Counts what this alternative has noted. */
  commit(tally: Tally, lastTaken: Map<string, string>): void {
    for (const requirement of this.#evaluated) tally.evaluated(requirement);
    for (const transition of this.#heldBack) tally.heldBack(transition);
    for (const { transition, subject } of this.#taken) {
      // Resources of several models may have the same name.
      const resource = `${transition.slice(0, transition.indexOf('/'))} ${subject}`;
      tally.transition(transition, lastTaken.get(resource));
      lastTaken.set(resource, transition);
    }
  }

  /** What was seen breaks these rules, and that was no news. */
  get passedOver(): readonly string[] {
    return this.#passedOver;
  }

  /** The choices of the next alternative, depth first; undefined after the last. */
  get nextPath(): readonly number[] | undefined {
    const taken = this.#options.map((_, index) => this.#path[index] ?? 0);
    for (let index = taken.length - 1; index >= 0; index -= 1) {
      const choice = (taken[index] ?? 0) + 1;
      if (choice < (this.#options[index] ?? 0)) return [...taken.slice(0, index), choice];
    }
    return undefined;
  }

  #inItsTime(isDue: boolean, requirement: string, holds: boolean, expected: string, actual: string): void {
    // A requirement that was already reported is not waited for.
    if (!holds && !this.#conclusive && !this.#judge.isMuted(requirement))
      throw new NotYet(new Violation(requirement, { expected, actual }), isDue);
    this.#evaluate(requirement, holds, expected, actual);
    if (!holds) throw brokenEarlier(requirement);
  }

  #evaluate(requirement: string, holds: boolean, expected: string, actual: string): void {
    this.#evaluated.push(requirement);
    if (holds) return;
    if (this.#judge.isNews(requirement)) throw new Violation(requirement, { expected, actual });
    this.#passedOver.push(requirement);
  }
}

/** Changes a state to what it is after a step, and judges what was seen. */
export type Conclude<State, Id extends string = string, Transition extends string = string> = (
  alternative: Alternative<Id, Transition>,
  state: State,
) => void;
