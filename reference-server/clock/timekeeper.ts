import { applyRule, type Core, justProgress, nextProgressAt, readBusiness } from '../core.ts';
import type { BusinessRecord } from '../resources/businesses/records.ts';
import type { Dispatcher } from '../webhooks/dispatcher.ts';

/** Longest delay that a timer takes; it then looks again. */
const longestTimerMillis = 2 ** 31 - 1;

/** Makes everything happen that is due on the clocks of the businesses. */
export class Timekeeper {
  readonly #core: Core;
  readonly #dispatcher: Dispatcher;
  readonly #onError: (error: unknown) => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #background = new Set<Promise<void>>();
  /** The last advance of each business: they take turns. */
  readonly #advances = new Map<string, Promise<unknown>>();
  #closed = false;

  /** @param onError told of what goes wrong while nobody waits for an answer. */
  constructor(core: Core, dispatcher: Dispatcher, onError: (error: unknown) => void) {
    this.#core = core;
    this.#dispatcher = dispatcher;
    this.#onError = onError;
  }

  /** To be called after each change of a business: what is due goes out in the background. */
  wake(businessId: string): void {
    if (this.#closed) return;
    const work = this.#settle(businessId)
      .catch(this.#onError)
      .finally(() => this.#background.delete(work));
    this.#background.add(work);
  }

  /**
   * Stops the clock of a business, if it still flows, and moves it forward. Resolves after everything that falls due
   * on the way has happened in the order of its time, deliveries included.
   *
   * @returns the business with its clock at the new time.
   * @throws Refusal when there is no such business.
   */
  advance(businessId: string, seconds: number): Promise<BusinessRecord> {
    const before = this.#advances.get(businessId) ?? Promise.resolve();
    const advance = before.then(() => this.#advance(businessId, seconds));
    this.#advances.set(
      businessId,
      advance.catch(() => {}),
    );
    return advance;
  }

  /** Forgets all timers, for a server that is reset. */
  forget(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Starts nothing more and waits for what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#dispatcher.stop();
    this.forget();
    await Promise.all([...this.#background, ...this.#advances.values()]);
  }

  async #advance(businessId: string, seconds: number): Promise<BusinessRecord> {
    let business = await this.#setClock(businessId, (now) => now);
    const target = this.#core.clock.now(business) + seconds;
    while (!this.#closed) {
      await applyRule(this.#core, businessId, justProgress);
      await this.#dispatcher.drain(businessId);
      const next = await this.#nextDueAt(businessId);
      if (next === undefined || next > target) break;
      business = await this.#setClock(businessId, (now) => Math.max(now, next));
    }
    business = await this.#setClock(businessId, () => target);
    return business;
  }

  #setClock(businessId: string, timeOf: (now: number) => number): Promise<BusinessRecord> {
    const stop = (business: BusinessRecord, now: number) => ({ ...business, stoppedAt: timeOf(now) });
    return applyRule(this.#core, businessId, (state, now) => ({
      state: { ...state, business: stop(state.business, now) },
      events: [],
    })).then(({ business }) => business);
  }

  async #settle(businessId: string): Promise<void> {
    // A slow receiver must not hold up the business's own timetable, so the timer is set before as well.
    await this.#schedule(businessId);
    await this.#dispatcher.drain(businessId);
    await this.#schedule(businessId);
  }

  async #nextDueAt(businessId: string): Promise<number | undefined> {
    const { clock } = this.#core;
    const state = await readBusiness(this.#core, businessId);
    const progressAt = nextProgressAt(this.#core, state, clock.now(state.business));
    const attemptAt = await this.#dispatcher.nextAttemptAt(businessId);
    const times = [progressAt, attemptAt].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Sets the timer of a flowing clock to the next thing that it makes due. */
  async #schedule(businessId: string): Promise<void> {
    const { business } = await readBusiness(this.#core, businessId);
    const dueAt = await this.#nextDueAt(businessId);
    clearTimeout(this.#timers.get(businessId));
    this.#timers.delete(businessId);
    const { clock } = this.#core;
    if (this.#closed || dueAt === undefined || dueAt <= clock.now(business)) return;
    const delayMillis = clock.millisUntil(business, dueAt);
    if (delayMillis === undefined) return;
    const timer = setTimeout(() => this.#onTimer(businessId), Math.min(delayMillis, longestTimerMillis));
    this.#timers.set(businessId, timer.unref());
  }

  #onTimer(businessId: string): void {
    const work = applyRule(this.#core, businessId, justProgress)
      .then(() => this.wake(businessId))
      .catch(this.#onError)
      .finally(() => this.#background.delete(work));
    this.#background.add(work);
  }
}
