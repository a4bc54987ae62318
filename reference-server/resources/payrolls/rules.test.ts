import { describe, expect, test } from 'vitest';
import { type BusinessState, emptyState } from '../../state/business-state.ts';
import type { TransactionRecord } from '../../state/records/money.ts';
import type { SavedPayroll } from '../../state/records/payrolls.ts';
import type { DomainEvent } from '../../state/records/webhooks.ts';
import { at } from '../../testing/rule-context.ts';
import { createPayrollRules } from './rules.ts';
import { feeOf, payLineOf, totalsOf } from './terms.ts';

const rules = createPayrollRules();
const noon = Date.parse('2026-03-31T12:00:00Z') / 1000;
const midnight = Date.parse('2026-04-01T00:00:00Z') / 1000;
const nobody = { person: { id: 'person' } };

interface Given {
  readonly status?: SavedPayroll['status'];
  readonly payrollDate?: string;
  readonly salary?: number;
  readonly approvalNumber?: number;
  /** How its one disbursement stands, of a payroll that is processing. */
  readonly paid?: TransactionRecord['transaction']['status'];
}

/** Salaries of 1000 make a debit of 1060. */
function payrollOf(id: string, given: Given): SavedPayroll {
  const { status = 'saved', payrollDate = '2026-04-01', salary = 1000, paid: _, ...rest } = given;
  const lines = [payLineOf({ personId: 'person', salary: { amount: salary, currency: 'USD' } }, nobody)];
  const payPeriod = { fromDate: '2026-03-01', toDate: '2026-03-31' };
  return {
    id,
    businessId: 'business',
    workerType: 'EMPLOYEE',
    type: 'ONE_OFF',
    status,
    terms: { payrollDate, payPeriod, lines, fee: 0, totals: totalsOf(lines, 0), extras: {} },
    ...rest,
  };
}

function disbursementOf(
  payrollId: string,
  status: TransactionRecord['transaction']['status'],
): TransactionRecord {
  const id = `disbursement of ${payrollId}`;
  const times = { createdTimestamp: noon, lastUpdatedTimestamp: noon };
  const amount = { amount: 830, currency: 'USD' };
  const recipient = { recipientId: 'person', recipientType: 'EMPLOYEE' } as const;
  const transaction = {
    id,
    type: 'PAYROLL',
    status,
    amount,
    reference: payrollId,
    ...recipient,
    ...times,
  } as const;
  return { id, businessId: 'business', transaction };
}

function stateOf(balance: number | undefined, ...given: Given[]): BusinessState {
  const wallet = { id: 'wallet', businessId: 'business', balance: { amount: balance ?? 0, currency: 'USD' } };
  return {
    ...emptyState({ id: 'business', tenantKey: 'tk', kind: 'created' }),
    wallets: balance === undefined ? [] : [wallet],
    payrolls: given.map((payroll, index) => payrollOf(String(index), payroll)),
    transactions: given.flatMap(({ paid }, index) => (paid ? disbursementOf(String(index), paid) : [])),
  };
}

const statusesOf = ({ payrolls }: BusinessState) => payrolls.map(({ status }) => status);
const wordsOf = (events: readonly DomainEvent[]) =>
  events.flatMap((event) => (event.eventType === 'payroll.status.updated' ? event.data.status : []));

test.each([
  ['ONE-OFF', 'ONE_OFF'],
  ['OFF-CYCLE-BONUS', 'OFF_CYCLE_BONUS'],
  [undefined, 'ONE_OFF'],
])('a payroll of type %s is announced as %s', (type, announced) => {
  const input = type === undefined ? {} : { type };
  const { events } = rules.create(stateOf(0), { payrollId: '0', input });
  expect(events).toMatchObject([
    { eventType: 'payroll.created', data: { id: '0', workerType: 'EMPLOYEE', type: announced } },
  ]);
});

describe('saving', () => {
  const input = {
    payrollDate: '2026-05-01',
    payPeriod: { fromDate: '2026-04-01', toDate: '2026-04-30' },
    entries: [{ personId: 'person', salary: { amount: 2000, currency: 'USD' } }],
  };
  const person = { id: 'person', businessId: 'business', person: { id: 'person' } };
  const save = (given: Given) =>
    rules.save({ ...stateOf(0, given), persons: [person] }, { payrollId: '0', input });

  test('a saved payroll again replaces its terms', () => {
    const { state, events } = save({ status: 'saved' });
    expect(statusesOf(state)).toEqual(['saved']);
    expect(wordsOf(events)).toEqual(['saved']);
    expect(state.payrolls).toMatchObject([{ terms: { payrollDate: '2026-05-01' } }]);
  });

  test.each(['approved', 'awaiting-funds', 'scheduled', 'processing', 'completed'] as const)(
    'a payroll that is %s is refused',
    (status) => {
      expect(() => save({ status })).toThrow(expect.objectContaining({ status: 400, code: 'invalid_state' }));
    },
  );
});

describe('approval', () => {
  test.each([
    ['of a payrollDate in the future', '2026-04-01', 'sandbox', 'approved', ['approved']],
    ['of a payrollDate that is today', '2026-03-31', 'sandbox', 'approved', ['approved']],
    ['of a past payrollDate in the sandbox', '2026-03-30', 'sandbox', 'completed', ['approved', 'completed']],
    ['of a past payrollDate in production', '2026-03-30', 'production', 'approved', ['approved']],
  ] as const)('%s', (_name, payrollDate, environment, status, words) => {
    const before = stateOf(0, { payrollDate });
    const { state, events } = rules.approve(before, { payrollId: '0' }, at(noon, { environment }));
    expect(statusesOf(state)).toEqual([status]);
    expect(wordsOf(events)).toEqual(words);
    expect(state.wallets).toBe(before.wallets);
  });

  test.each(['approved', 'awaiting-funds', 'scheduled', 'processing', 'completed'] as const)(
    'of a payroll that is %s is refused',
    (status) => {
      const approve = () => rules.approve(stateOf(0, { status }), { payrollId: '0' }, at(noon));
      expect(approve).toThrow(expect.objectContaining({ status: 400, code: 'invalid_state' }));
    },
  );
});

describe('asynchronous effects', () => {
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
      'the order is that of approval, however they were created',
      2200,
      [
        { status: 'awaiting-funds', approvalNumber: 2 },
        { status: 'awaiting-funds', approvalNumber: 3 },
        { status: 'awaiting-funds', approvalNumber: 1 },
      ],
      noon,
      ['scheduled', 'awaiting-funds', 'scheduled'],
      ['scheduled', 'scheduled'],
      80,
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
      'a disbursement under way keeps it processing',
      0,
      [{ status: 'processing', paid: 'processing' }],
      noon,
      ['processing'],
      [],
      0,
    ],
    [
      'a failed one keeps it processing',
      0,
      [{ status: 'processing', paid: 'failed' }],
      noon,
      ['processing'],
      [],
      0,
    ],
    [
      'it completes when its disbursement succeeded, whatever that of another did',
      0,
      [
        { status: 'processing', paid: 'succeeded' },
        { status: 'processing', paid: 'initiated' },
      ],
      noon,
      ['completed', 'processing'],
      ['completed'],
      0,
    ],
    ['a saved one stays', 9999, [{ status: 'saved', payrollDate: '2020-01-01' }], noon, ['saved'], [], 9999],
  ])('%s', (_name, balance, given, now, want, words, left) => {
    const { state, events } = rules.progress(stateOf(balance, ...given), at(now));
    expect(statusesOf(state)).toEqual(want);
    expect(wordsOf(events)).toEqual(words);
    expect(state.wallets[0]?.balance.amount ?? 0).toBe(left);
  });

  test('without a due effect the state object stays the same', () => {
    const state = stateOf(0, { status: 'awaiting-funds' }, { status: 'scheduled' }, { status: 'completed' });
    expect(rules.progress(state, at(noon)).state).toBe(state);
  });

  test('the next due time is the nearest future payrollDate', () => {
    const state = stateOf(0, { status: 'scheduled', payrollDate: '2026-04-02' }, { status: 'scheduled' });
    expect(rules.nextProgressAt(state, at(noon))).toBe(midnight);
    expect(rules.nextProgressAt(state, at(midnight))).toBe(midnight + 86_400);
    expect(rules.nextProgressAt(state, at(midnight + 86_400))).toBeUndefined();
  });

  test('nothing is due of a payroll that is not scheduled', () => {
    const state = stateOf(0, { status: 'saved' }, { status: 'awaiting-funds' }, { status: 'completed' });
    expect(rules.nextProgressAt(state, at(noon))).toBeUndefined();
  });
});

test('the amounts of a payroll are those of its entries, added up', () => {
  const money = (amount: number) => ({ amount, currency: 'USD' });
  const lines = [999, 8].map((amount) => payLineOf({ personId: 'person', salary: money(amount) }, nobody));
  expect(totalsOf(lines, 5)).toEqual({
    gross: money(1007),
    tax: money(99),
    pension: money(49),
    statutoryDeductions: money(19),
    employerContributions: money(59),
    net: money(840),
    debit: money(1007 + 59 + 5),
  });
});

test.each<[string, unknown[], number]>([
  ['of nothing', [], 0],
  ['of the payroll’s currency', [{ amount: { amount: 7, currency: 'USD' } }], 7],
  [
    'of several, whatever else they say',
    [
      { amount: { amount: 7, currency: 'USD' }, description: 'Processing' },
      { amount: { amount: 1, currency: 'USD' } },
    ],
    8,
  ],
  ['of another currency', [{ amount: { amount: 7, currency: 'EUR' } }], 0],
  [
    'of no positive integer',
    [0, -7, 0.5, '7', null].map((amount) => ({ amount: { amount, currency: 'USD' } })),
    0,
  ],
  [
    'of anything else',
    [null, 7, 'seven', [], {}, { amount: 7 }, { amount: null }, { amount: { amount: 7 } }],
    0,
  ],
])('the fee %s', (_name, items, want) => {
  expect(feeOf(items, 'USD')).toBe(want);
});
