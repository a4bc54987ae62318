import { expect, test } from 'vitest';
import { leaveBalanceOpen } from '../../provider/fixture.ts';
import { emptyLedger } from '../../provider/ledger.ts';
import type { Conclude } from '../../provider/model.ts';
import { statesAfter } from '../../testing/conclude.ts';
import { covers, elapse } from './funds.ts';
import type { ExpectedPayroll, PayrollPhase, PayrollState } from './model.ts';

const payroll = (name: string, debit: number, phase: PayrollPhase = 'awaiting-funds'): ExpectedPayroll => ({
  name,
  id: name,
  payrollDate: '2028-02-29',
  debit,
  least: debit - 10,
  entries: 1,
  phase,
  route: phase === 'awaiting-funds' ? 'none' : 'funded',
});

interface Given {
  readonly payrolls: readonly ExpectedPayroll[];
  readonly balance?: number;
  readonly served?: number;
  readonly unclaimed?: number;
  readonly now?: string;
}

const stateOf = ({
  payrolls,
  balance = 0,
  served = 0,
  unclaimed = 0,
  now = '2028-02-01T13:00:00Z',
}: Given) => ({
  common: { now: Date.parse(now) / 1_000, balance },
  payrolls: [...payrolls],
  events: emptyLedger(),
  served,
  unclaimed,
});

/** Every state that the document allows after a step. */
function outcomes(given: Given, settle: Conclude<PayrollState>): readonly PayrollState[] {
  return statesAfter(stateOf(given), [settle]);
}

const leaving = (given: Given) =>
  outcomes(given, elapse).map(({ payrolls }) =>
    payrolls
      .filter(({ phase }) => phase !== 'awaiting-funds')
      .map(({ name }) => name)
      .join(''),
  );

const two = [payroll('A', 100), payroll('B', 70)];

test.each<[why: string, given: Given, left: readonly string[]]>([
  ['nothing is covered', { payrolls: two, balance: 59 }, ['']],
  ['what one worker gets is covered', { payrolls: two, balance: 60 }, ['', 'B']],
  ['one is covered exactly', { payrolls: two, balance: 70 }, ['B', '']],
  [
    'either is covered, or both while the funds are there',
    { payrolls: two, balance: 149 },
    ['A', 'B', '', 'AB'],
  ],
  ['what both workers get is covered', { payrolls: two, balance: 169 }, ['A', 'B', 'AB', '']],
  ['all are covered exactly', { payrolls: two, balance: 170 }, ['AB', 'A', 'B', '']],
  ['all are surely covered', { payrolls: two, balance: 200_340 }, ['AB']],
  ['the balance is as it was', { payrolls: two, balance: 70, served: 70 }, ['', 'B']],
  [
    'funds that are there should have left',
    { payrolls: two, balance: 200_340, unclaimed: 1 },
    ['AB', 'A', 'B', ''],
  ],
])('of what waits for funds leaves what the balance pays for: %s', (_, given, left) => {
  expect(leaving(given)).toEqual(left);
});

test('a payroll may or may not be covered while another machine moves an unknown amount', () => {
  const given = { payrolls: [payroll('A', 100)] };
  const found = outcomes(given, (alternative, state) => {
    leaveBalanceOpen(state.common, 'another');
    elapse(alternative, state);
  });
  expect(found.map(({ payrolls }) => payrolls[0]?.phase)).toEqual(['scheduled', 'awaiting-funds']);
});

test('a balance no longer contains the funds of a payroll that left it', () => {
  expect(outcomes({ payrolls: two, balance: 180 }, elapse)[0]?.common).toMatchObject({
    balance: 10,
    owedTo: 'PAYROLL-042',
  });
});

test.each<[balance: number, unclaimed: number, answers: readonly boolean[]]>([
  [89, 0, [false]],
  [99, 0, [false, true]],
  [100, 0, [true, false]],
  [100_200, 0, [true]],
  [100_200, 1, [true, false]],
  [89, 89, [false]],
])('a balance of %i, of which %i should have left, covers 100: %o', (balance, unclaimed, answers) => {
  const found = outcomes({ payrolls: [], balance, unclaimed }, (alternative, state) => {
    state.served = covers(alternative, state, payroll('A', 100)) ? 1 : 0;
  });
  expect(found.map(({ served }) => served === 1)).toEqual(answers);
});

test.each<[now: string, phase: PayrollPhase]>([
  ['2028-02-28T09:59:59Z', 'scheduled'],
  ['2028-02-28T10:00:00Z', 'due'],
  ['2028-02-29T12:00:00Z', 'processing'],
])('at %s what is scheduled for the leap day is %s', (now, phase) => {
  const [after] = outcomes({ payrolls: [payroll('A', 1, 'scheduled')], now }, elapse);
  expect(after?.payrolls[0]?.phase).toBe(phase);
});

test('a payroll that waited past its date is processed as soon as it is funded', () => {
  const given = { payrolls: [payroll('A', 100)], balance: 100_200, now: '2028-03-05T13:00:00Z' };
  expect(outcomes(given, elapse).map(({ payrolls }) => payrolls[0]?.phase)).toEqual(['processing']);
});
