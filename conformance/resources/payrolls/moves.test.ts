import { expect, test } from 'vitest';
import { ConformanceError } from '../../engine/errors.ts';
import { Tally } from '../../engine/tally.ts';
import { emptyLedger } from '../../provider/ledger.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { testDataCandidates } from '../../target/test-data.ts';
import { concludeFrom } from '../../testing/conclude.ts';
import type { ExpectedPayroll, PayrollContext, PayrollMove, PayrollPhase, PayrollState } from './model.ts';
import { type DepositKind, fund, settle, settleAgain } from './moves.ts';

interface Given {
  /** What the reads of the payroll show, one after the other. */
  readonly statuses?: readonly string[];
  /** What the list of transactions shows of it. @defaultValue the target has no such list */
  readonly payments?: readonly string[];
  /** Why the control cannot be called. */
  readonly refusal?: Error;
}

const context = {
  fixture: { tenant: { caller: { token: 'any' } } },
} as unknown as PayrollContext;

const stateOf = (phase: PayrollPhase): PayrollState => ({
  common: { now: 0, balance: 0 },
  payrolls: [
    {
      name: 'A',
      id: 'id of A',
      payrollDate: '2028-02-29',
      debit: 1,
      least: 1,
      entries: 1,
      phase,
      route: 'funded',
    },
  ],
  served: 0,
  events: emptyLedger(),
  unclaimed: 0,
});

/** What became of the payroll: its phase, whose disbursements were confirmed, what was given up, and what was owed. */
async function made(move: PayrollMove, phase: PayrollPhase, { statuses = [], payments, refusal }: Given) {
  const reads = [...statuses];
  const confirmed: unknown[] = [];
  const skipped: unknown[] = [];
  const scenario = {
    require: () => true,
    has: () => payments !== undefined,
    succeed: async (id: string) => ({
      json:
        id === 'listTransactions'
          ? { data: payments?.map((status) => ({ type: 'PAYROLL', reference: 'id of A', status })) }
          : { status: reads.shift() },
    }),
    control: () => async (_: unknown, payrollId: unknown) => {
      confirmed.push(payrollId);
      if (refusal) throw refusal;
    },
    skip: (rule: string, why: string) => skipped.push([rule, why]),
  } as unknown as Scenario;
  const state = stateOf(phase);
  const judge = await move.act(scenario, state, context);
  const found = concludeFrom(state, judge);
  if (!('states' in found)) throw found.refusal;
  const tally = new Tally();
  found.alternative.commit(tally, new Map());
  const [after] = found.states;
  return {
    phase: after?.payrolls[0]?.phase,
    taken: Object.keys(tally.coverage.transitions),
    confirmed,
    skipped,
    owedTo: after?.common.owedTo,
  };
}

const stillUnderWay =
  'After the control settlePayroll returned a success status, transactions of the payroll are still under way.';
const failed = new ConformanceError('CONTROL_FAILED', 'nothing to confirm');
const complete = { phase: 'completed', taken: ['payroll/complete'], skipped: [], owedTo: undefined };
const confirmed = ['id of A'];

test.each<[what: string, given: Given, outcome: unknown]>([
  ['is confirmed', { statuses: ['processing', 'Completed'] }, { ...complete, confirmed }],
  [
    'is confirmed, and does not complete',
    { statuses: ['processing', 'processing'], payments: ['succeeded', 'succeeded'] },
    { ...complete, confirmed },
  ],
  [
    'is not confirmed by a control that does nothing',
    { statuses: ['processing', 'processing'], payments: ['succeeded', 'processing'] },
    {
      phase: 'processing',
      taken: [],
      confirmed,
      skipped: [
        ['PAYROLL-033', stillUnderWay],
        ['PAYROLL-034', stillUnderWay],
      ],
      owedTo: undefined,
    },
  ],
  ['was confirmed by somebody else', { statuses: ['Completed'] }, { ...complete, confirmed: [] }],
  [
    'was confirmed meanwhile',
    { statuses: ['processing', 'Completed'], refusal: failed },
    { ...complete, confirmed },
  ],
  [
    'has nothing to confirm',
    { statuses: ['processing', 'processing'], refusal: failed },
    {
      phase: 'processing',
      taken: [],
      confirmed,
      skipped: [
        ['PAYROLL-033', 'nothing to confirm'],
        ['PAYROLL-034', 'nothing to confirm'],
      ],
      owedTo: undefined,
    },
  ],
])('a payroll that is processing %s', async (_, given, outcome) => {
  expect(await made(settle(0), 'processing', given)).toEqual(outcome);
});

test('a failing control is not a response of the target', async () => {
  const refusal = new ConformanceError('CONFIGURATION_INVALID', 'no such control');
  await expect(made(settle(0), 'processing', { statuses: ['processing'], refusal })).rejects.toBe(refusal);
});

test('a payroll that another alternative of the step has completed is not completed again', async () => {
  const given = { statuses: ['Completed'] };
  expect(await made(settle(0), 'completed', given)).toMatchObject({ phase: 'completed', taken: [] });
});

test('a second confirmation moves no money, even if it is rejected', async () => {
  for (const refusal of [undefined, failed]) {
    const given = refusal ? { refusal } : {};
    expect(await made(settleAgain(0), 'completed', given)).toEqual({
      phase: 'completed',
      taken: [],
      confirmed,
      skipped: [],
      owedTo: 'PAYROLL-046',
    });
  }
});

test.each<[phase: PayrollPhase, first: boolean, again: boolean]>([
  ['scheduled', false, false],
  ['due', false, false],
  ['processing', true, false],
  ['completed', false, true],
])('disbursements of a payroll that is %s: %s, and again: %s', (phase, first, again) => {
  expect(settle(0).possible(stateOf(phase), context)).toBe(first);
  expect(settleAgain(0).possible(stateOf(phase), context)).toBe(again);
});

const payroll = (name: string, debit: number, phase: PayrollPhase = 'awaiting-funds'): ExpectedPayroll => ({
  name,
  id: name,
  payrollDate: '2028-02-29',
  debit,
  least: debit - 10,
  entries: 1,
  phase,
  route: 'none',
});

const stateToFund = (payrolls: readonly ExpectedPayroll[], balance = 30): PayrollState => ({
  common: { now: 0, balance },
  payrolls: [...payrolls],
  events: emptyLedger(),
  served: balance,
  unclaimed: 0,
});

const contextToFund = {
  fixture: { tenant: { caller: { token: 'any' } } },
} as unknown as PayrollContext;

/** What is deposited when 100 and 70 are waited for, and 30 are there. */
async function depositedFor(kind: DepositKind, payrolls: readonly ExpectedPayroll[]): Promise<unknown> {
  const sent: unknown[] = [];
  const scenario = {
    data: testDataCandidates()[0],
    succeed: async (id: string, _: unknown, { body }: { readonly body: unknown }) => sent.push([id, body]),
  } as unknown as Scenario;
  const state = stateToFund(payrolls);
  const settle = await fund(0, kind, 5).act(scenario, state, contextToFund);
  const [[operation, body]] = sent as [[string, { readonly value: { readonly amount: number } }]];
  expect(operation).toBe('createBusinessDeposit');
  settle(undefined as never, state);
  expect(state.common.balance).toBe(30 + body.value.amount);
  expect(state.common.owedTo).toBe('SANDBOX-001');
  return body.value.amount;
}

const queue = [payroll('A', 100), payroll('B', 70)];

test.each<[kind: DepositKind, payrolls: readonly ExpectedPayroll[], amount: number]>([
  ['one short', queue, 59],
  ['exact', queue, 70],
  ['more', queue, 75],
  ['ample', queue, 100_170],
  ['for all', queue, 200_310],
  ['for all', [payroll('A', 100, 'saved'), payroll('B', 70)], 100_170],
  ['any', queue, 5],
])('%s', async (kind, payrolls, amount) => {
  expect(await depositedFor(kind, payrolls)).toBe(amount);
});

test.each<[phase: PayrollPhase, debit: number, possible: boolean]>([
  ['saved', 32, true],
  ['awaiting-funds', 32, true],
  ['awaiting-funds', 30, false],
  ['scheduled', 32, false],
  ['completed', 32, false],
])(
  'what a payroll that is %s needs, with a debit of %i and a balance of 30: %s',
  (phase, debit, possible) => {
    const state = stateToFund([payroll('A', debit, phase)]);
    expect(fund(0, 'exact').possible(state, contextToFund)).toBe(possible);
    expect(fund(0, 'any').possible(state, contextToFund)).toBe(true);
  },
);
