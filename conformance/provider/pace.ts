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
  /** The survey waited longer than a confirmation does, and nothing that it wrote was ever shown. */
  #isVain = false;
  /** The checks that test a violation once more; the others go on as before. */
  readonly #confirming = new Set<string>();
  /** Those that test whether more happens after `drain`. */
  readonly #drainingLonger = new Set<string>();
  #drainMillis = 0;

  constructor({ seconds }: Patience = defaultPatience) {
    this.#surelyMillis = Math.min(mostMillis, seconds * 1_000);
  }

  /** How long after a write reads show it at the latest. */
  get lag(): Lag {
    return this.#lag;
  }

  lagOf(checkId: string): Lag {
    return this.waitsAlways(checkId)
      ? each(this.#lag, (millis) => Math.max(millis, this.#surelyMillis))
      : this.#lag;
  }

  /** Whether each read of a check waits for so long, instead of being repeated until it shows the write. */
  waitsAlways(checkId: string): boolean {
    return this.#confirming.has(checkId);
  }

  /** How long a check waits after each `drain`, which ought to return when everything has happened. */
  drainMillisOf(checkId: string): number {
    return this.#drainingLonger.has(checkId) ? this.#surelyMillis : this.#drainMillis;
  }

  /** Whether reads are not known to show anything late. */
  get isPrompt(): boolean {
    return this.#lag.listMillis + this.#lag.readMillis === 0;
  }

  /** Starts with what a survey has measured. */
  startWith(lag: Lag): void {
    this.#lag = each(lag, withSlack);
    this.#isVain = lag.never ?? false;
  }

  /** @param repeat tests the violation again; resolves to whether it recurs */
  async confirm(checkId: string, repeat: () => Promise<boolean>): Promise<boolean> {
    if (this.#isVain) return repeat();
    if (await this.#lookAgain(this.#confirming, checkId, repeat)) return true;
    this.#lag = each(this.#lag, (millis) => Math.max(millis, this.#longer(millis)));
    return false;
  }

  /**
   * The same with a wait after each `drain`. If a violation does not recur then, `drain` returns too early, and the run
   * waits after each one from now on.
   */
  async confirmAfterDrain(checkId: string, repeat: () => Promise<boolean>): Promise<boolean> {
    if (this.#drainMillis >= this.#surelyMillis) return true;
    if (await this.#lookAgain(this.#drainingLonger, checkId, repeat)) return true;
    this.#drainMillis = this.#longer(this.#drainMillis);
    return false;
  }

  /** @param waiting the checks that wait meanwhile */
  async #lookAgain(waiting: Set<string>, checkId: string, repeat: () => Promise<boolean>): Promise<boolean> {
    waiting.add(checkId);
    try {
      return await repeat();
    } finally {
      waiting.delete(checkId);
    }
  }

  #longer(millis: number): number {
    return Math.min(this.#surelyMillis, Math.max(firstMillis, 2 * millis));
  }
}
