import type { Transaction } from '../store/store.ts';

/** Finished deliveries that stay in the log, the latest of all businesses together. */
export const keptDeliveries = 10_000;

/** Deletes the oldest finished deliveries beyond those that are kept. What is outstanding stays. */
export async function cutLog(transaction: Transaction, kept = keptDeliveries): Promise<void> {
  const deliveries = await transaction.list('deliveries', {});
  const finished = deliveries.filter(({ status }) => status !== 'pending');
  for (const { id } of finished.slice(0, Math.max(0, finished.length - kept)))
    await transaction.delete('deliveries', id);
}
