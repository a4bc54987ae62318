/** What happens without a call: time passes, funds arrive, something else has ended. */
import type { BusinessState, Outcome } from './business-state.ts';

/** Seconds that the outside world takes. The document says "usually seconds" of the checks and nothing of the rest. */
export interface Timing {
  /** From the processing of a payroll or a payment to its confirmation. */
  readonly settlementSeconds: number;
  /** From the initiation of a transaction to the end of its compliance checks. */
  readonly complianceSeconds: number;
}

export interface ProgressContext extends Timing {
  readonly environment: 'sandbox' | 'production';
}

/** The rules of an area in which something happens by itself. */
export interface ProgressRules {
  /** Does all that is due at `now`; returns the very same state when that is nothing. */
  progress(state: BusinessState, context: ProgressContext, now: number): Outcome;
  /** The next time after `now` at which `progress` has something to do, in Unix seconds. */
  nextProgressAt(state: BusinessState, now: number): number | undefined;
}

/** The earliest of some times after `now`. */
export function nextOf(times: readonly number[], now: number): number | undefined {
  const ahead = times.filter((time) => time > now);
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}

/** The rules of an area in which nothing does. */
export const nothingByItself: ProgressRules = {
  progress: (state) => ({ state, events: [] }),
  nextProgressAt: () => undefined,
};
