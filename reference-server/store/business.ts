/** A business with all of its records, loaded and saved as a whole. */
import type { BusinessState } from '../state/business-state.ts';
import { businessCollections, type Collection, type Records } from '../state/records.ts';
import { notFound } from '../state/refusal.ts';
import type { Transaction } from './store.ts';

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
