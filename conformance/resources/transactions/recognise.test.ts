import { expect, test } from 'vitest';
import type { Envelope } from '../../provider/inspect.ts';
import { note, type TransactionContext, type TransactionPlan } from './model.ts';
import { assignIds } from './recognise.ts';

const payout: TransactionPlan = { kind: 'payout', reference: 'payout-A' };
const worker: TransactionPlan = { kind: 'worker payment', payrollId: 'p', personId: 'x' };
const other: TransactionPlan = { kind: 'worker payment', payrollId: 'p', personId: 'y' };
const fee: TransactionPlan = { kind: 'fee', payrollId: 'p', amount: 7 };
const deposit: TransactionPlan = { kind: 'sandbox deposit', amount: 5, description: 'Funds' };

function contextOf(plans: readonly TransactionPlan[], tenantKey?: string): TransactionContext {
  const fixture = {
    tenant: { caller: { token: 't' }, ...(tenantKey && { tenantKey }) },
    endpoint: undefined,
    conclusive: true,
    sandbox: true,
    readsBalance: true,
    inspected: 0,
  };
  const context: TransactionContext = {
    fixture,
    has: () => true,
    facts: [],
    eventCount: 1,
    accounts: new Map(),
    personIds: ['x', 'y'],
  };
  for (const plan of plans) note(context, plan);
  return context;
}

const initiated = (id: string, data: Readonly<Record<string, unknown>>): Envelope => ({
  eventType: 'transaction.initiated',
  data: { id, ...data },
});

const early = initiated('early', { type: 'PAYOUT', reference: 'older' });

test.each<[string, TransactionPlan[], Envelope[], (string | undefined)[]]>([
  ['by its reference', [payout], [initiated('a', { type: 'OTHER', reference: 'payout-A' })], ['a']],
  ['by its type, in a business of our own', [payout], [initiated('a', { type: 'PAYOUT' })], ['a']],
  ['only by what came after it was made', [payout], [], [undefined]],
  [
    'by who is paid',
    [worker, other],
    [
      initiated('b', { type: 'PAYROLL', reference: 'p', recipientId: 'y' }),
      initiated('a', { type: 'PAYROLL', reference: 'p', recipientId: 'x' }),
    ],
    ['a', 'b'],
  ],
  [
    'by the payroll where somebody else is named',
    [worker, fee],
    [
      initiated('f', { type: 'PAYROLL_FEE', reference: 'p', recipientId: 'b' }),
      initiated('a', { type: 'PAYROLL', reference: 'p', recipientId: 'user' }),
    ],
    ['a', 'f'],
  ],
  ['by what it costs', [fee], [initiated('f', { amount: { amount: 7, currency: 'USD' } })], ['f']],
  ['by its amount', [deposit], [initiated('d', { type: 'DEPOSIT', amount: { amount: 5 } })], ['d']],
])('a transaction is known %s', (_, plans, events, ids) => {
  const context = contextOf(plans, 'key');
  assignIds(context, [early, ...events]);
  expect(context.facts.map(({ id }) => id)).toEqual(ids);
});

test('if other resources cause events too, only events that name a transaction are about it', () => {
  const context = contextOf([payout, deposit]);
  assignIds(context, [early, initiated('a', { type: 'PAYOUT' }), initiated('d', { description: 'Funds' })]);
  expect(context.facts.map(({ id }) => id)).toEqual([undefined, undefined]);
});
