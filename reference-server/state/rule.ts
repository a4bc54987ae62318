/** A rule: a pure function of the state of a business, a command, and a context. */
import type { BusinessState, Outcome } from './business-state.ts';

/** Seconds that the outside world takes. The document says "usually seconds" of the checks and nothing of the rest. */
export interface Timing {
  /** From the processing of a payroll or a payment to its confirmation. */
  readonly settlementSeconds: number;
  /** From the initiation of a transaction to the end of its compliance checks. */
  readonly complianceSeconds: number;
}

/** The context of a rule, beside the state and the request. */
export interface RuleContext {
  /** Unix seconds on the clock of the business. */
  readonly now: number;
  readonly environment: 'sandbox' | 'production';
  readonly timing: Timing;
}

/** A command that names a record, new or not, and has the body of a request. */
export type Asks<Id extends string, Input> = { readonly [Name in Id]: string } & { readonly input: Input };

/**
 * Returns the new state of a business.
 *
 * @throws Refusal when it does not carry out the command.
 */
export type Rule<Command> = (state: BusinessState, command: Command, context: RuleContext) => Outcome;

/** The rules of an area in which something happens by itself: time passes, funds arrive, something else has ended. */
export interface ProgressRules {
  /** Does all that is due; returns the very same state when that is nothing. */
  progress(state: BusinessState, context: RuleContext): Outcome;
  /** The next time at which `progress` has something to do, in Unix seconds. Absent where it only follows others. */
  nextProgressAt?(state: BusinessState, context: RuleContext): number | undefined;
}

/** The earliest of some times after `now`. */
export function nextOf(times: readonly number[], now: number): number | undefined {
  const ahead = times.filter((time) => time > now);
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}
