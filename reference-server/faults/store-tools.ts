/** How faults step between the server and its store. */
import type { Store, Transaction } from '../store/store.ts';

/** A transaction whose methods can be replaced one by one. */
const loose = (transaction: Transaction): Transaction => ({
  get: (collection, id) => transaction.get(collection, id),
  list: (collection, where) => transaction.list(collection, where),
  listOwned: (businessId) => transaction.listOwned(businessId),
  firstDeliveries: (businessId) => transaction.firstDeliveries(businessId),
  finishedBeyond: (kept) => transaction.finishedBeyond(kept),
  put: (collection, record) => transaction.put(collection, record),
  delete: (collection, id) => transaction.delete(collection, id),
  clear: () => transaction.clear(),
  plan: (businessId, occasion, delayMillis) => transaction.plan(businessId, occasion, delayMillis),
});

/** Replaces methods of every transaction. */
export const inTransactions =
  (replaced: (transaction: Transaction) => Partial<Transaction>) =>
  (store: Store): Store => ({
    transaction: (work, scope) =>
      store.transaction((transaction) => work({ ...loose(transaction), ...replaced(transaction) }), scope),
    close: () => store.close(),
  });
