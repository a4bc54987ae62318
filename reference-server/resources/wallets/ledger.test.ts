import { expect, test } from 'vitest';
import { emptyState } from '../../state/business-state.ts';
import { balanceOf, heldIn, type Movement, move } from './ledger.ts';

const empty = emptyState({ id: 'business', tenantKey: 'tk', kind: 'created' });
const usd = (amount: number) => ({ amount, currency: 'USD' });
const movement = (from: Movement['from'], to: Movement['to'], amount: number): Movement => ({
  from,
  to,
  money: usd(amount),
  cause: 'test',
});
const [payroll, wallet, outside] = ['payroll/1', 'wallet', 'outside'] as const;

test('money goes from account to account, and each entry has an id of its own', () => {
  const steps = [movement(outside, wallet, 9), movement(wallet, payroll, 5), movement(payroll, outside, 2)];
  const state = steps.reduce((before, step, index) => move(before, step, index), empty);
  expect(balanceOf(state, 'USD')).toBe(4);
  expect([wallet, payroll, outside].map((account) => heldIn(state, account, 'USD'))).toEqual([4, 3, -7]);
  expect(heldIn(state, wallet, 'EUR')).toBe(0);
  expect(state.ledger[1]).toMatchObject({ ...steps[1], businessId: 'business', at: 1 });
  expect(new Set(state.ledger.map(({ id }) => id)).size).toBe(3);
});

test('there is one wallet for each currency, which keeps its id', () => {
  const first = move(empty, movement(outside, wallet, 1), 0);
  const second = move(first, { ...movement(outside, wallet, 1), money: { amount: 1, currency: 'EUR' } }, 0);
  const third = move(second, movement(outside, wallet, 1), 0);
  expect(third.wallets.map(({ balance }) => balance)).toEqual([usd(2), { amount: 1, currency: 'EUR' }]);
  expect(third.wallets[0]?.id).toBe(first.wallets[0]?.id);
});

test('moving no amount, or from an account to itself, creates no entry', () => {
  expect(move(empty, movement(outside, wallet, 0), 0)).toBe(empty);
  expect(move(empty, movement(wallet, wallet, 5), 0)).toBe(empty);
});

test('a wallet never has a negative balance', () => {
  const state = move(empty, movement(outside, wallet, 5), 0);
  expect(move(state, movement(wallet, outside, 5), 0).wallets[0]?.balance.amount).toBe(0);
  expect(() => move(state, movement(wallet, outside, 6), 0)).toThrow(
    expect.objectContaining({ status: 400, code: 'invalid_state' }),
  );
  expect(() => move(empty, movement(wallet, outside, 1), 0)).toThrow('does not hold');
});
