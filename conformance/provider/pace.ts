/** How late a run expects reads to show a write, and how it adapts that time. */
import { defaultPatience, type Patience } from '../engine/scenario.ts';
import { type Lag, promptly } from '../engine/survey.ts';

/** The suite waits no longer than this for a write to become visible, unless the survey saw it take longer. */
const mostMillis = 1_000;

/** A step that was slow once may be slower another time. */
const slack = { part: 1.25, millis: 100 };

/** The first wait of a run whose survey saw every write at once. */
const firstMillis = 250;

const each = ({ listMillis, readMillis }: Lag, change: (millis: number) => number): Lag => ({
  listMillis: change(listMillis),
  readMillis: change(readMillis),
});

const withSlack = (millis: number) => (millis === 0 ? 0 : millis * slack.part + slack.millis);

/**
 * A target may show writes late, and not every time. So a violation is tested once more with a long wait before each read.
 * If it does not recur, the run expects reads to be later from now on.
 */
export class Pace {
  readonly #surelyMillis: number;
  #lag = promptly;
  #confirming = 0;

  constructor({ seconds }: Patience = defaultPatience) {
    this.#surelyMillis = Math.min(mostMillis, seconds * 1_000);
  }

  /** How long after a write reads show it at the latest. */
  get lag(): Lag {
    return this.#confirming > 0
      ? each(this.#lag, (millis) => Math.max(millis, this.#surelyMillis))
      : this.#lag;
  }

  /** Whether each read waits for so long, instead of being repeated until it shows the write. */
  get waitsAlways(): boolean {
    return this.#confirming > 0;
  }

  /** Whether reads are not known to show anything late. */
  get isPrompt(): boolean {
    return this.#lag.listMillis + this.#lag.readMillis === 0;
  }

  /** Starts with what a survey has measured. */
  startWith(lag: Lag): void {
    this.#lag = each(lag, withSlack);
  }

  /** @param repeat tests the violation again; resolves to whether it recurs */
  async confirm(repeat: () => Promise<boolean>): Promise<boolean> {
    this.#confirming += 1;
    try {
      if (await repeat()) return true;
    } finally {
      this.#confirming -= 1;
    }
    const longer = (millis: number) => Math.min(this.#surelyMillis, Math.max(firstMillis, 2 * millis));
    this.#lag = each(this.#lag, (millis) => Math.max(millis, longer(millis)));
    return false;
  }
}
