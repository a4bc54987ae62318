/** Judges what transactions do to the wallet, as far as the document shows it. */
import type { Reading } from '../../provider/reading.ts';
import { leaveBalanceOpen } from '../ground.ts';
import { label, type TransactionState, type TransactionWorld } from './model.ts';

/**
 * How much a payment takes out of the wallet, and brings back when it fails, is not shown; but what has failed brings
 * nothing back a second time.
 */
export function judgeMoney(
  reading: Reading,
  state: TransactionState,
  { has }: TransactionWorld,
  balance: number | undefined,
): void {
  const { common, moved, transactions } = state;
  const names = new Set(moved);
  moved.length = 0;
  if (names.size > 0) leaveBalanceOpen(common, 'transaction');
  const [only] = transactions.filter(({ name }) => names.has(name));
  const tried = transactions.filter(({ wasTriedAgain }) => wasTriedAgain);
  for (const transaction of tried) transaction.wasTriedAgain = false;
  // Without drain some of it may be on its way.
  if (only === undefined || names.size !== 1 || balance === undefined || !has('drain')) return;
  const change = balance - common.balance;
  if (only.phase !== 'failed') {
    if (only.kind === 'payout' && only.taken === undefined) only.taken = -change;
    return;
  }
  const { taken } = only;
  if (taken === undefined || !tried.includes(only)) return;
  const expected = `${label(only)} to bring back at most the ${taken} that it took`;
  reading.require('TXN-016', change <= taken, expected, `${change} more in the wallet`);
}
