import { expect, test } from 'vitest';
import { type Movement, moneyProblems } from './money.ts';

const moved = (from: string, to: string, amount: number, currency = 'USD'): Movement => ({
  from,
  to,
  amount,
  currency,
});
const usd = (amount: number) => ({ amount, currency: 'USD' });

test.each([
  ['nothing', [], []],
  [
    'money that is here, on its way and gone',
    [moved('outside', 'wallet', 9), moved('wallet', 'transaction/1', 5), moved('wallet', 'outside', 1)],
    [usd(3)],
  ],
])('%s is fine', (_name, ledger, balances) => {
  expect(moneyProblems(ledger, balances)).toEqual([]);
});

test.each([
  ['a wallet without a ledger', [], [usd(1)], 'shows 1'],
  ['a ledger without a wallet', [moved('outside', 'wallet', 1)], [], 'shows 0'],
  ['another currency', [moved('outside', 'wallet', 1, 'EUR')], [usd(1)], 'EUR wallet shows 0'],
  ['money that was not there', [moved('payroll/1', 'outside', 1)], [], 'payroll/1 (USD) holds -1'],
  ['two wallets of a currency', [], [usd(0), usd(0)], 'more than one'],
  ['a movement of nothing', [moved('outside', 'wallet', 0)], [], '0 USD moved'],
])('%s is a problem', (_name, ledger, balances, want) => {
  expect(moneyProblems(ledger, balances).join()).toContain(want);
});
