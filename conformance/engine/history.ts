/** Records what several clients do at the same time: each operation with its beginning, its end and its outcome. */

/** In place of a client: what the webhooks that arrive show. */
export const webhookLane = -1;

export interface Operation<Call, Outcome> {
  /** Counts the clients from 1; 0 is what is read while no client does anything, `webhookLane` what webhooks show. */
  readonly client: number;
  readonly call: Call;
  /** By a clock that never goes back, in milliseconds. */
  readonly start: number;
  /**
   * The earliest time whose state it may show: for a read that may be late, a time before its start; for a webhook, its
   * arrival, because the state then contains all that it may be about. @defaultValue its start
   */
  readonly asOf?: number;
  /** Infinity if the answer was lost: the operation takes effect at any time after its start, or never. */
  readonly end: number;
  /** Absent if the answer was lost. */
  readonly outcome?: Outcome;
}

/** The operations of a history, in any order. */
export type History<Call, Outcome> = readonly Operation<Call, Outcome>[];

export class HistoryRecorder<Call, Outcome> {
  readonly #now: () => number;
  readonly #operations: Operation<Call, Outcome>[] = [];

  /** @param now a clock in milliseconds; operations that end and start at one time count as simultaneous */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get history(): History<Call, Outcome> {
    return this.#operations;
  }

  /**
   * Records an operation with its outcome.
   *
   * @param run resolves to undefined if the answer does not say whether the operation was carried out
   */
  async perform(client: number, call: Call, run: () => Promise<Outcome | undefined>): Promise<void> {
    const start = this.#now();
    const outcome = await run();
    if (outcome === undefined) this.#operations.push({ client, call, start, end: Number.POSITIVE_INFINITY });
    else this.#operations.push({ client, call, start, end: this.#now(), outcome });
  }

  /** Records what a webhook shows that has arrived: something that took effect at some time before. */
  observe(call: Call, outcome: Outcome): void {
    const now = this.#now();
    this.#operations.push({ client: webhookLane, call, start: 0, asOf: now, end: now, outcome });
  }

  /** Records an operation whose answer its client does not get to know. */
  lose<T>(client: number, call: Call, run: () => Promise<T>): Promise<T> {
    this.#operations.push({ client, call, start: this.#now(), end: Number.POSITIVE_INFINITY });
    return run();
  }
}
