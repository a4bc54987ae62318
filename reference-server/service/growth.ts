/**
 * Limits how much a tenant can make the server store. The document shows no limit; these are far beyond the needs of a
 * test, and keep one tenant from taking memory, disk and time away from the others.
 */

import type { BusinessState } from '../state/business-state.ts';
import { type BusinessCollection, businessCollections } from '../state/records.ts';
import { Refusal } from '../state/refusal.ts';
import type { Transaction } from '../store/store.ts';

/** Limits beyond those on the records of a business. */
type FurtherLimits = {
  /** Businesses of the platform. */
  readonly businesses: number;
  /** Tokens of one business, without the expired ones. */
  readonly tokens: number;
  /** IP addresses that a token is bound to. */
  readonly addresses: number;
  /** Webhook endpoints of one business, and as many of the platform. */
  readonly endpoints: number;
  /** Outstanding deliveries of one business. */
  readonly outbox: number;
  /** Attempts of one delivery, those of all its resends together. */
  readonly attempts: number;
};

export type GrowthLimits = FurtherLimits & { readonly [C in BusinessCollection]: number };
export type GrowthLimitName = keyof GrowthLimits;

const recordsOfBusiness = Object.fromEntries(businessCollections.map((name) => [name, 10_000]));

export const growthLimits: GrowthLimits = {
  // One number for each collection that there is.
  ...(recordsOfBusiness as { readonly [C in BusinessCollection]: number }),
  // Records of these arise from other records, several from one.
  ledger: 100_000,
  transactions: 50_000,
  wallets: 200,
  customFields: 1_000,
  businesses: 200_000,
  tokens: 1_000,
  addresses: 100,
  endpoints: 100,
  outbox: 100_000,
  attempts: 100,
};

const limitReached = (name: GrowthLimitName, limit: number) =>
  new Refusal(409, 'limit_reached', `The server keeps no more than ${limit} here`, {
    [name]: `must not be more than ${limit}`,
  });

/** Additions after which the records are counted again. */
const additionsBetweenCounts = 1_000;
const mostRemembered = 10_000;

/** Limits everything that callers can add. Records that the server adds by itself are never rejected. */
export class Growth {
  readonly #limits: GrowthLimits;
  /** How much there is room for before it has to be counted again: in the outbox of a business, or for businesses. */
  readonly #room = new Map<string, number>();

  /** @param limits those that differ from `growthLimits`. */
  constructor(limits: Partial<GrowthLimits> = {}) {
    this.#limits = { ...growthLimits, ...limits };
  }

  /**
   * @param count how many there would be.
   * @throws Refusal 409 `limit_reached`, which names the limit.
   */
  check(name: GrowthLimitName, count: number): void {
    const limit = this.#limits[name];
    if (count > limit) throw limitReached(name, limit);
  }

  /** @throws Refusal when a rule made a collection grow beyond its limit; one that is beyond may shrink. */
  checkRecords(before: BusinessState, after: BusinessState): void {
    for (const name of businessCollections) {
      const count = after[name].length;
      if (count > before[name].length) this.check(name, count);
    }
  }

  /**
   * @param additions to the outbox of a business.
   * @throws Refusal when it is full.
   */
  async checkOutbox(transaction: Transaction, businessId: string, additions: number): Promise<void> {
    await this.#checkNowAndThen('outbox', businessId, additions, async () => {
      // A change has read these already, and mostly there are none: that saves a round trip.
      const first = await transaction.firstDeliveries(businessId);
      return first.length === 0 ? [] : transaction.list('deliveries', { businessId, status: 'pending' });
    });
  }

  /** @throws Refusal when there are too many businesses for one more. */
  async checkBusinesses(transaction: Transaction): Promise<void> {
    await this.#checkNowAndThen('businesses', '', 1, () =>
      transaction.list('businesses', { kind: 'created' }),
    );
  }

  /**
   * Counts now and then only, for counting takes the longer the more there is: several replicas together may exceed the
   * limit by some.
   */
  async #checkNowAndThen(
    name: 'outbox' | 'businesses',
    businessId: string,
    additions: number,
    list: () => Promise<readonly unknown[]>,
  ): Promise<void> {
    const key = `${name} ${businessId}`;
    const room = this.#room.get(key) ?? 0;
    if (room >= additions) {
      this.#room.set(key, room - additions);
      return;
    }
    const count = (await list()).length + additions;
    this.check(name, count);
    if (this.#room.size >= mostRemembered) this.#room.clear();
    this.#room.set(key, Math.min(this.#limits[name] - count, additionsBetweenCounts));
  }
}
