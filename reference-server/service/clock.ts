import type { BusinessRecord } from '../state/records/businesses.ts';
import type { ControlSchemas } from '../state/schemas.ts';

type Standing = Pick<BusinessRecord, 'stoppedAt'>;

/** Whether the clocks of new businesses flow, or stand until they are moved. */
export type ClockMode = 'automatic' | 'manual';

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

  /** The clock of a new business. */
  started(mode: ClockMode): Standing {
    return mode === 'manual' ? { stoppedAt: this.now({}) } : {};
  }

  /** A clock as the control plane shows it. */
  reading(standing: Standing): ControlSchemas['ClockReading'] {
    return { now: this.now(standing), mode: standing.stoppedAt === undefined ? 'flowing' : 'stopped' };
  }

  /** The current Unix second of a business. */
  now({ stoppedAt }: Standing): number {
    return stoppedAt ?? Math.floor(this.#systemMillis() / 1000);
  }

  /** Unix milliseconds of real time, by which servers that share a store take turns. */
  realMillis(): number {
    return this.#systemMillis();
  }

  /** Milliseconds until the clock of a business shows a time; none while it stands. */
  millisUntil({ stoppedAt }: Standing, seconds: number): number | undefined {
    return stoppedAt === undefined ? Math.max(0, seconds * 1000 - this.#systemMillis()) : undefined;
  }
}
