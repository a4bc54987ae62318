import type { BusinessState, Outcome } from '../state/business-state.ts';
import type { DomainEvent } from '../state/records/webhooks.ts';
import type { Rule, RuleContext } from '../state/rule.ts';
import {
  loadBusiness,
  lookup,
  type Store,
  saveBusiness,
  type Transaction,
  withinBusiness,
} from '../store/store.ts';
import { enqueue } from '../webhooks/outbox.ts';
import type { Clock } from './clock.ts';
import { progressAreas, type Rules } from './rules.ts';
import type { SharedUse } from './shared-use.ts';

/** The parts that everything in the server uses. */
export interface Core extends Pick<RuleContext, 'environment' | 'timing'>, SharedUse {
  readonly store: Store;
  readonly rules: Rules;
  readonly clock: Clock;
}

/** Changes nothing, so that only automatic transitions happen. */
export const justProgress: Rule<unknown> = (state) => ({ state, events: [] });

/** The progress of one area may trigger that of another; more rounds than this are a mistake in a rule. */
const mostRounds = 20;

/** The circumstances in which a rule is applied to a business at a time. */
const contextAt = ({ environment, timing }: Core, now: number): RuleContext => ({ now, environment, timing });

/** All that happens without a call, in every area, until nothing is left to happen at that time. */
function progress({ rules }: Core, before: BusinessState, context: RuleContext): Outcome {
  const areas = progressAreas(rules);
  const events: DomainEvent[] = [];
  let state = before;
  for (let round = 0; round < mostRounds; round += 1) {
    const atStart = state;
    for (const area of areas) {
      const outcome = area.progress(state, context);
      state = outcome.state;
      events.push(...outcome.events);
    }
    if (state === atStart) return { state, events };
  }
  throw new Error(`Something happens by itself without end in business ${before.business.id}`);
}

/** The next time after `now` at which something happens by itself, in Unix seconds. */
export function nextProgressAt(core: Core, state: BusinessState, now: number): number | undefined {
  const context = contextAt(core, now);
  const times = progressAreas(core.rules).flatMap((area) => area.nextProgressAt?.(state, context) ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Sees the new state of a business before the transaction that changed it is over. */
export type BeforeCommit = (transaction: Transaction, state: BusinessState) => Promise<void>;

/**
 * Applies a rule to a business in one transaction, together with the automatic transitions before and after it, and
 * writes the resulting events to the outbox.
 *
 * @param beforeCommit does further work in the transaction, which may be run again.
 * @throws Refusal when the rule throws it or there is no such business; then nothing is changed.
 */
export async function applyRule<Command>(
  core: Core,
  businessId: string,
  rule: Rule<Command>,
  command: Command,
  beforeCommit?: BeforeCommit,
): Promise<BusinessState> {
  const { store, rules, clock, growth } = core;
  let isUsed = rule !== justProgress;
  const state = await store.transaction(async (transaction) => {
    const [before, endpoints] = await Promise.all([
      loadBusiness(transaction, businessId),
      transaction.list('endpoints', {}),
    ]);
    const now = clock.now(before.business);
    const context = contextAt(core, now);
    const caughtUp = progress(core, before, context);
    const decided = rule(caughtUp.state, command, context);
    growth.checkRecords(caughtUp.state, decided.state);
    const { business } = decided.state;
    const receivers = endpoints.filter((endpoint) => rules.webhooks.subscribes(endpoint, business));
    const deliveries = decided.events.length * receivers.length;
    if (deliveries > 0) await growth.checkOutbox(transaction, businessId, deliveries);
    // A rule that moves the clock also triggers everything that becomes due.
    const then = business === before.business ? now : clock.now(business);
    const after = progress(core, decided.state, contextAt(core, then));
    await saveBusiness(transaction, before, after.state);
    const announce = (events: readonly DomainEvent[], at: number) =>
      enqueue(transaction, { rules: rules.webhooks, receivers, business, events, now: at });
    await announce([...caughtUp.events, ...decided.events], now);
    await announce(after.events, then);
    isUsed ||= caughtUp.events.length + after.events.length > 0;
    await beforeCommit?.(transaction, after.state);
    return after.state;
  }, withinBusiness(businessId));
  if (isUsed) core.used(state.business);
  return state;
}

/** Reads a business without changing it. */
export function readBusiness(core: Core, businessId: string): Promise<BusinessState> {
  return core.store.transaction((transaction) => loadBusiness(transaction, businessId), lookup);
}
