/** Measures how fast a receiver responds; with a slow one, a run samples the cases. */

/** After this number of slow responses in a row, the rest is sampled. */
const established = 5;
/** Number of cases of a check for a slow receiver. */
const mostCases = 3;
/** Approximate number of deliveries in a case, for the estimate. */
const deliveriesInCase = 3;

/** A case by its position among the cases of its check. */
export interface Sampled {
  readonly index: number;
  readonly count: number;
}

export interface PaceOptions {
  /** A longer average response time is slow. */
  readonly slowMillis: number;
  /** How many cases each check has in this run. */
  readonly casesOf: () => readonly number[];
  /** Called once, when sampling begins, with a text that includes the estimated duration. */
  readonly onSlow: (notice: string) => void;
}

const seconds = (millis: number) => (millis / 1000).toFixed(1);

export class ReceiverPace {
  readonly #options: PaceOptions;
  readonly #recent: number[] = [];
  #slowMillis: number | undefined;
  #leftOut = 0;

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /** Records the duration of a response. */
  note(durationMillis: number): void {
    if (this.#slowMillis !== undefined) return;
    this.#recent.push(durationMillis);
    if (this.#recent.length > established) this.#recent.shift();
    const mean = this.#recent.reduce((sum, each) => sum + each, 0) / this.#recent.length;
    if (this.#recent.length < established || mean <= this.#options.slowMillis) return;
    this.#slowMillis = mean;
    const counts = this.#options.casesOf();
    const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
    const minutes = (cases: number) => Math.ceil((cases * deliveriesInCase * mean) / 60_000);
    const tried = sum(counts.map((count) => Math.min(count, mostCases)));
    this.#options.onSlow(
      `The receiver takes ${seconds(mean)} s to answer: all ${sum(counts)} cases would take about ${minutes(sum(counts))} min. ` +
        `A part of each check is tried, which takes about ${minutes(tried)} min; --profile thorough tries all.`,
    );
  }

  /** Whether a case is run: with a slow receiver, a few of each check, spread over all of them. */
  admits({ index, count }: Sampled): boolean {
    if (this.#slowMillis === undefined || index % Math.ceil(count / mostCases) === 0) return true;
    this.#leftOut += 1;
    return false;
  }

  /** Why cases were left out; undefined if none was. */
  get reason(): string | undefined {
    if (this.#slowMillis === undefined || this.#leftOut === 0) return undefined;
    return `The receiver takes ${seconds(this.#slowMillis)} s to answer, so ${this.#leftOut} cases were left out: --profile thorough tries all.`;
  }
}
