import type { BusinessState, Outcome } from '../state/business-state.ts';
import type { Timing } from '../state/progress.ts';
import type { DomainEvent } from '../state/records/webhooks.ts';
import {
  loadBusiness,
  reading,
  type SharedStore,
  type Store,
  saveBusiness,
  type Transaction,
  withinBusiness,
} from '../store/store.ts';
import { enqueue } from '../webhooks/outbox.ts';
import type { Clock } from './clock.ts';
import type { Growth } from './growth.ts';
import type { Retention } from './retention.ts';
import { progressAreas, type Rules } from './rules.ts';

/** What every part of the server works with. */
export interface Core {
  readonly store: Store;
  /** Absent when no other server uses the store. */
  readonly shared?: SharedStore;
  readonly rules: Rules;
  readonly clock: Clock;
  readonly environment: 'sandbox' | 'production';
  readonly timing: Timing;
  /** Holds what tenants can make grow to its limits. */
  readonly growth: Growth;
  /** Absent when businesses stay whether anybody uses them or not. */
  readonly retention?: Retention;
}

/** A rule with its command, to be applied to a business at the time of its clock. */
export type Decide = (state: BusinessState, now: number) => Outcome;

/** Changes nothing, so that only what happens by itself does. */
export const justProgress: Decide = (state) => ({ state, events: [] });

/** One area's progress may be what another waits for; more rounds than this are a slip in a rule. */
const mostRounds = 20;

/** All that happens without a call, in every area, until nothing is left to happen at `now`. */
function progress({ rules, environment, timing }: Core, before: BusinessState, now: number): Outcome {
  const areas = progressAreas(rules);
  const events: DomainEvent[] = [];
  let state = before;
  for (let round = 0; round < mostRounds; round += 1) {
    const atStart = state;
    for (const area of areas) {
      const outcome = area.progress(state, { environment, ...timing }, now);
      state = outcome.state;
      events.push(...outcome.events);
    }
    if (state === atStart) return { state, events };
  }
  throw new Error(`Something happens by itself without end in business ${before.business.id}`);
}

/** The next time after `now` at which something happens by itself, in Unix seconds. */
export function nextProgressAt({ rules }: Core, state: BusinessState, now: number): number | undefined {
  const times = progressAreas(rules).flatMap((area) => area.nextProgressAt(state, now) ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Sees what has become of a business before the transaction that changed it is over. */
export type BeforeCommit = (transaction: Transaction, state: BusinessState) => Promise<void>;

/**
 * Applies a rule to a business in one transaction, together with all that happens by itself before and after it, and
 * writes the resulting events to the outbox.
 *
 * @param beforeCommit does what else belongs to the transaction, which may be run again.
 * @throws Refusal when the rule refuses or there is no such business; then nothing is changed.
 */
export async function applyRule(
  core: Core,
  businessId: string,
  decide: Decide,
  beforeCommit?: BeforeCommit,
): Promise<BusinessState> {
  const { store, rules, clock, growth, retention } = core;
  let isUsed = decide !== justProgress;
  const state = await store.transaction(async (transaction) => {
    const [before, endpoints] = await Promise.all([
      loadBusiness(transaction, businessId),
      transaction.list('endpoints', {}),
      // Prefetch: `beforeCommit` reads them, which saves a round trip.
      beforeCommit && transaction.firstDeliveries(businessId),
    ]);
    const now = clock.now(before.business);
    const caughtUp = progress(core, before, now);
    const decided = decide(caughtUp.state, now);
    growth.checkRecords(caughtUp.state, decided.state);
    const { business } = decided.state;
    const receivers = endpoints.filter((endpoint) => rules.webhooks.subscribes(endpoint, business));
    const deliveries = decided.events.length * receivers.length;
    if (deliveries > 0) await growth.checkOutbox(transaction, businessId, deliveries);
    // A rule that moves the clock moves what follows from it as well.
    const then = business === before.business ? now : clock.now(business);
    const after = progress(core, decided.state, then);
    await saveBusiness(transaction, before, after.state);
    const announce = (events: readonly DomainEvent[], at: number) =>
      enqueue(transaction, { rules: rules.webhooks, receivers, business, events, now: at });
    await announce([...caughtUp.events, ...decided.events], now);
    await announce(after.events, then);
    isUsed ||= caughtUp.events.length + after.events.length > 0;
    await beforeCommit?.(transaction, after.state);
    return after.state;
  }, withinBusiness(businessId));
  if (isUsed) retention?.used(state.business);
  return state;
}

/** Reads a business without changing it. */
export function readBusiness(core: Core, businessId: string): Promise<BusinessState> {
  return core.store.transaction((transaction) => loadBusiness(transaction, businessId), reading);
}
