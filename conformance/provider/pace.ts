/** How long a run waits after a write before it reads, and how it adapts that time. */
import { defaultPatience, type Patience } from '../engine/scenario.ts';
import type { Lag } from '../engine/survey.ts';

/** The suite waits no longer than this for a write to become visible. */
const mostMillis = 1_000;

/** A step that was slow once may be slower another time. */
const slack = 2;

/** The first wait of a run whose survey saw every write at once. */
const firstMillis = 250;

/**
 * A target that cannot report that it has finished may show writes late, and not every time. So a violation is tested
 * once more with a long wait. If it does not recur, the run waits longer after each write from now on.
 */
export class Pace {
  readonly #surelyMillis: number;
  #lagMillis = 0;
  #confirming = 0;

  constructor({ seconds }: Patience = defaultPatience) {
    this.#surelyMillis = Math.min(mostMillis, seconds * 1_000);
  }

  /** How long to wait after a write. */
  get lagMillis(): number {
    return this.#lagMillis;
  }

  /** How long to wait after a write before something is read. */
  get readLagMillis(): number {
    return this.#confirming > 0 ? this.#surelyMillis : this.#lagMillis;
  }

  /** Starts with what a survey has measured. */
  startWith({ listMillis, readMillis }: Lag): void {
    this.#lagMillis = slack * Math.max(listMillis, readMillis);
  }

  /** @param repeat tests the violation again; resolves to whether it recurs */
  async confirm(repeat: () => Promise<boolean>): Promise<boolean> {
    if (this.#lagMillis >= this.#surelyMillis) return true;
    this.#confirming += 1;
    try {
      if (await repeat()) return true;
    } finally {
      this.#confirming -= 1;
    }
    this.#lagMillis = Math.min(this.#surelyMillis, Math.max(firstMillis, 2 * this.#lagMillis));
    return false;
  }
}
