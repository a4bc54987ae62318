/** Counts of a check: evaluations, reasons, coverage. */
import type { Coverage, Sweep } from './events.ts';
import { classOf } from './latencies.ts';
import { missingOnTarget, type Obstacle } from './outcome.ts';

const increment = (counts: Record<string, number>, key: string) => {
  counts[key] = (counts[key] ?? 0) + 1;
};

/** The other guarded transitions that the same trigger can lead to. */
export type RivalsOf = (transition: string) => readonly string[];

export class Tally {
  readonly #rivalsOf: RivalsOf;
  requests = 0;
  /** Requests that were sent again because the target had closed an idle connection, or rejected one too many with 429. */
  repeated = 0;
  readonly evaluations: Record<string, number> = {};
  readonly notExercised: Record<string, string> = {};
  readonly lacking: Record<string, readonly string[]> = {};
  readonly obstacles: Record<string, Obstacle> = {};
  readonly leftOut: Record<string, string> = {};
  readonly warnings: Record<string, string> = {};
  readonly #sweeps: Record<string, { reached: Set<string>; missed: Record<string, string> }> = {};
  readonly #operations: Record<string, Record<string, number>> = {};
  readonly #transitions: Record<string, number> = {};
  readonly #heldBack: Record<string, number> = {};
  readonly #pairs: Record<string, number> = {};
  readonly #events: Record<string, number> = {};
  readonly #latencies: Record<string, Record<string, number>> = {};

  /** @param rivalsOf @defaultValue none, for suites without state machines */
  constructor(rivalsOf: RivalsOf = () => []) {
    this.#rivalsOf = rivalsOf;
  }

  evaluated(requirement: string): void {
    increment(this.evaluations, requirement);
  }

  /** The first reason is kept. */
  skipped(requirement: string, reason: string): void {
    this.notExercised[requirement] ??= reason;
  }

  /** The case ended before it evaluated the requirement, because the target rejected a request on the way. */
  refused(requirement: string, reason: string, obstacle: Obstacle): void {
    if (this.notExercised[requirement] !== undefined) return;
    this.notExercised[requirement] = reason;
    this.obstacles[requirement] = obstacle;
  }

  /**
   * The target lacks capabilities that the requirement needs. This replaces the reason of a rejected request, because the
   * requirement would not have been reached without the rejection either.
   */
  lacks(requirement: string, capabilities: readonly string[]): void {
    if (this.obstacles[requirement] !== undefined) {
      delete this.obstacles[requirement];
      delete this.notExercised[requirement];
    }
    if (this.notExercised[requirement] === undefined) this.lacking[requirement] = capabilities;
    this.skipped(requirement, missingOnTarget(capabilities));
  }

  /** The requirement was violated, but that does not count. */
  leaveOut(requirement: string, reason: string): void {
    this.leftOut[requirement] = reason;
  }

  /** Something that may break the requirement was seen, and does not count. The first is kept. */
  warn(requirement: string, seen: string): void {
    this.warnings[requirement] ??= seen;
  }

  /** A requirement that is evaluated on one operation after the other was evaluated on this one. */
  reached(requirement: string, operation: string): void {
    this.#sweepOf(requirement).reached.add(operation);
  }

  /** It could not be evaluated on this one. The first reason is kept. */
  missed(requirement: string, operation: string, why: string): void {
    this.#sweepOf(requirement).missed[operation] ??= why;
  }

  #sweepOf(requirement: string) {
    this.#sweeps[requirement] ??= { reached: new Set(), missed: {} };
    return this.#sweeps[requirement];
  }

  get sweeps(): Readonly<Record<string, Sweep>> {
    return Object.fromEntries(
      Object.entries(this.#sweeps).map(([id, { reached, missed }]) => {
        const left = Object.entries(missed).filter(([operation]) => !reached.has(operation));
        return [id, { reached: [...reached], missed: Object.fromEntries(left) }];
      }),
    );
  }

  operation(id: string, status: number, durationMillis: number): void {
    this.#operations[id] ??= {};
    increment(this.#operations[id], String(status));
    this.#latencies[id] ??= {};
    increment(this.#latencies[id], classOf(durationMillis));
  }

  /**
   * A transition was taken. The guards of the others that the same trigger can lead to were false.
   *
   * @param previous the transition that the same resource took before it.
   */
  transition(id: string, previous?: string): void {
    increment(this.#transitions, id);
    if (previous !== undefined) increment(this.#pairs, `${previous} > ${id.slice(id.indexOf('/') + 1)}`);
    for (const rival of this.#rivalsOf(id)) this.heldBack(rival);
  }

  /** The trigger of a transition occurred, but its guard was false. */
  heldBack(id: string): void {
    increment(this.#heldBack, id);
  }

  event(type: string): void {
    increment(this.#events, type);
  }

  get coverage(): Omit<Coverage, 'outOfReach'> {
    return {
      operations: this.#operations,
      transitions: this.#transitions,
      heldBack: this.#heldBack,
      pairs: this.#pairs,
      events: this.#events,
      latencies: this.#latencies,
    };
  }
}
