/** One case of a check: its steps, and the requirements that are evaluated on them. */
import { setTimeout } from 'node:timers/promises';
import type { Alternative, Conclude } from './alternative.ts';
import type { ConformanceError } from './errors.ts';
import type { Expectation } from './expectation.ts';
import { explore } from './explore.ts';
import type { TimelineEntry } from './finding.ts';
import type { Judge } from './judge.ts';
import { brokenEarlier, type CaseEnded, type Evidence, Lacking, Refused, type Violation } from './outcome.ts';
import type { Place } from './places.ts';
import { Recording } from './recording.ts';
import type { Redactor } from './redactor.ts';
import type { Tally } from './tally.ts';

/** How long the suite waits for each asynchronous effect. */
export interface Patience {
  readonly seconds: number;
  /** Between two looks. */
  readonly pauseMillis: number;
}

/** The pause after the first look; each is twice the one before, up to that of the patience. */
const firstPauseMillis = 10;

export const defaultPatience: Patience = { seconds: 5, pauseMillis: 100 };

/** The context that the engine gives the scenario of a case. All but the number is shared by the cases of a check. */
export interface CaseContext {
  readonly checkId: string;
  /** Counts the cases of the check from 0. */
  readonly number: number;
  /** Earlier runs of the same case that proved nothing. */
  readonly again: number;
  /** Sent with each request, so that the target's own log can be matched to the report. */
  readonly userAgent: string;
  readonly judge: Judge;
  readonly tally: Tally;
  /** The only requirements that are evaluated; absent: all. */
  readonly judged?: readonly string[];
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  /** The place of the check among those at work. @defaultValue it makes room for no other */
  readonly place?: Place;
}

/** Text of a finding; a function if it is expensive to make. */
export type Text = string | (() => string);

/** The place in the body that a requirement is about, or what it expects of the response, as data. */
export type About = readonly string[] | Expectation;

const isPlace = (about: About): about is readonly string[] => Array.isArray(about);

function evidenceAbout(about: About | undefined): Pick<Evidence, 'at' | 'expects'> {
  if (about === undefined) return {};
  return isPlace(about) ? { at: about } : { expects: about };
}

const textOf = (text: Text): string => (typeof text === 'function' ? text() : text);

/**
 * The part that the scenarios of all suites share. A suite adds how it talks to its target.
 *
 * @typeParam Id requirements of the suite
 * @typeParam Transition transitions of its state machines, as `machine/id`
 */
export class BaseScenario<Id extends string = string, Transition extends string = string> {
  readonly recording = new Recording();
  readonly patience: Patience;
  protected readonly context: CaseContext;
  readonly #cleanups: (() => Promise<void>)[] = [];

  constructor(context: CaseContext, patience: Patience = defaultPatience) {
    this.context = context;
    this.patience = patience;
  }

  /**
   * Polls until the wanted result is there or the patience is used up. The only way for a check to wait.
   *
   * @param seconds waits no longer than this. @defaultValue the patience
   * @returns the last result, whether it is the wanted one or not.
   */
  async eventually<T>(
    look: () => T | Promise<T>,
    isThere: (seen: T) => boolean,
    seconds = this.patience.seconds,
  ): Promise<T> {
    const deadline = performance.now() + Math.min(seconds, this.patience.seconds) * 1_000;
    for (let looks = 0; ; looks += 1) {
      const seen = await look();
      const left = deadline - performance.now();
      if (isThere(seen) || left <= 0) return seen;
      await this.pause(Math.min(left, this.pauseAfter(looks)));
    }
  }

  /** The time before the next look, in milliseconds. */
  protected pauseAfter(looks: number): number {
    return Math.min(this.patience.pauseMillis, firstPauseMillis * 2 ** looks);
  }

  /** Waits, unless the run ends first. */
  protected async pause(millis: number): Promise<void> {
    const { signal } = this.context;
    // A timer counts whole milliseconds, and may be up early by a part of one.
    const whole = Math.ceil(millis) + 1;
    await this.whileAway(() => setTimeout(whole, undefined, { signal }).catch(() => signal.throwIfAborted()));
  }

  /** Lets another check work while this one waits. */
  whileAway<T>(wait: () => Promise<T>): Promise<T> {
    const { place } = this.context;
    return place === undefined ? wait() : place.whileAway(wait);
  }

  /**
   * Evaluates a requirement.
   *
   * @param about the place in the body that it is about, or the expectation as data
   * @returns whether it holds; false only if its violation was already reported.
   */
  require(requirement: Id, holds: boolean, expected: Text, actual: Text, about?: About): boolean {
    if (!this.#isJudged(requirement)) return true;
    return this.judge(requirement, holds, () => ({
      expected: textOf(expected),
      actual: textOf(actual),
      ...evidenceAbout(about),
    }));
  }

  /** Evaluates a requirement on what several clients did at the same time. */
  requireOrder(
    requirement: Id,
    timeline: readonly TimelineEntry[] | undefined,
    expected: string,
    actual: Text,
  ): void {
    if (!this.#isJudged(requirement)) return;
    const holds = timeline === undefined;
    this.judge(requirement, holds, () => ({
      expected,
      actual: textOf(actual),
      ...(timeline !== undefined && { timeline }),
    }));
  }

  #isJudged(requirement: Id): boolean {
    const { judged } = this.context;
    return judged === undefined || judged.includes(requirement);
  }

  /** Evaluates a requirement, even if it is not among those judged here. */
  protected judge(requirement: Id, holds: boolean, evidence: () => Evidence): boolean {
    return this.context.judge.require(requirement, holds, evidence);
  }

  /**
   * Evaluates a rule about states. After a violation the case ends, because everything else would only follow from it.
   *
   * @throws CaseEnded if it does not hold and was already reported.
   */
  mustHold(requirement: Id, holds: boolean, expected: Text, actual: Text, about?: About): void {
    if (!this.require(requirement, holds, expected, actual, about)) throw brokenEarlier(requirement);
  }

  /**
   * Evaluates that something has happened by now. On a target that cannot report that it has finished, it may still
   * happen: what is missing is a warning.
   */
  requireDone(requirement: Id, holds: boolean, expected: Text, actual: Text): void {
    if (holds || this.conclusive) this.require(requirement, holds, expected, actual);
    else
      this.warn(
        requirement,
        `Expected ${textOf(expected)}, and got ${textOf(actual)}. No control shows when the target has finished: allow more time with --patience.`,
      );
  }

  /** Reports a violation that was held back, because it might have passed. */
  report({ requirement, evidence }: Violation): void {
    this.context.judge.require(requirement, false, () => evidence);
  }

  /** Says why a requirement could not be evaluated in this case; only shown when no other case evaluates it. */
  skip(requirement: Id, reason: string): void {
    if (this.#isJudged(requirement)) this.context.tally.skipped(requirement, reason);
  }

  /** From now on, the cases of the check go on without what the requirement is about. */
  giveUp(requirement: Id): void {
    this.context.judge.giveUp(requirement);
  }

  /** Notes what may break a requirement, and does not count, because the target need not be the reason. */
  warn(requirement: Id, seen: string): void {
    if (this.#isJudged(requirement)) this.context.tally.warn(requirement, this.context.redactor.redact(seen));
  }

  /** Notes that a requirement was evaluated on an operation, of those that it is evaluated on one after the other. */
  reached(requirement: Id, operation: string): void {
    if (this.#isJudged(requirement)) this.context.tally.reached(requirement, operation);
  }

  /** Says why a requirement could not be evaluated on an operation. */
  missed(requirement: Id, operation: string, why: string): void {
    if (this.#isJudged(requirement)) this.context.tally.missed(requirement, operation, why);
  }

  /** Records that the case ended before these requirements were evaluated. */
  endedBefore(requirements: readonly Id[], ending: CaseEnded): void {
    for (const requirement of requirements) {
      if (!this.#isJudged(requirement)) continue;
      if (ending instanceof Lacking) this.context.tally.lacks(requirement, ending.capabilities);
      else if (ending instanceof Refused)
        this.context.tally.refused(requirement, ending.message, ending.obstacle);
      else this.context.tally.skipped(requirement, ending.message);
    }
  }

  /**
   * Opens a numbered step; everything sent and received from now on belongs to it.
   *
   * @param believed the expected state of a model before the step
   */
  step(label: string, believed?: string): void {
    this.recording.open('step', label, believed);
  }

  /** Opens a step that does not depend on the ones before it, so that a counterexample does not show them. */
  independentStep(label: string): void {
    this.recording.restart();
    this.recording.open('step', label);
  }

  /** Opens a set-up step, which is shown but not counted. */
  setup(label: string): void {
    this.recording.open('setup', label);
  }

  /** Notes that a transition of a state machine was taken; a server without states takes none. */
  took(transition: Transition): void {
    if (this.context.judged === undefined) this.context.tally.transition(transition);
  }

  /** Whether an effect that has not happened by now will not happen. */
  get conclusive(): boolean {
    return true;
  }

  /** Whether the latest observation may be too early to show what was done before. */
  get isEarly(): boolean {
    return false;
  }

  /** Whether the case is worth another run if it ended before it evaluated everything. */
  get isWorthAnother(): boolean {
    return false;
  }

  /** Finds the states of a model that explain what was seen. */
  explore<State>(from: readonly State[], conclude: Conclude<State>) {
    return explore(this.context.judge, this.conclusive, from, conclude);
  }

  /** Counts the evaluations of an alternative. */
  commit(alternative: Alternative, lastTaken: Map<string, string>): void {
    alternative.commit(this.context.tally, lastTaken);
  }

  /** Registers something to undo when the case is over; last in, first out. */
  atEnd(cleanup: () => Promise<void>): void {
    this.#cleanups.push(cleanup);
  }

  /** The trace that the requests of the case belong to, if the run writes traces. */
  get traceId(): string | undefined {
    return undefined;
  }

  /** Set if nothing that this case saw counts against the target. */
  get trouble(): ConformanceError | undefined {
    return undefined;
  }

  /**
   * Called when a requirement was violated.
   *
   * @returns why nothing that this case saw counts against the target after all
   */
  async whyDoubted(): Promise<ConformanceError | undefined> {
    return undefined;
  }

  /** Called when a control of the target failed, and ended the case. */
  controlFailed(_: ConformanceError): void {}

  async close(): Promise<void> {
    const failures: unknown[] = [];
    // A failing clean-up must not prevent the others.
    for (const cleanup of this.#cleanups.reverse()) {
      await cleanup().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}
