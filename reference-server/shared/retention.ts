/** Removes unused businesses. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../service/clock.ts';
import type { BusinessRecord } from '../state/records/businesses.ts';
import { businessCollections } from '../state/records.ts';
import { reading, type Store, type Transaction, withinBusiness } from '../store/store.ts';

export interface RetentionOptions {
  readonly store: Store;
  readonly clock: Pick<Clock, 'realMillis'>;
  /** How long a business stays without a request or an event, in milliseconds of real time. */
  readonly keptMillis: number;
  /** Called with each business that was removed. */
  readonly onRemoved: (businessId: string) => void;
  /** Called with each error; the work is repeated later. */
  readonly onError: (error: unknown) => void;
}

/** Looks in the time that a business is kept: it is gone at the latest when a tenth of that has gone by as well. */
const looksInTime = 24;
const longestPauseMillis = 3_600_000;
/** Businesses that are noted in one transaction. */
const mostNotedAtOnce = 1_000;

/**
 * Notes when businesses are used, and removes those that the platform created and that have not been used for too long.
 * The two that a server begins with contain its example content and stay.
 *
 * Servers that share a store share the notes. A server notes the use of a business again only after a while, so that a
 * use costs nothing. A business is removed only after that while has passed too.
 */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #everyMillis: number;
  /** When this server last noted that a business was used. */
  readonly #noted = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  #watching: Promise<void> = Promise.resolve();

  constructor(options: RetentionOptions) {
    this.#options = options;
    this.#everyMillis = Math.min(longestPauseMillis, options.keptMillis / looksInTime);
  }

  /** A caller uses a business, or something happens in it. */
  used({ id, kind }: Pick<BusinessRecord, 'id' | 'kind'>): void {
    const now = this.#options.clock.realMillis();
    if (kind !== 'created' || now - (this.#noted.get(id) ?? 0) < this.#everyMillis) return;
    this.#noted.set(id, now);
    const noted = this.#note([id], now).catch((error: unknown) => {
      // The next use is noted then.
      this.#noted.delete(id);
      this.#options.onError(error);
    });
    this.#underWay.add(noted);
    noted.finally(() => this.#underWay.delete(noted));
  }

  /** Looks now and then, until it is closed. */
  watch(): void {
    this.#watching = this.#watch();
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([this.#watching, ...this.#underWay]);
  }

  /** Removes the businesses that have not been used for too long. The time of a business without a note starts now. */
  async sweep(): Promise<void> {
    const { store, clock, onRemoved } = this.#options;
    const [businesses, uses] = await store.transaction(
      (transaction) =>
        Promise.all([transaction.list('businesses', { kind: 'created' }), transaction.list('uses', {})]),
      reading,
    );
    const now = clock.realMillis();
    for (const [id, at] of this.#noted) if (now - at >= this.#everyMillis) this.#noted.delete(id);
    const usedAt = new Map(uses.map((use) => [use.id, use.usedAt]));
    const unseen = businesses.filter(({ id }) => !usedAt.has(id)).map(({ id }) => id);
    for (let first = 0; first < unseen.length; first += mostNotedAtOnce)
      await this.#note(unseen.slice(first, first + mostNotedAtOnce), now);
    for (const { id } of businesses) {
      if (this.#ending.signal.aborted) return;
      if (this.#isOver(usedAt.get(id)) && (await this.#remove(id))) onRemoved(id);
    }
  }

  #isOver(usedAt: number | undefined): boolean {
    const { clock, keptMillis } = this.#options;
    return usedAt !== undefined && clock.realMillis() - usedAt > keptMillis + this.#everyMillis;
  }

  #note(ids: readonly string[], usedAt: number): Promise<void> {
    const [only] = ids;
    return this.#options.store.transaction(
      async (transaction) => {
        // A business that was removed meanwhile is not remembered.
        const [businesses, uses] = await Promise.all([
          Promise.all(ids.map((id) => transaction.get('businesses', id))),
          Promise.all(ids.map((id) => transaction.get('uses', id))),
        ]);
        for (const [index, business] of businesses.entries()) {
          // An earlier use may be noted late.
          const isNewer = usedAt > (uses[index]?.usedAt ?? 0);
          if (business && isNewer) await transaction.put('uses', { id: business.id, usedAt });
        }
      },
      ids.length === 1 && only !== undefined ? withinBusiness(only) : undefined,
    );
  }

  /** @returns whether it is gone: it may just have been used, by a request to another server too. */
  #remove(id: string): Promise<boolean> {
    // Alone, because a caller may be creating a business with the idempotency key of this one.
    return this.#options.store.transaction(async (transaction) => {
      if (!this.#isOver((await transaction.get('uses', id))?.usedAt)) return false;
      await removeBusiness(transaction, id);
      return true;
    });
  }

  async #watch(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      // Random, so that servers do not all run at the same time.
      const pause = this.#everyMillis * (0.75 + Math.random() / 2);
      await delay(pause, undefined, { signal: this.#ending.signal, ref: false }).catch(() => {});
      if (!this.#ending.signal.aborted) await this.sweep().catch(this.#options.onError);
    }
  }
}

/** Removes a business and everything that belongs to it, including outstanding deliveries. */
async function removeBusiness(transaction: Transaction, businessId: string): Promise<void> {
  const [owned, tokens, endpoints, deliveries] = await Promise.all([
    transaction.listOwned(businessId),
    transaction.list('tokens', { businessId }),
    transaction.list('endpoints', { businessId }),
    transaction.list('deliveries', { businessId }),
  ]);
  for (const name of businessCollections)
    for (const { id } of owned[name]) await transaction.delete(name, id);
  for (const { id } of tokens) await transaction.delete('tokens', id);
  for (const { id } of endpoints) await transaction.delete('endpoints', id);
  for (const { id } of deliveries) await transaction.delete('deliveries', id);
  await transaction.delete('uses', businessId);
  await transaction.delete('businesses', businessId);
}
