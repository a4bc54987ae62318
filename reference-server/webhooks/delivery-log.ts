import type { Transaction } from '../store/store.ts';

/** Finished deliveries that stay in the log, the latest of all businesses together. */
export const keptDeliveries = 10_000;

/** Deletes the oldest finished deliveries beyond those that are kept. What is outstanding stays. */
export async function cutLog(transaction: Transaction, kept = keptDeliveries): Promise<void> {
  for (const id of await transaction.finishedBeyond(kept)) await transaction.delete('deliveries', id);
}
