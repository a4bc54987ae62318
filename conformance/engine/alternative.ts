/** One possible outcome of a step of a model. */
import type { Expectation } from './expectation.ts';
import type { Judge } from './judge.ts';
import { brokenEarlier, type Evidence, Violation } from './outcome.ts';
import type { Tally } from './tally.ts';

/** The required effect is not visible yet, and the target cannot report that it has finished. */
export class NotYet extends Error {
  readonly violation: Violation;
  readonly meaning: Meaning;

  constructor(violation: Violation, meaning: Meaning) {
    super(violation.message);
    this.violation = violation;
    this.meaning = meaning;
  }
}

interface Meaning {
  /** Whether it may show a moment later: the target is polled until the patience is used up. */
  readonly isAwaited: boolean;
  /** Whether being later than that is a violation. */
  readonly isDue: boolean;
  /** Whether the case ends after a violation, because everything else would only follow from it. */
  readonly isBasis: boolean;
  /** Whether the case goes on without it, and does not wait for it again. */
  readonly canBeLeft?: true;
}

const meanings = {
  now: { isAwaited: false, isDue: true, isBasis: false },
  /** Before anything that rests on it. */
  first: { isAwaited: false, isDue: true, isBasis: true },
  soon: { isAwaited: true, isDue: true, isBasis: false },
  /** The document says so; a target may show it a moment later. */
  'at once': { isAwaited: true, isDue: true, isBasis: true },
  /** It happens asynchronously, and the document does not say when. */
  'in time': { isAwaited: true, isDue: false, isBasis: true },
  /** It may be lost on its way. */
  'if at all': { isAwaited: true, isDue: false, isBasis: false, canBeLeft: true },
} as const satisfies Record<string, Meaning>;

/** When a rule has to hold, and whether the case goes on without it. */
export type When = keyof typeof meanings;

/**
 * One possible outcome of a step. If the document leaves an outcome open, `choose` takes one option; the step is then
 * concluded again with each of the others. Alternatives that contradict what was seen are dropped, and their evaluations
 * do not count.
 */
export class Alternative<Id extends string = string, Transition extends string = string> {
  readonly #judge: Judge;
  /** Whether a missing effect means that it will not come. */
  readonly #conclusive: boolean;
  /** Whether the step goes on without what may still come. */
  readonly #leavesOpen: boolean;
  readonly #path: readonly number[];
  readonly #options: number[] = [];
  readonly #evaluated: string[] = [];
  readonly #taken: { readonly transition: string; readonly subject: string }[] = [];
  readonly #heldBack: string[] = [];
  readonly #passedOver: string[] = [];

  constructor(judge: Judge, conclusive: boolean, path: readonly number[], leavesOpen = false) {
    this.#judge = judge;
    this.#conclusive = conclusive;
    this.#path = path;
    this.#leavesOpen = leavesOpen;
  }

  /** Chooses one of several outcomes that the document allows. The likeliest comes first, and findings refer to it. */
  choose<T>(options: readonly [T, ...T[]]): T {
    const at = this.#path[this.#options.length] ?? 0;
    this.#options.push(options.length);
    return options[at] ?? options[0];
  }

  /**
   * Evaluates a rule.
   *
   * @param when how long a target that cannot report that it has finished has for it, and what depends on it
   * @param expects the same of a response, as data, if one response shows it
   */
  require(
    requirement: Id,
    holds: boolean,
    expected: string,
    actual: string,
    when: When = 'now',
    expects?: Expectation,
  ): void {
    const evidence: Evidence = { expected, actual, ...(expects && { expects }) };
    const meaning: Meaning = meanings[when];
    const { isAwaited, isBasis, canBeLeft } = meaning;
    // A requirement that was already reported is not waited for.
    if (isAwaited && !holds && !this.#conclusive && !this.#judge.isMuted(requirement)) {
      if (canBeLeft && (this.#leavesOpen || this.#judge.hasGivenUp(requirement))) return;
      throw new NotYet(new Violation(requirement, evidence), meaning);
    }
    this.#evaluated.push(requirement);
    if (holds) return;
    if (this.#judge.isNews(requirement)) throw new Violation(requirement, evidence);
    this.#passedOver.push(requirement);
    if (isBasis) throw brokenEarlier(requirement);
  }

  /** Notes that a resource took a transition. */
  took(transition: Transition, subject: string): void {
    this.#taken.push({ transition, subject });
  }

  /** Notes that the trigger of a transition occurred, but its guard was false. */
  heldBack(transition: Transition): void {
    this.#heldBack.push(transition);
  }

  /** Adds the notes of this alternative to the counts of the check. */
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

  /** Rules that the observation violates and that were reported before. */
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
}

/** Changes a state to the state after a step, and judges what was seen. */
export type Conclude<State, Id extends string = string, Transition extends string = string> = (
  alternative: Alternative<Id, Transition>,
  state: State,
) => void;
