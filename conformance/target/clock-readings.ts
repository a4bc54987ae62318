/** Validates the time that the control of a clock returns. */
import { ConformanceError } from '../engine/errors.ts';

/** The year 5138. What is later counts milliseconds, or nothing. */
const latestTime = 1e11;

/** Readings of a clock that flows between them, in whole seconds. */
const roundingSeconds = 1;

const refuse = (answered: unknown, why: string) =>
  new ConformanceError(
    'CONTROL_FAILED',
    `The control advanceClock returned ${JSON.stringify(answered)} as the time, ${why}: it must return the time of the ` +
      'business after the move, in Unix seconds',
  );

/** The readings of one case. A clock that lies would make every rule about time look broken. */
export class ClockReadings {
  readonly #latest = new Map<string, number>();

  /** What the clock of a business has shown last, or else that of any; undefined when none was read. */
  latest(businessId: string | undefined): number | undefined {
    const own = businessId === undefined ? undefined : this.#latest.get(businessId);
    return own ?? (this.#latest.size === 0 ? undefined : Math.max(...this.#latest.values()));
  }

  /**
   * Moves the clock of a business.
   *
   * @param move answers the new time
   * @throws ConformanceError with code `CONTROL_FAILED` when that is no time, or the clock did not go on so far
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
