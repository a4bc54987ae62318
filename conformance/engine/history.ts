/** Records what several clients do at the same time: each operation with its beginning, its end and its outcome. */

export interface Operation<Call, Outcome> {
  /** Counts the clients from 1; 0 is what is read while no client does anything. */
  readonly client: number;
  readonly call: Call;
  /** By a clock that never goes back, in milliseconds. */
  readonly start: number;
  /** For a read that may be late: the earliest time whose state it may show. @defaultValue its start */
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

  /** @returns the outcome, once the operation is recorded with it */
  async perform(client: number, call: Call, run: () => Promise<Outcome>): Promise<Outcome> {
    const start = this.#now();
    const outcome = await run();
    this.#operations.push({ client, call, start, end: this.#now(), outcome });
    return outcome;
  }

  /** Records an operation whose answer its client does not get to know. */
  lose<T>(client: number, call: Call, run: () => Promise<T>): Promise<T> {
    this.#operations.push({ client, call, start: this.#now(), end: Number.POSITIVE_INFINITY });
    return run();
  }
}
