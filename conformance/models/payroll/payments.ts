/** What the transactions of a payroll say of its payments. Section "Event list and payloads". */
import type { Envelope } from '../../webhooks/inspect.ts';

/**
 * Whether every worker of a payroll has been paid: there is a transaction for each entry at least, because a target may divide a
 * payment, and each that is known has succeeded. A failure need not say of which transaction it is, so that any leaves it open.
 */
export function isPaid(id: string, entries: number, events: readonly Envelope[]): boolean {
  const made = new Set<unknown>();
  const succeeded = new Set<unknown>();
  for (const { eventType, data } of events) {
    if (eventType === 'transaction.failed') return false;
    if (data?.type !== 'PAYROLL' || data.reference !== id) continue;
    made.add(data.id);
    if (eventType === 'transaction.succeeded') succeeded.add(data.id);
  }
  return succeeded.size >= entries && succeeded.size === made.size;
}

/** The items of a list of transactions as what would have been announced of them. */
export const asEvents = (items: readonly Readonly<Record<string, unknown>>[]): readonly Envelope[] =>
  items.map((data) => ({ eventType: `transaction.${String(data.status)}`, data }));
