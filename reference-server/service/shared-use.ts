import type { BusinessState } from '../state/business-state.ts';
import type { BusinessRecord } from '../state/records/businesses.ts';
import type { BusinessCollection } from '../state/records.ts';
import type { Store, Transaction } from '../store/store.ts';
import type { Clock } from './clock.ts';
import type { Replicas } from './replicas.ts';

/** What callers can add to: each has a limit. */
export type GrowthLimitName =
  | BusinessCollection
  | 'businesses'
  | 'tokens'
  | 'addresses'
  | 'endpoints'
  | 'outbox'
  | 'attempts';

/** Keeps one tenant from taking memory, disk and time away from the others. */
export interface Growth {
  /**
   * @param count how many there would be.
   * @throws Refusal 409 `limit_reached`, which names the limit.
   */
  check(name: GrowthLimitName, count: number): void;
  /** @throws Refusal when a rule made a collection grow beyond its limit; one that is beyond may shrink. */
  checkRecords(before: BusinessState, after: BusinessState): void;
  /**
   * @param additions to the outbox of a business.
   * @throws Refusal when it is full.
   */
  checkOutbox(transaction: Transaction, businessId: string, additions: number): Promise<void>;
  /** @throws Refusal when there are too many businesses for one more. */
  checkBusinesses(transaction: Transaction): Promise<void>;
}

/** What a server needs whose tenants, and whose store, are shared by many. */
export interface SharedUse {
  readonly replicas: Replicas;
  readonly growth: Growth;
  /** A caller uses a business, or something happens in it. */
  used(business: Pick<BusinessRecord, 'id' | 'kind'>): void;
}

/** What a server lends to its shared use. */
export interface SharedUseParts {
  readonly store: Store;
  readonly clock: Clock;
  /** Starts the due work of a business. */
  wake(businessId: string): void;
  /** Forgets a business that was removed. */
  removed(businessId: string): void;
  /** Called with errors of background work. */
  onError(error: unknown): void;
}

export interface OpenSharedUse extends SharedUse {
  /** Whether any of the running servers takes up work that was left behind. */
  readonly takesUpWork: boolean;
  /** Begins its work, once everything is there that the server begins with. */
  begin(): void;
  close(): Promise<void>;
}
