/** Everything that the rules of one business look at, loaded and saved as a whole. */
import { notFound } from '../refusal.ts';
import type { BusinessRecord } from '../resources/businesses/records.ts';
import type { DomainEvent } from '../webhooks/records.ts';
import {
  type BusinessCollection,
  type BusinessRecords,
  businessCollections,
  type Collection,
  type Records,
} from './records.ts';
import type { OwnedRecords, Transaction } from './store.ts';

export type BusinessState = { readonly business: BusinessRecord } & OwnedRecords;

/** What a rule decided: the state after it and what is to be announced. */
export interface Outcome<State = BusinessState> {
  readonly state: State;
  readonly events: readonly DomainEvent[];
}

/** A business that has nothing yet. */
export function emptyState(business: BusinessRecord): BusinessState {
  const empty = Object.fromEntries(businessCollections.map((name) => [name, []]));
  // One empty list for each collection that there is.
  return { business, ...empty } as unknown as BusinessState;
}

/** @throws Refusal when there is no such business. */
export async function loadBusiness(transaction: Transaction, businessId: string): Promise<BusinessState> {
  const [business, owned] = await Promise.all([
    transaction.get('businesses', businessId),
    transaction.listOwned(businessId),
  ]);
  if (business === undefined) throw notFound();
  return { business, ...owned };
}

/**
 * The record of a business with an id.
 *
 * @throws Refusal `resource_not_found` when the business has none.
 */
export function findRecord<Found extends { readonly id: string }>(
  records: readonly Found[],
  id: string,
): Found {
  const record = records.find((candidate) => candidate.id === id);
  if (record === undefined) throw notFound();
  return record;
}

/** The state with a record: in place of the one that has its id, or as the newest. */
export function withRecord<C extends BusinessCollection>(
  state: BusinessState,
  collection: C,
  record: BusinessRecords[C],
): BusinessState {
  const records: readonly BusinessRecords[BusinessCollection][] = state[collection];
  const index = records.findIndex(({ id }) => id === record.id);
  return { ...state, [collection]: index === -1 ? [...records, record] : records.with(index, record) };
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
