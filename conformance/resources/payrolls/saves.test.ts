import { expect, test } from 'vitest';
import { Violation } from '../../engine/outcome.ts';
import { emptyLedger } from '../../provider/ledger.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { testDataCandidates } from '../../target/test-data.ts';
import { concludeFrom } from '../../testing/conclude.ts';
import type { ExpectedPayroll, PayrollContext, PayrollMove, PayrollState } from './model.ts';
import { dateOf, type PayrollDay, save, saveAgain, saveTwice } from './saves.ts';

const stateOf = (payrolls = 0): PayrollState => ({
  common: { now: Date.parse('2028-02-28T13:00:00Z') / 1_000, balance: 0 },
  payrolls: Array.from({ length: payrolls }, (_, at) => ({
    name: String(at),
    id: String(at),
    payrollDate: '2028-03-01',
    debit: 1,
    least: 1,
    entries: 1,
    phase: 'saved' as const,
    route: 'none' as const,
  })),
  served: 0,
  events: emptyLedger(),
  unclaimed: 0,
});

interface Given {
  /** How the saves are answered, in their order. */
  readonly statuses?: readonly number[];
  /** What the list shows of the payroll; undefined when it is not there. */
  readonly shown?: Readonly<Record<string, unknown>> | undefined;
  /** Whether the payroll has been saved before. */
  readonly saved?: boolean;
}

/** The expected state after a move, the rule that is broken, or why the case ended. */
async function outcomeOf(
  move: PayrollMove,
  { statuses = [200, 200], shown, saved = false }: Given,
): Promise<unknown> {
  const left = [...statuses];
  const json = {
    createPayroll: { payrollId: 'A' },
    listPayrolls: { data: shown ? [{ payrollId: 'A', ...amounts, ...shown }] : [] },
  } as Readonly<Record<string, unknown>>;
  const scenario = {
    has: () => false,
    data: testDataCandidates()[0],
    succeed: async (id: string) => ({ json: json[id] }),
    send: async () => ({ status: left.shift() }),
  } as unknown as Scenario;
  const ids: string[] = saved ? ['A'] : [];
  const tenant = { caller: { token: 'any' }, tenantKey: 'any' };
  const context = { fixture: { tenant }, personIds: ['P'], ids } as unknown as PayrollContext;
  const state = stateOf();
  if (saved) state.payrolls.push(earlier());
  const settle = await move.act(scenario, state, context).catch((error: unknown) => String(error));
  if (typeof settle === 'string') return settle;
  expect(ids).toEqual(['A']);
  const found = concludeFrom(state, settle);
  if ('states' in found) {
    const [after] = found.states;
    const saves = after?.events.expected.length;
    return after?.payrolls.map((payroll) => ({ ...payroll, saves }));
  }
  return found.refusal instanceof Violation ? found.refusal.requirement : found.refusal.message;
}

const amounts = { debit: { amount: 7, currency: 'USD' }, net: { amount: 5, currency: 'USD' } };
const entry = {
  name: 'payroll A',
  id: 'A',
  debit: 7,
  least: 5,
  entries: 1,
  phase: 'saved',
  restsOn: ['PAYROLL-020'],
  route: 'none',
};
/** The payroll before it is saved again. */
const earlier = () =>
  ({ ...entry, payrollDate: '2028-05-01', debit: 1, least: 1, entries: 2 }) as ExpectedPayroll;
const period = { fromDate: '2028-02-01', toDate: '2028-02-29' };
const first = { payrollDate: '2028-03-01', payPeriod: period };
const second = { payrollDate: '2028-04-01', payPeriod: { fromDate: '2028-03-01', toDate: '2028-03-31' } };
const twice = saveTwice([{ days: 2 }, { days: 33 }], 7);

test.each<[what: string, given: Given, outcome: unknown]>([
  ['it is for the first', { shown: first }, [{ ...entry, payrollDate: '2028-03-01', saves: 2 }]],
  ['it is for the second', { shown: second }, [{ ...entry, payrollDate: '2028-04-01', saves: 2 }]],
  ['it is for some of both', { shown: { ...first, payPeriod: second.payPeriod } }, 'PAYROLL-012'],
  [
    'the second is refused',
    { statuses: [200, 400], shown: first },
    [{ ...entry, payrollDate: '2028-03-01', saves: 1 }],
  ],
  [
    'the first is refused',
    { statuses: [300, 299], shown: second },
    [{ ...entry, payrollDate: '2028-04-01', saves: 1 }],
  ],
  ['it is for the one that was refused', { statuses: [200, 199], shown: second }, 'PAYROLL-012'],
  ['it is not listed', { shown: undefined }, 'PAYROLL-020'],
  [
    'both are refused',
    { statuses: [400, 400], shown: undefined },
    expect.stringContaining('Both simultaneous saves were rejected.'),
  ],
])('of a payroll that was saved for two dates at once, %s', async (_, given, outcome) => {
  expect(await outcomeOf(twice, given)).toEqual(outcome);
});

// A month of its own.
const again = { ...first, payPeriod: { fromDate: '2028-01-01', toDate: '2028-01-31' } };

test.each<[what: string, given: Given, outcome: unknown]>([
  ['is as it was saved last', { shown: again }, [{ ...entry, payrollDate: '2028-03-01', saves: 1 }]],
  ['is as it was, if that is refused', { statuses: [409], shown: undefined }, [{ ...earlier(), saves: 0 }]],
  ['is as it was, though that was accepted', { shown: second }, 'PAYROLL-012'],
])('a payroll that is saved again %s', async (_, given, outcome) => {
  expect(await outcomeOf(saveAgain(0, { days: 2 }, 7), { ...given, saved: true })).toEqual(outcome);
});

test('a saved payroll without a debit is not judged further', async () => {
  const move = save({ days: 2 }, [7]);
  expect(await outcomeOf(move, { shown: { ...first, debit: undefined } })).toContain('shows no debit');
  expect(await outcomeOf(move, { shown: first })).toMatchObject([{ payrollDate: '2028-03-01', saves: 1 }]);
});

test.each<[payrolls: number, possible: boolean]>([
  [0, true],
  [2, true],
  [3, false],
])('with %i payrolls, another can be saved: %s', (payrolls, possible) => {
  const context = {} as PayrollContext;
  expect(save({ days: 1 }, [7]).possible(stateOf(payrolls), context)).toBe(possible);
  expect(twice.possible(stateOf(payrolls), context)).toBe(possible);
});

test('two payrolls get two different dates', () => {
  const same = saveTwice([{ days: 1 }, 'leap day'], 7);
  expect(same.possible(stateOf(), {} as PayrollContext)).toBe(false);
});

test.each<[now: string, day: PayrollDay, date: string]>([
  ['2027-02-27', { days: 3 }, '2027-03-02'],
  ['2027-01-31', { monthEnd: 0 }, '2027-01-31'],
  ['2027-01-31', { monthEnd: 1 }, '2027-02-28'],
  ['2028-01-31', { monthEnd: 1 }, '2028-02-29'],
  ['2027-12-31', { monthEnd: 2 }, '2028-02-29'],
  ['2027-03-31', { monthEnd: -1 }, '2027-02-28'],
  ['2027-02-27', 'leap day', '2028-02-29'],
  ['2028-02-28', 'leap day', '2028-02-29'],
  ['2028-02-29', 'leap day', '2032-02-29'],
  ['2096-03-01', 'leap day', '2104-02-29'],
])('on %s, %o is %s', (now, day, date) => {
  expect(dateOf(day, Date.parse(`${now}T13:00:00Z`) / 1_000)).toBe(date);
});
