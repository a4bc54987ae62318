import { businessCollections } from '../state/records.ts';
import type { Transaction } from '../store/store.ts';

/** Removes a business and everything that belongs to it, what is outstanding for receivers included. */
export async function removeBusiness(transaction: Transaction, businessId: string): Promise<void> {
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
