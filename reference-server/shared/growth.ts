/**
 * Limits how much a tenant can make the server store. The document shows no limit; these are far beyond the needs of a
 * test, and keep one tenant from taking memory, disk and time away from the others.
 */

import type { Growth, GrowthLimitName } from '../service/shared-use.ts';
import type { BusinessState } from '../state/business-state.ts';
import { type BusinessCollection, businessCollections } from '../state/records.ts';
import { Refusal } from '../state/refusal.ts';
import type { Transaction } from '../store/store.ts';

export type GrowthLimits = { readonly [Name in GrowthLimitName]: number };

const recordsOfBusiness = Object.fromEntries(businessCollections.map((name) => [name, 10_000]));

export const growthLimits: GrowthLimits = {
  // One number for each collection that there is.
  ...(recordsOfBusiness as { readonly [C in BusinessCollection]: number }),
  // Records of these arise from other records, several from one.
  ledger: 100_000,
  transactions: 50_000,
  wallets: 200,
  customFields: 1_000,
  /** Of the platform. */
  businesses: 200_000,
  /** Of one business, without the expired ones. */
  tokens: 1_000,
  /** IP addresses that a token is bound to. */
  addresses: 100,
  /** Webhook endpoints of one business, and as many of the platform. */
  endpoints: 100,
  /** Outstanding deliveries of one business. */
  outbox: 100_000,
  /** Of one delivery, those of all its resends together. */
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
export class LimitedGrowth implements Growth {
  readonly #limits: GrowthLimits;
  /** How much there is room for before it has to be counted again: in the outbox of a business, or for businesses. */
  readonly #room = new Map<string, number>();

  /** @param limits those that differ from `growthLimits`. */
  constructor(limits: Partial<GrowthLimits> = {}) {
    this.#limits = { ...growthLimits, ...limits };
  }

  check(name: GrowthLimitName, count: number): void {
    const limit = this.#limits[name];
    if (count > limit) throw limitReached(name, limit);
  }

  checkRecords(before: BusinessState, after: BusinessState): void {
    for (const name of businessCollections) {
      const count = after[name].length;
      if (count > before[name].length) this.check(name, count);
    }
  }

  async checkOutbox(transaction: Transaction, businessId: string, additions: number): Promise<void> {
    await this.#checkNowAndThen('outbox', businessId, additions, () =>
      transaction.list('deliveries', { businessId, status: 'pending' }),
    );
  }

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
