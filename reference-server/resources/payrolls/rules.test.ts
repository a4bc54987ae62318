import { describe, expect, test } from 'vitest';
import { type BusinessState, emptyState } from '../../store/business-state.ts';
import type { SavedPayroll } from './records.ts';
import { createPayrollRules } from './rules.ts';
import { totalsOf } from './totals.ts';

const rules = createPayrollRules();
const noon = Date.parse('2026-03-31T12:00:00Z') / 1000;
const midnight = Date.parse('2026-04-01T00:00:00Z') / 1000;
const hour = 3600;

interface Given {
  readonly status?: SavedPayroll['status'];
  readonly payrollDate?: string;
  readonly salary?: number;
  readonly settlesAt?: number;
  readonly approvalNumber?: number;
}

/** Salaries of 1000 make a debit of 1060. */
function payrollOf(id: string, given: Given): SavedPayroll {
  const { status = 'saved', payrollDate = '2026-04-01', salary = 1000, ...rest } = given;
  const entries = [{ personId: 'person', salary: { amount: salary, currency: 'USD' } }];
  const payPeriod = { fromDate: '2026-03-01', toDate: '2026-03-31' };
  return {
    id,
    businessId: 'business',
    workerType: 'EMPLOYEE',
    type: 'ONE_OFF',
    status,
    terms: { payrollDate, payPeriod, entries, totals: totalsOf(entries), extras: {} },
    ...rest,
  };
}

function stateOf(balance: number | undefined, ...given: Given[]): BusinessState {
  const wallet = { id: 'wallet', businessId: 'business', balance: { amount: balance ?? 0, currency: 'USD' } };
  return {
    ...emptyState({ id: 'business', tenantKey: 'tk', kind: 'created' }),
    wallets: balance === undefined ? [] : [wallet],
    payrolls: given.map((payroll, index) => payrollOf(String(index), payroll)),
  };
}

const statusesOf = ({ payrolls }: BusinessState) => payrolls.map(({ status }) => status);
const wordsOf = (events: readonly { data: object }[]) =>
  events.map(({ data }) => ('status' in data ? data.status : ''));

describe('approval', () => {
  test.each([
    ['of a payrollDate in the future', '2026-04-01', 'sandbox', 'approved', ['approved']],
    ['of a payrollDate that is today', '2026-03-31', 'sandbox', 'approved', ['approved']],
    ['of a past payrollDate in the sandbox', '2026-03-30', 'sandbox', 'completed', ['approved', 'completed']],
    ['of a past payrollDate in production', '2026-03-30', 'production', 'approved', ['approved']],
  ] as const)('%s', (_name, payrollDate, environment, status, words) => {
    const before = stateOf(0, { payrollDate });
    const { state, events } = rules.approve(before, { payrollId: '0', environment }, noon);
    expect(statusesOf(state)).toEqual([status]);
    expect(wordsOf(events)).toEqual(words);
    expect(state.wallets).toBe(before.wallets);
  });

  test.each(['approved', 'awaiting-funds', 'scheduled', 'processing', 'completed'] as const)(
    'of a payroll that is %s is refused',
    (status) => {
      const approve = () =>
        rules.approve(stateOf(0, { status }), { payrollId: '0', environment: 'sandbox' }, noon);
      expect(approve).toThrow(expect.objectContaining({ status: 400, code: 'invalid_state' }));
    },
  );
});

describe('what happens by itself', () => {
  test.each<
    [
      name: string,
      balance: number | undefined,
      given: Given[],
      now: number,
      want: string[],
      words: string[],
      left: number,
    ]
  >([
    ['no wallet covers nothing', undefined, [{ status: 'approved' }], noon, ['awaiting-funds'], [], 0],
    ['one unit short waits', 1059, [{ status: 'approved' }], noon, ['awaiting-funds'], [], 1059],
    ['an exact balance covers', 1060, [{ status: 'approved' }], noon, ['scheduled'], ['scheduled'], 0],
    [
      'a waiting payroll goes on waiting',
      1059,
      [{ status: 'awaiting-funds' }],
      noon,
      ['awaiting-funds'],
      [],
      1059,
    ],
    [
      'a covered one is scheduled',
      1061,
      [{ status: 'awaiting-funds' }],
      noon,
      ['scheduled'],
      ['scheduled'],
      1,
    ],
    [
      'the first approved is funded first',
      1500,
      [
        { status: 'awaiting-funds', approvalNumber: 2 },
        { status: 'awaiting-funds', approvalNumber: 1 },
      ],
      noon,
      ['awaiting-funds', 'scheduled'],
      ['scheduled'],
      440,
    ],
    [
      'a large one does not hold up a small one',
      1500,
      [
        { status: 'awaiting-funds', approvalNumber: 1, salary: 2000 },
        { status: 'awaiting-funds', approvalNumber: 2 },
      ],
      noon,
      ['awaiting-funds', 'scheduled'],
      ['scheduled'],
      440,
    ],
    ['a second early nothing is processed', 0, [{ status: 'scheduled' }], midnight - 1, ['scheduled'], [], 0],
    ['at 00:00 UTC it is', 0, [{ status: 'scheduled' }], midnight, ['processing'], ['processing'], 0],
    [
      'nothing completes early',
      0,
      [{ status: 'processing', settlesAt: noon + 1 }],
      noon,
      ['processing'],
      [],
      0,
    ],
    [
      'it completes in time',
      0,
      [{ status: 'processing', settlesAt: noon }],
      noon,
      ['completed'],
      ['completed'],
      0,
    ],
    ['a saved one stays', 9999, [{ status: 'saved', payrollDate: '2020-01-01' }], noon, ['saved'], [], 9999],
  ])('%s', (_name, balance, given, now, want, words, left) => {
    const { state, events } = rules.progress(stateOf(balance, ...given), { settlementSeconds: hour }, now);
    expect(statusesOf(state)).toEqual(want);
    expect(wordsOf(events)).toEqual(words);
    expect(state.wallets[0]?.balance.amount ?? 0).toBe(left);
  });

  test('an immediate settlement completes in the same second', () => {
    const { events } = rules.progress(
      stateOf(1060, { status: 'approved' }),
      { settlementSeconds: 0 },
      midnight,
    );
    expect(wordsOf(events)).toEqual(['scheduled', 'processing', 'completed']);
  });

  test('the next time is the nearest that is ahead', () => {
    const state = stateOf(0, { status: 'scheduled' }, { status: 'processing', settlesAt: noon + 1 });
    expect(rules.nextProgressAt(state, noon)).toBe(noon + 1);
    expect(rules.nextProgressAt(state, noon + 1)).toBe(midnight);
    expect(rules.nextProgressAt(state, midnight)).toBeUndefined();
  });
});

test('the amounts of a payroll agree with one another', () => {
  const money = (amount: number) => ({ amount, currency: 'USD' });
  const entries = [999, 8].map((amount) => ({ personId: 'person', salary: money(amount) }));
  expect(totalsOf(entries)).toEqual({
    gross: money(1007),
    tax: money(100),
    pension: money(50),
    statutoryDeductions: money(20),
    employerContributions: money(60),
    net: money(837),
    debit: money(1067),
  });
});
