import { expect, test } from 'vitest';
import type { Scenario } from '../../../provider/scenario.ts';
import type { PayrollBelief, PayrollState, PayrollWorld, Phase } from '../model.ts';
import { type DepositKind, fund } from './deposit.ts';

const payroll = (name: string, debit: number, phase: Phase = 'awaiting-funds'): PayrollBelief => ({
  name,
  id: name,
  payrollDate: '2028-02-29',
  debit,
  entries: 1,
  saves: 1,
  phase,
  route: 'none',
});

const stateOf = (payrolls: readonly PayrollBelief[], balance = 30): PayrollState => ({
  common: { now: 0, balance },
  payrolls: [...payrolls],
  served: balance,
  unclaimed: 0,
});

const world = {
  ground: { tenant: { caller: { token: 'any' } } },
} as unknown as PayrollWorld;

/** What is deposited when 100 and 70 are waited for, and 30 are there. */
async function depositedFor(kind: DepositKind, payrolls: readonly PayrollBelief[]): Promise<unknown> {
  const sent: unknown[] = [];
  const scenario = {
    succeed: async (id: string, _: unknown, { body }: { readonly body: unknown }) => sent.push([id, body]),
  } as unknown as Scenario;
  const state = stateOf(payrolls);
  const settle = await fund(0, kind, 5).act(scenario, state, world);
  const [[operation, body]] = sent as [[string, { readonly value: { readonly amount: number } }]];
  expect(operation).toBe('createBusinessDeposit');
  settle(undefined as never, state);
  expect(state.common.balance).toBe(30 + body.value.amount);
  expect(state.common.owedTo).toBe('SANDBOX-001');
  return body.value.amount;
}

const queue = [payroll('A', 100), payroll('B', 70)];

test.each<[kind: DepositKind, payrolls: readonly PayrollBelief[], amount: number]>([
  ['one short', queue, 69],
  ['exact', queue, 70],
  ['more', queue, 75],
  ['for all', queue, 140],
  ['for all', [payroll('A', 100, 'saved'), payroll('B', 70)], 70],
  ['any', queue, 5],
])('%s', async (kind, payrolls, amount) => {
  expect(await depositedFor(kind, payrolls)).toBe(amount);
});

test.each<[phase: Phase, debit: number, possible: boolean]>([
  ['saved', 32, true],
  ['awaiting-funds', 32, true],
  ['awaiting-funds', 31, false],
  ['scheduled', 32, false],
  ['completed', 32, false],
])(
  'what a payroll that is %s needs, with a debit of %i and a balance of 30: %s',
  (phase, debit, possible) => {
    const state = stateOf([payroll('A', debit, phase)]);
    expect(fund(0, 'exact').possible(state, world)).toBe(possible);
    expect(fund(0, 'any').possible(state, world)).toBe(true);
  },
);
