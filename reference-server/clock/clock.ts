import type { BusinessRecord } from '../resources/businesses/records.ts';

type Standing = Pick<BusinessRecord, 'stoppedAt'>;

/**
 * The time of each business: the system's, until its clock is stopped. This is the only place of the server that reads
 * the time.
 */
export class Clock {
  readonly #systemMillis: () => number;

  /** @param systemMillis Unix milliseconds. */
  constructor(systemMillis: () => number = Date.now) {
    this.#systemMillis = systemMillis;
  }

  /** The current Unix second of a business. */
  now({ stoppedAt }: Standing): number {
    return stoppedAt ?? Math.floor(this.#systemMillis() / 1000);
  }

  /** Milliseconds until the clock of a business shows a time; none while it stands. */
  millisUntil({ stoppedAt }: Standing, seconds: number): number | undefined {
    return stoppedAt === undefined ? Math.max(0, seconds * 1000 - this.#systemMillis()) : undefined;
  }
}
