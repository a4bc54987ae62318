/** Progress of a run. */
import type { RunEvent } from '../conformance/engine/events.ts';

/** Requests that a check is expected to send, by the id of the check. */
export type ExpectedRequests = ReadonlyMap<string, number>;

/** Weight of each check in addition to its requests; the whole weight if its requests are unknown. */
const overhead = 10;

/** Maximum share of a running check, however many requests it has sent. */
const mostUnderWay = 0.95;

/** Below this share, there is no estimate of the time left. */
const leastDone = 0.05;
const leastMillis = 2_000;

/**
 * Follows the events of a run. Weighs checks by their expected requests, because a model takes a hundred times as long as
 * an example.
 */
export class RunProgress {
  readonly #expected: ExpectedRequests;
  readonly #underWay = new Map<string, number>();
  #weights = new Map<string, number>();
  #weightDone = 0;
  #requestsDone = 0;
  #done = 0;
  #findings = 0;

  constructor(expected: ExpectedRequests = new Map()) {
    this.#expected = expected;
  }

  add(event: RunEvent): void {
    switch (event.type) {
      case 'run-started':
        this.#weights = new Map(
          event.checks.map(({ id }) => [id, overhead + (this.#expected.get(id) ?? 0)] as const),
        );
        return;
      case 'check-started':
        this.#underWay.set(event.check, 0);
        return;
      case 'check-progressed':
        this.#underWay.set(event.check, event.requests);
        return;
      case 'finding-reported':
        this.#findings += 1;
        return;
      case 'check-finished':
        this.#underWay.delete(event.check);
        this.#done += 1;
        this.#requestsDone += event.requests;
        this.#weightDone += this.#weightOf(event.check);
        return;
      case 'run-finished':
        this.#underWay.clear();
        return;
      case 'target-surveyed':
      case 'notice-given':
        return;
    }
    event satisfies never;
  }

  #weightOf(check: string): number {
    return this.#weights.get(check) ?? overhead;
  }

  get total(): number {
    return this.#weights.size;
  }

  get done(): number {
    return this.#done;
  }

  get findings(): number {
    return this.#findings;
  }

  get requests(): number {
    return this.#requestsDone + this.#underWay.values().reduce((sum, count) => sum + count, 0);
  }

  /** Ids of the running checks, the oldest first. */
  get underWay(): readonly string[] {
    return [...this.#underWay.keys()];
  }

  /** From 0 to 1; 1 only when every check is done. */
  get share(): number {
    if (this.#done >= this.total) return this.total === 0 ? 0 : 1;
    const sum = this.#weights.values().reduce((all, weight) => all + weight, 0);
    const partly = [...this.#underWay].reduce((all, [check, requests]) => {
      const weight = this.#weightOf(check);
      return all + weight * Math.min(mostUnderWay, requests / weight);
    }, 0);
    return (this.#weightDone + partly) / sum;
  }

  /**
   * Estimated milliseconds left, at the speed so far.
   *
   * @param elapsedMillis since the start of the run
   * @returns undefined while it is too early for an estimate
   */
  timeLeft(elapsedMillis: number): number | undefined {
    const { share } = this;
    if (share < leastDone || elapsedMillis < leastMillis || share === 1) return undefined;
    return (elapsedMillis * (1 - share)) / share;
  }
}
