/** Validates the time that the control of a clock returns. */
import { ConformanceError } from '../engine/errors.ts';

/** The year 5138. Later times are in milliseconds, or no time at all. */
const latestTime = 1e11;

/** Tolerance of a running clock, read in whole seconds. */
const roundingSeconds = 1;

const refuse = (answered: unknown, why: string) =>
  new ConformanceError(
    'CONTROL_FAILED',
    `The control advanceClock returned ${JSON.stringify(answered)} as the time, ${why}: it must return the time of the ` +
      'business after the move, in Unix seconds',
  );

/** The readings of one case. A wrong clock would make every rule about time look violated. */
export class ClockReadings {
  readonly #latest = new Map<string, number>();

  /** The last reading of a business's clock, or else the latest of any; undefined if none was read. */
  latest(businessId: string | undefined): number | undefined {
    const own = businessId === undefined ? undefined : this.#latest.get(businessId);
    return own ?? (this.#latest.size === 0 ? undefined : Math.max(...this.#latest.values()));
  }

  /**
   * Moves the clock of a business.
   *
   * @param move returns the new time
   * @throws ConformanceError with code `CONTROL_FAILED` if that is no time, or the clock did not move far enough
   */
  async advance(businessId: string, seconds: number, move: () => Promise<unknown>): Promise<number> {
    const before = this.#latest.get(businessId);
    const now = await move();
    if (typeof now !== 'number' || !Number.isFinite(now) || Math.abs(now) >= latestTime)
      throw refuse(now, 'which is not a time');
    if (before !== undefined && now < before + seconds - roundingSeconds)
      throw refuse(now, `${seconds} s after ${before}`);
    this.#latest.set(businessId, Math.max(now, this.#latest.get(businessId) ?? now));
    return now;
  }
}
