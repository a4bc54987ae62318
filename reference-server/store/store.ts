import type { BusinessState } from '../state/business-state.ts';
import type { DeliveryRecord } from '../state/records/webhooks.ts';
import { businessCollections, type Collection, type OwnedRecords, type Records } from '../state/records.ts';
import { notFound } from '../state/refusal.ts';

/** The operations of one transaction. Records are values: they are replaced, never changed. */
export interface Transaction {
  get<C extends Collection>(collection: C, id: string): Promise<Records[C] | undefined>;
  /** Every record whose fields equal those of `where`, in the order of their first `put`. */
  list<C extends Collection>(collection: C, where: Partial<Records[C]>): Promise<readonly Records[C][]>;
  /** The result of `list` for the business in each of its collections, in one call. */
  listOwned(businessId: string): Promise<OwnedRecords>;
  /** The earliest outstanding delivery of each endpoint of a business. */
  firstDeliveries(businessId: string): Promise<readonly DeliveryRecord[]>;
  /** The ids of the finished deliveries, of all businesses together, that are older than the latest `kept`. */
  finishedBeyond(kept: number): Promise<readonly string[]>;
  /** Adds the record, or replaces the one with its id. */
  put<C extends Collection>(collection: C, record: Records[C]): Promise<void>;
  delete(collection: Collection, id: string): Promise<void>;
  /** Deletes every record of every collection. */
  clear(): Promise<void>;
  /**
   * Plans when a business needs attention again, for servers that share a store: any of them may take it. A transaction
   * that puts a record and plans nothing plans by itself that the business needs attention soon.
   *
   * @param delayMillis none when there is nothing to wait for.
   */
  plan(businessId: string, occasion: Occasion, delayMillis: number | undefined): Promise<void>;
}

/** Why a business needs attention: an automatic transition, or a delivery is due. */
export type Occasion = 'progress' | 'deliveries';

/**
 * The promise of a transaction, so that a store that several servers share need not run it alone:
 *
 * - `everything`: nothing.
 * - `business`: it changes nothing but the records, tokens and deliveries of one business.
 * - `creation`: it changes nothing but adds a business, depending only on the other businesses.
 * - `reading`: it changes nothing.
 * - `lookup`: it changes nothing, and each read may see a later state than the one before. Reads of one turn see one
 *   state.
 */
export type Scope =
  | { readonly type: 'everything' | 'creation' | 'reading' }
  | { readonly type: 'lookup' }
  | { readonly type: 'business'; readonly businessId: string };

export const reading: Scope = { type: 'reading' };
export const lookup: Scope = { type: 'lookup' };
export const creation: Scope = { type: 'creation' };
export const withinBusiness = (businessId: string): Scope => ({ type: 'business', businessId });

/** Storage of the server's records. */
export interface Store {
  /**
   * Runs `work` isolated from every other transaction, as far as its scope needs it. Its changes are kept when it
   * returns and discarded when it throws. A transaction must not be started inside of another. A store may run `work`
   * again when the previous attempt has left nothing behind.
   *
   * @param scope @defaultValue everything
   * @throws what `work` throws; Refusal 503 when the store cannot be reached.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>, scope?: Scope): Promise<Result>;
  close(): Promise<void>;
}

// A business with all of its records, loaded and saved as a whole.

/** @throws Refusal when there is no such business. */
export async function loadBusiness(transaction: Transaction, businessId: string): Promise<BusinessState> {
  const [business, owned] = await Promise.all([
    transaction.get('businesses', businessId),
    transaction.listOwned(businessId),
  ]);
  if (business === undefined) throw notFound();
  return { business, ...owned };
}

async function saveCollection<C extends Collection>(
  transaction: Transaction,
  name: C,
  before: readonly Records[C][],
  after: readonly Records[C][],
): Promise<void> {
  if (after === before) return;
  const known = new Set(before);
  for (const record of after) {
    if (!known.has(record)) await transaction.put(name, record);
  }
  const kept = new Set(after.map(({ id }) => id));
  for (const { id } of before) {
    if (!kept.has(id)) await transaction.delete(name, id);
  }
}

/** Writes the records that are not the ones that were loaded and deletes those that are gone. */
export async function saveBusiness(
  transaction: Transaction,
  before: BusinessState,
  after: BusinessState,
): Promise<void> {
  if (after.business !== before.business) await transaction.put('businesses', after.business);
  for (const name of businessCollections) await saveCollection(transaction, name, before[name], after[name]);
}
