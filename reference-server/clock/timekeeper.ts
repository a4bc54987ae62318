import { setTimeout as delay } from 'node:timers/promises';
import { applyRule, type Core, justProgress, nextProgressAt } from '../core.ts';
import { Refusal } from '../refusal.ts';
import type { BusinessRecord } from '../resources/businesses/records.ts';
import { loadBusiness } from '../store/business-state.ts';
import { withinBusiness } from '../store/store.ts';
import { type Dispatcher, isElsewhere } from '../webhooks/dispatcher.ts';
import { Lanes } from '../webhooks/lanes.ts';
import type { DeliveryRecord } from '../webhooks/records.ts';

/** Longest delay that a timer takes; it then looks again. */
const longestTimerMillis = 2 ** 31 - 1;

/** Real time after which somebody looks again whether what is under way here has come to its end. */
const lookAgainMillis = 2_000;
/** How often a clock that is moved looks whether another server's delivery has come to its end. */
const waitMillis = 10;

const isGone = (error: unknown) => error instanceof Refusal && error.status === 404;

function ignoreGone(error: unknown): undefined {
  if (!isGone(error)) throw error;
}

/** What there is to do for a business. */
interface Outlook {
  readonly business: BusinessRecord;
  /** Of each endpoint the first delivery that is due. */
  readonly due: readonly DeliveryRecord[];
  /** Those that another server has under way. */
  readonly elsewhere: readonly DeliveryRecord[];
  /** Unix seconds of the next thing ahead. */
  readonly next: number | undefined;
}

/** Makes everything happen that is due on the clocks of the businesses. */
export class Timekeeper {
  readonly #core: Core;
  readonly #dispatcher: Dispatcher;
  readonly #onError: (error: unknown) => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #background = new Set<Promise<void>>();
  readonly #looks = new Lanes();
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
    if (!this.#closed) this.#inBackground(this.#looks.run(businessId, () => this.#look(businessId)));
  }

  /** Makes happen what has become due for a business while nobody looked, such as before a restart. */
  resume(businessId: string): void {
    const catchUp = async () => {
      try {
        await applyRule(this.#core, businessId, justProgress);
        this.wake(businessId);
      } catch (error) {
        // Another server may have been reset.
        if (!isGone(error)) throw error;
      }
    };
    this.#inBackground(catchUp());
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
    const move = () => this.#advance(businessId, seconds);
    const { shared } = this.#core;
    const advance = before.then(() => shared?.alone(`advance ${businessId}`, move) ?? move());
    this.#advances.set(
      businessId,
      advance.catch(() => {}),
    );
    return advance;
  }

  /** Forgets what it has of a business that is gone. */
  drop(businessId: string): void {
    clearTimeout(this.#timers.get(businessId));
    this.#timers.delete(businessId);
    this.#advances.delete(businessId);
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

  #inBackground(work: Promise<void>): void {
    const ended = work.catch(this.#onError).finally(() => this.#background.delete(ended));
    this.#background.add(ended);
  }

  /** @returns the business, whose clock stands earlier when the server closes on the way. */
  async #advance(businessId: string, seconds: number): Promise<BusinessRecord> {
    let business = await this.#setClock(businessId, (now) => now);
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
    const stop = (business: BusinessRecord, now: number) => ({ ...business, stoppedAt: timeOf(now) });
    return applyRule(this.#core, businessId, (state, now) => ({
      state: { ...state, business: stop(state.business, now) },
      events: [],
    })).then(({ business }) => business);
  }

  /** None when the business is gone. */
  #outlook(businessId: string): Promise<Outlook | undefined> {
    const { store, clock } = this.#core;
    return store.transaction(async (transaction) => {
      const looked = await Promise.all([
        loadBusiness(transaction, businessId),
        transaction.firstDeliveries(businessId),
      ]).catch(ignoreGone);
      if (looked === undefined) return undefined;
      const [state, deliveries] = looked;
      const now = clock.now(state.business);
      const due = deliveries.filter(({ nextAttemptAt = now }) => nextAttemptAt <= now);
      const isOthers = (delivery: DeliveryRecord) => isElsewhere(this.#core, delivery);
      const attempts = deliveries.flatMap(({ nextAttemptAt = now }) =>
        nextAttemptAt > now ? nextAttemptAt : [],
      );
      const ahead = [nextProgressAt(this.#core, state, now) ?? [], attempts].flat();
      const outlook: Outlook = {
        business: state.business,
        due: due.filter((delivery) => !isOthers(delivery)),
        elsewhere: due.filter(isOthers),
        next: ahead.length === 0 ? undefined : Math.min(...ahead),
      };
      await transaction.plan(businessId, this.#millisToNextLook(outlook));
      return outlook;
    }, withinBusiness(businessId));
  }

  /** When somebody has to look at a business again, whether this server is still there by then or not. */
  #millisToNextLook({ business, due, elsewhere, next }: Outlook): number | undefined {
    const untilNext = next === undefined ? undefined : this.#core.clock.millisUntil(business, next);
    const delays = [
      ...(untilNext === undefined ? [] : [untilNext]),
      ...(due.length > 0 ? [lookAgainMillis] : []),
      ...elsewhere.map(({ lease }) => Math.max(0, (lease?.until ?? 0) - this.#core.clock.realMillis())),
    ];
    return delays.length === 0 ? undefined : Math.min(...delays);
  }

  /** Sends off what is due and sets the timer to what is next. */
  async #look(businessId: string): Promise<void> {
    const outlook = await this.#outlook(businessId);
    if (outlook === undefined || this.#closed) return;
    for (const delivery of outlook.due) {
      // When a queue is done it has a next attempt of its own. A slow receiver only holds up its own.
      const done = this.#dispatcher.deliver(delivery);
      this.#inBackground(done.then(() => this.wake(businessId)));
    }
    this.#setTimer(outlook);
  }

  #setTimer({ business, next }: Outlook): void {
    clearTimeout(this.#timers.get(business.id));
    this.#timers.delete(business.id);
    const delayMillis = next === undefined ? undefined : this.#core.clock.millisUntil(business, next);
    if (delayMillis === undefined) return;
    const timer = setTimeout(() => this.resume(business.id), Math.min(delayMillis, longestTimerMillis));
    this.#timers.set(business.id, timer.unref());
  }
}
