import type { Clock } from './clock/clock.ts';
import type { Rules } from './rules.ts';
import { type BusinessState, loadBusiness, type Outcome, saveBusiness } from './store/business-state.ts';
import type { Store } from './store/store.ts';
import { enqueue } from './webhooks/outbox.ts';

/** What every part of the server works with. */
export interface Core {
  readonly store: Store;
  readonly rules: Rules;
  readonly clock: Clock;
  readonly environment: 'sandbox' | 'production';
  /** Seconds from the processing of a payroll to the confirmation of its disbursements. */
  readonly settlementSeconds: number;
}

/** A rule with its command, to be applied to a business at the time of its clock. */
export type Decide = (state: BusinessState, now: number) => Outcome;

/** Changes nothing, so that only what happens by itself does. */
export const justProgress: Decide = (state) => ({ state, events: [] });

/**
 * Applies a rule to a business in one transaction, together with all that happens by itself before and after it, and
 * writes the resulting events to the outbox.
 *
 * @throws Refusal when the rule refuses or there is no such business; then nothing is changed.
 */
export function applyRule(core: Core, businessId: string, decide: Decide): Promise<BusinessState> {
  const { store, rules, clock, settlementSeconds } = core;
  return store.transaction(async (transaction) => {
    const before = await loadBusiness(transaction, businessId);
    const now = clock.now(before.business);
    const caughtUp = rules.payrolls.progress(before, { settlementSeconds }, now);
    const decided = decide(caughtUp.state, now);
    const after = rules.payrolls.progress(decided.state, { settlementSeconds }, now);
    await saveBusiness(transaction, before, after.state);
    const events = [...caughtUp.events, ...decided.events, ...after.events];
    await enqueue(transaction, rules.webhooks, before.business, events, now);
    return after.state;
  });
}

/** Reads a business without changing it. */
export function readBusiness(core: Core, businessId: string): Promise<BusinessState> {
  return core.store.transaction((transaction) => loadBusiness(transaction, businessId));
}
