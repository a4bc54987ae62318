import { describe, expect, test } from 'vitest';
import { type BusinessState, emptyState } from '../../state/business-state.ts';
import type { StoredReimbursement } from '../../state/records/payrolls.ts';
import type { Schemas } from '../../state/schemas.ts';
import { at } from '../../testing/rule-context.ts';
import { transactionRules } from '../transactions/rules.ts';
import { balanceOf, heldIn } from '../wallets/ledger.ts';
import { reimbursementRules } from './rules.ts';

const now = Date.parse('2026-03-31T12:00:00Z') / 1000;
const money = (amount: number, currency: string) => ({ amount, currency });
const business: BusinessState = {
  ...emptyState({ id: 'business', tenantKey: 'tk', kind: 'created' }),
  persons: [
    { id: 'employee', businessId: 'business', person: { id: 'employee', type: 'EMPLOYEE' } },
    { id: 'contractor', businessId: 'business', person: { id: 'contractor', type: 'CONTRACTOR' } },
    { id: 'nobody', businessId: 'business', person: { id: 'nobody' } },
  ],
  wallets: [{ id: 'wallet', businessId: 'business', balance: money(60, 'USD') }],
};
const valid = { personId: 'employee', amount: money(93_000, 'NGN'), sourceCurrency: 'USD' };
const [reimbursementId, transactionId] = ['reimbursement', 'transaction'];

const create = (input: Schemas['ReimbursementInput'], state = business) =>
  reimbursementRules.create(state, { reimbursementId, input }, at(now));
const review = (state: BusinessState, input: Schemas['ReimbursementReview'], time = now) =>
  reimbursementRules.review(state, { reimbursementId, input, transactionId }, at(time));
const approved = (input = valid) => review(create(input).state, { action: 'approve' });

function stateIn(status: StoredReimbursement['status']): BusinessState {
  const { state } = create(valid);
  const reimbursements = state.reimbursements.map((record) => ({
    ...record,
    reimbursement: { ...record.reimbursement, status },
  }));
  return { ...state, reimbursements };
}
const statusOf = ({ reimbursements }: BusinessState) => reimbursements[0]?.reimbursement.status;

test('a new reimbursement stores the amount that leaves the wallet and the amount that arrives', () => {
  const expenseDate = '2026-03-30';
  const { state, events } = create({ ...valid, description: 'Train', category: 'travel', expenseDate });
  expect(state.reimbursements[0]?.reimbursement).toEqual({
    id: reimbursementId,
    personId: 'employee',
    status: 'submitted',
    description: 'Train',
    category: 'travel',
    expenseDate,
    sourceAmount: money(60, 'USD'),
    amount: money(93_000, 'NGN'),
    createdTimestamp: now,
    lastUpdatedTimestamp: now,
  });
  expect(events).toEqual([
    {
      eventType: 'reimbursement.submitted',
      data: {
        id: reimbursementId,
        personId: 'employee',
        description: 'Train',
        amount: money(93_000, 'NGN'),
      },
    },
  ]);
});

test('without a source currency it is paid in its own, known or not', () => {
  const { state } = create({ personId: 'employee', amount: money(5, 'XXX') });
  expect(state.reimbursements[0]?.reimbursement.sourceAmount).toEqual(money(5, 'XXX'));
});

test('a receipt must have been uploaded', () => {
  // The other fields of a file do not matter here.
  const files = [{ id: 'receipt', businessId: 'business' }] as unknown as BusinessState['files'];
  const { state } = create({ ...valid, receiptFileId: 'receipt' }, { ...business, files });
  expect(state.reimbursements[0]?.reimbursement.receiptFileId).toBe('receipt');
  expect(() => create({ ...valid, receiptFileId: 'another' }, { ...business, files })).toThrow(
    expect.objectContaining({ params: { receiptFileId: expect.any(String) } }),
  );
});

test.each([
  ['nothing', {}, ['personId', 'amount']],
  ['an unknown person', { ...valid, personId: 'unknown' }, ['personId']],
  ['an unknown receipt', { ...valid, receiptFileId: 'unknown' }, ['receiptFileId']],
  ['an amount of 0', { ...valid, amount: money(0, 'NGN') }, ['amount.amount']],
  ['a negative amount', { ...valid, amount: money(-5, 'NGN') }, ['amount.amount']],
  ['an amount beyond counting', { ...valid, amount: money(1e300, 'NGN') }, ['amount.amount']],
  ['a currency without a rate', { ...valid, sourceCurrency: 'XXX' }, ['sourceCurrency']],
  [
    'a conversion beyond counting',
    { ...valid, amount: money(Number.MAX_SAFE_INTEGER, 'USD'), sourceCurrency: 'COP' },
    ['sourceCurrency'],
  ],
])('%s makes no reimbursement', (_name, input, fields) => {
  try {
    create(input);
  } catch (refusal) {
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_request_body' });
    expect(Object.keys((refusal as { params: object }).params)).toEqual(fields);
    return;
  }
  throw new Error('It was created');
});

describe('review', () => {
  test.each([
    ['employee', 'EMPLOYEE'],
    ['contractor', 'CONTRACTOR'],
    ['nobody', 'EMPLOYEE'],
  ])('approval pays an %s from the wallet of the source currency', (personId, recipientType) => {
    const { state, events } = approved({ ...valid, personId });
    expect(statusOf(state)).toBe('approved');
    expect(events).toMatchObject([
      { eventType: 'reimbursement.approved', data: { amount: money(93_000, 'NGN') } },
      {
        eventType: 'transaction.initiated',
        data: {
          id: transactionId,
          type: 'PAYOUT',
          amount: money(60, 'USD'),
          recipientId: personId,
          recipientType,
          reference: reimbursementId,
        },
      },
    ]);
    expect(balanceOf(state, 'USD')).toBe(0);
    expect(heldIn(state, `transaction/${transactionId}`, 'USD')).toBe(60);
  });

  test('approval without the funds is refused', () => {
    const wallets = [{ id: 'wallet', businessId: 'business', balance: money(59, 'USD') }];
    const { state } = create(valid);
    for (const before of [
      { ...state, wallets },
      { ...state, wallets: [] },
    ])
      expect(() => review(before, { action: 'approve' })).toThrow(
        expect.objectContaining({ status: 400, code: 'invalid_state' }),
      );
  });

  test('rejection gives the reason and moves no money', () => {
    const { state, events } = review(
      create(valid).state,
      { action: 'reject', reason: 'Unreadable' },
      now + 1,
    );
    expect(state.reimbursements[0]?.reimbursement).toMatchObject({
      status: 'rejected',
      rejectionReason: 'Unreadable',
      lastUpdatedTimestamp: now + 1,
    });
    expect(events).toMatchObject([{ eventType: 'reimbursement.rejected', data: { reason: 'Unreadable' } }]);
    expect(state.ledger).toEqual([]);
  });

  test.each([
    ['approved', { action: 'approve' }, 'invalid_state'],
    ['approved', { action: 'reject', reason: 'No' }, 'invalid_state'],
    ['rejected', { action: 'approve' }, 'invalid_state'],
    ['paid', { action: 'reject', reason: 'No' }, 'invalid_state'],
    ['submitted', {}, 'invalid_request_body'],
    ['submitted', { action: 'reject' }, 'invalid_request_body'],
    ['submitted', { action: 'reject', reason: '' }, 'invalid_request_body'],
  ] as const)('of one that is %s with %j is refused', (status, input, code) => {
    expect(() => review(stateIn(status), input)).toThrow(expect.objectContaining({ status: 400, code }));
  });

  test.each([
    [{}, 'action'],
    [{ action: 'reject' }, 'reason'],
  ] as const)('with %j is told what is missing', (input, field) => {
    expect(() => review(stateIn('submitted'), input)).toThrow(
      expect.objectContaining({ params: { [field]: expect.any(String) } }),
    );
  });
});

describe('asynchronous effects', () => {
  const follow = (state: BusinessState) => reimbursementRules.progress(state, at(now + 9));
  const processing = () => transactionRules.passChecks(approved().state, { transactionId }, at(now)).state;

  test.each([
    ['initiated', () => approved().state],
    ['processing', processing],
  ])('nothing while the transaction is %s', (_name, stateOf) => {
    const state = stateOf();
    const outcome = follow(state);
    expect(outcome.state).toBe(state);
    expect(outcome.events).toEqual([]);
  });

  test('it is paid when the transaction succeeds, once', () => {
    const { state, events } = follow(transactionRules.settle(processing(), { transactionId }, at(now)).state);
    expect(state.reimbursements[0]?.reimbursement).toMatchObject({
      status: 'paid',
      lastUpdatedTimestamp: now + 9,
    });
    expect(events).toEqual([
      {
        eventType: 'reimbursement.paid',
        data: { id: reimbursementId, personId: 'employee', amount: money(93_000, 'NGN') },
      },
    ]);
    expect(follow(state).state).toBe(state);
  });

  test('it waits for a review again when the transaction fails, and the money is back', () => {
    const failed = transactionRules.fail(processing(), { transactionId, message: 'No' }, at(now)).state;
    const { state, events } = follow(failed);
    expect(statusOf(state)).toBe('submitted');
    expect(events).toEqual([]);
    expect(balanceOf(state, 'USD')).toBe(60);
    const again = { reimbursementId, input: { action: 'approve' } as const, transactionId: 'second' };
    expect(statusOf(reimbursementRules.review(state, again, at(now)).state)).toBe('approved');
  });

  test('it stays paid when the bank returns the money', () => {
    const paid = follow(transactionRules.settle(processing(), { transactionId }, at(now)).state).state;
    const returned = transactionRules.returnToSender(paid, { transactionId, message: 'No' }, at(now)).state;
    expect(follow(returned).state).toBe(returned);
    expect(statusOf(returned)).toBe('paid');
  });
});
