/** The invariants of the money of a business: the wallets match the ledger, and nothing is lost. */

export interface Entry {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly currency: string;
}
export interface Balance {
  readonly amount: number;
  readonly currency: string;
}

/** The money of a transaction. */
export interface Payment {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly amount: Balance;
}

/**
 * Compares a ledger with the balances and transactions that the service shows.
 *
 * @param entries every movement, oldest first.
 * @returns the problems, in words.
 */
export function moneyFaults(
  entries: readonly Entry[],
  wallets: readonly Balance[],
  payments: readonly Payment[],
): readonly string[] {
  const faults: string[] = [];
  const held = new Map<string, number>();
  const add = (account: string, currency: string, amount: number) => {
    const key = `${account} ${currency}`;
    const sum = (held.get(key) ?? 0) + amount;
    held.set(key, sum);
    if (!Number.isSafeInteger(sum)) faults.push(`${key} is ${sum}, which cannot be counted exactly`);
    if (account !== 'outside' && sum < 0) faults.push(`${key} was ${sum}`);
  };
  for (const { from, to, amount, currency } of entries) {
    if (!Number.isSafeInteger(amount) || amount <= 0) faults.push(`${amount} ${currency} was moved`);
    add(from, currency, -amount);
    add(to, currency, amount);
  }
  for (const { amount, currency } of wallets) {
    const sum = held.get(`wallet ${currency}`) ?? 0;
    if (amount !== sum) faults.push(`the ${currency} wallet shows ${amount}, the ledger adds up to ${sum}`);
    held.delete(`wallet ${currency}`);
  }
  for (const [key, sum] of held)
    if (key.startsWith('wallet ') && sum !== 0) faults.push(`${key} holds ${sum} and is not shown`);
  for (const { id, type, status, amount } of payments) {
    const isOnItsWay = type !== 'DEPOSIT' && (status === 'initiated' || status === 'processing');
    const want = isOnItsWay ? amount.amount : 0;
    const is = held.get(`transaction/${id} ${amount.currency}`) ?? 0;
    if (is !== want) faults.push(`transaction ${id} (${type}, ${status}) holds ${is} in place of ${want}`);
  }
  return faults;
}
