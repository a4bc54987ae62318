import { expect, test } from 'vitest';
import { type Entry, moneyFaults } from './money.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const move = (from: string, to: string, amount: number): Entry => ({ from, to, ...usd(amount) });
const funded = [move('outside', 'wallet', 100), move('wallet', 'transaction/a', 60)];
const payment = { id: 'a', type: 'PAYOUT', status: 'processing', amount: usd(60) };

test.each([
  ['nothing at all', [], [], [], []],
  ['money on its way', funded, [usd(40)], [payment], []],
  [
    'money that has arrived',
    [...funded, move('transaction/a', 'outside', 60)],
    [usd(40)],
    [{ ...payment, status: 'succeeded' }],
    [],
  ],
  ['a deposit on its way', [], [], [{ ...payment, type: 'DEPOSIT' }], []],
  [
    'a wallet that shows too much',
    funded,
    [usd(41)],
    [payment],
    ['the USD wallet shows 41, the ledger adds up to 40'],
  ],
  ['a wallet that is not shown', funded, [], [payment], ['wallet USD holds 40 and is not shown']],
  [
    'a wallet that was overdrawn for a moment',
    [move('wallet', 'outside', 5), move('outside', 'wallet', 5)],
    [usd(0)],
    [],
    ['wallet USD was -5'],
  ],
  [
    'a payment that has ended with its money',
    funded,
    [usd(40)],
    [{ ...payment, status: 'failed' }],
    ['transaction a (PAYOUT, failed) holds 60 in place of 0'],
  ],
  ['a movement of nothing', [move('outside', 'outside', 0)], [], [], ['0 USD was moved']],
])('%s', (_name, entries, wallets, payments, want) => {
  expect(moneyFaults(entries, wallets, payments)).toEqual(want);
});
