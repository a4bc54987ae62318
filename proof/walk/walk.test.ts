import { expect, test } from 'vitest';
import { announcementFaults } from './announcements.ts';
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

const event = (id: string, eventType: string, status?: string, tenantKey = 'tk') => ({
  id,
  eventType,
  timestamp: 1,
  data: { id: 'subject', tenantKey, ...(status !== undefined && { status }) },
});

test.each([
  [
    'different changes',
    [event('1', 'payroll.created'), event('2', 'payroll.status.updated', 'approved')],
    [],
  ],
  [
    'a payroll that is saved again',
    [event('1', 'payroll.status.updated', 'saved'), event('2', 'payroll.status.updated', 'saved')],
    [],
  ],
  ['what may happen again', [event('1', 'reimbursement.approved'), event('2', 'reimbursement.approved')], []],
  [
    'one status under two ids',
    [event('1', 'payroll.status.updated', 'completed'), event('2', 'payroll.status.updated', 'completed')],
    ['announced twice: payroll.status.updated completed of subject'],
  ],
  [
    'two processings of a transaction',
    [event('1', 'transaction.processing'), event('2', 'transaction.processing')],
    ['announced twice: transaction.processing of subject'],
  ],
  ['one event twice', [event('1', 'user.updated'), event('1', 'user.updated')], ['1 was delivered twice']],
  [
    'two events under one id',
    [event('1', 'user.updated'), event('1', 'person.updated')],
    [expect.stringContaining('1 stands for two events')],
  ],
  [
    'a business that there is not',
    [event('1', 'user.updated', undefined, 'other')],
    [expect.stringContaining('an event is of no business')],
  ],
])('%s', (_name, events, want) => {
  expect(announcementFaults(events, new Set(['tk']))).toEqual(want);
});
