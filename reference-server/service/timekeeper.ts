import { setTimeout as delay } from 'node:timers/promises';
import type { BusinessState } from '../state/business-state.ts';
import { lastSecond } from '../state/dates.ts';
import type { BusinessRecord } from '../state/records/businesses.ts';
import type { DeliveryRecord } from '../state/records/webhooks.ts';
import { invalidBody, Refusal } from '../state/refusal.ts';
import { nextOf, type Rule } from '../state/rule.ts';
import { loadBusiness, type Transaction, withinBusiness } from '../store/store.ts';
import { applyRule, type Core, justProgress, nextProgressAt } from './core.ts';
import type { Dispatcher, Rest } from './dispatcher.ts';
import { KeyedQueue } from './queues.ts';

/** Longest delay that a timer takes; it then looks again. */
const longestTimerMillis = 2 ** 31 - 1;

/** How often the advance of a clock checks whether another server's delivery has ended. */
const waitMillis = 10;

const ignore = () => {};

const isGone = (error: unknown) => error instanceof Refusal && error.status === 404;

function ignoreGone(error: unknown): undefined {
  if (!isGone(error)) throw error;
}

/** Stops the clock of a business at a time that follows from the present one. */
const stopClock: Rule<(now: number) => number> = (state, timeOf, { now }) => ({
  state: { ...state, business: { ...state.business, stoppedAt: timeOf(now) } },
  events: [],
});

/** The pending work of a business. */
interface Outlook {
  readonly business: BusinessRecord;
  /** The first due delivery of each endpoint. */
  readonly due: readonly DeliveryRecord[];
  /** Deliveries that another server has under way. */
  readonly elsewhere: readonly DeliveryRecord[];
  /** Unix seconds of the next scheduled work. */
  readonly next: number | undefined;
}

/** A timer, and when it is up, in milliseconds of this process. */
interface Timer {
  readonly at: number;
  readonly timeout: NodeJS.Timeout;
}

/** Makes everything happen that is due on the clocks of the businesses. */
export class Timekeeper {
  readonly #core: Core;
  readonly #dispatcher: Dispatcher;
  readonly #onError: (error: unknown) => void;
  /** The earliest timer of each business. */
  readonly #timers = new Map<string, Timer>();
  readonly #background = new Set<Promise<void>>();
  readonly #looks = new KeyedQueue();
  /** The last advance of each business: they take turns. */
  readonly #advances = new Map<string, Promise<unknown>>();
  #closed = false;

  /** @param onError called with errors of background work. */
  constructor(core: Core, dispatcher: Dispatcher, onError: (error: unknown) => void) {
    this.#core = core;
    this.#dispatcher = dispatcher;
    this.#onError = onError;
  }

  /**
   * Applies a rule to a business; see `applyRule`. Deliveries that are due are sent in the background.
   *
   * @throws Refusal when the rule throws it or there is no such business; then nothing is changed.
   */
  async change<Command>(businessId: string, rule: Rule<Command>, command: Command): Promise<BusinessState> {
    const outlooks: Outlook[] = [];
    const state = await applyRule(this.#core, businessId, rule, command, async (transaction, after) => {
      outlooks.push(await this.#look(transaction, after));
    });
    // A transaction that was run again has looked more than once.
    const outlook = outlooks.at(-1);
    for (const queue of outlook?.due ?? [])
      this.#inBackground(this.#dispatcher.deliver(queue).then((rest) => this.#rest(rest)));
    if (outlook !== undefined) this.#setTimer(outlook.business, outlook.next);
    return state;
  }

  /** Starts the due work of a business, in the background. */
  wake(businessId: string): void {
    if (this.#closed) return;
    const catchUp = () => this.change(businessId, justProgress, {}).then(() => {}, ignoreGone);
    this.#inBackground(this.#looks.run(businessId, catchUp));
  }

  /**
   * Stops the clock of a business, if it still flows, and moves it forward. Resolves after everything that becomes due
   * meanwhile has happened in the order of its time, deliveries included.
   *
   * @returns the business with its clock at the new time.
   * @throws Refusal when there is no such business, or no such time.
   */
  advance(businessId: string, seconds: number): Promise<BusinessRecord> {
    const before = this.#advances.get(businessId) ?? Promise.resolve();
    const move = () => this.#advance(businessId, seconds);
    const advance = before.then(() => this.#core.replicas.alone(`advance ${businessId}`, move));
    const over: Promise<void> = advance.then(ignore, ignore).then(() => {
      if (this.#advances.get(businessId) === over) this.#advances.delete(businessId);
    });
    this.#advances.set(businessId, over);
    return advance;
  }

  /** Forgets a business that was removed. */
  drop(businessId: string): void {
    clearTimeout(this.#timers.get(businessId)?.timeout);
    this.#timers.delete(businessId);
    this.#advances.delete(businessId);
  }

  /** Forgets all timers, for a server that is reset. */
  forget(): void {
    for (const { timeout } of this.#timers.values()) clearTimeout(timeout);
    this.#timers.clear();
  }

  /** Starts nothing more and waits for running work. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#dispatcher.stop();
    this.forget();
    await Promise.all([...this.#background, ...this.#advances.values()]);
  }

  #inBackground(work: Promise<void>): void {
    const ended = work.catch(this.#onError).finally(() => this.#background.delete(ended));
    this.#background.add(ended);
  }

  /** @returns the business; its clock stands earlier if the server closes meanwhile. */
  async #advance(businessId: string, seconds: number): Promise<BusinessRecord> {
    let business = await this.#setClock(businessId, (now) => {
      if (now + seconds > lastSecond) throw invalidBody({ seconds: 'must not lead beyond the end of time' });
      return now;
    });
    const target = this.#core.clock.now(business) + seconds;
    while (!this.#closed) {
      const outlook = await this.#outlook(businessId);
      if (outlook === undefined) break;
      const { due, elsewhere, next = target } = outlook;
      await Promise.all(due.map((delivery) => this.#dispatcher.deliver(delivery)));
      if (elsewhere.length > 0) await delay(waitMillis);
      if (due.length > 0 || elsewhere.length > 0) continue;
      if (this.#core.clock.now(outlook.business) >= target) break;
      business = await this.#setClock(businessId, (now) => Math.max(now, Math.min(next, target)));
    }
    return business;
  }

  #setClock(businessId: string, timeOf: (now: number) => number): Promise<BusinessRecord> {
    return applyRule(this.#core, businessId, stopClock, timeOf).then(({ business }) => business);
  }

  /** None when the business is gone. */
  #outlook(businessId: string): Promise<Outlook | undefined> {
    return this.#core.store.transaction(async (transaction) => {
      const state = await loadBusiness(transaction, businessId).catch(ignoreGone);
      return state && this.#look(transaction, state);
    }, withinBusiness(businessId));
  }

  async #look(transaction: Transaction, state: BusinessState): Promise<Outlook> {
    const { clock, replicas } = this.#core;
    const { business } = state;
    const first = await transaction.firstDeliveries(business.id);
    const now = clock.now(business);
    const ahead = first.filter(({ nextAttemptAt = now }) => nextAttemptAt > now);
    const here = first.filter((delivery) => !ahead.includes(delivery));
    const elsewhere = here.filter((delivery) => replicas.isElsewhere(delivery));
    const due = here.filter((delivery) => !elsewhere.includes(delivery));
    const progressAt = nextProgressAt(this.#core, state, now);
    await replicas.planProgress(transaction, business, progressAt);
    await replicas.planDeliveries(transaction, business, first);
    const times = [progressAt ?? [], ahead.map(({ nextAttemptAt = now }) => nextAttemptAt)].flat();
    return { business, due, elsewhere, next: nextOf(times, now) };
  }

  /** A queue is done and has a next attempt of its own. */
  #rest(rest: Rest | undefined): void {
    if (rest !== undefined) this.#setTimer(rest.business, rest.next);
  }

  /**
   * A timer that fires too early finds nothing due and does no harm, so a timer never has to be cancelled for a later
   * time.
   */
  #setTimer(business: BusinessRecord, time: number | undefined): void {
    const delayMillis = this.#millisUntil(business, time);
    if (delayMillis === undefined || this.#closed) return;
    const at = performance.now() + Math.min(delayMillis, longestTimerMillis);
    const before = this.#timers.get(business.id);
    if (before !== undefined && before.at <= at) return;
    clearTimeout(before?.timeout);
    const ring = () => {
      this.#timers.delete(business.id);
      this.wake(business.id);
    };
    this.#timers.set(business.id, {
      at,
      timeout: setTimeout(ring, Math.max(0, at - performance.now())).unref(),
    });
  }

  #millisUntil(business: BusinessRecord, time: number | undefined): number | undefined {
    return time === undefined ? undefined : this.#core.clock.millisUntil(business, time);
  }
}
