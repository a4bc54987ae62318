/** The dates that payrolls are saved for. */

import { isRecord } from '../../../openapi/is-record.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { succeeded } from '../../provider/answers.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { eventsAt, idsByWord } from '../../provider/event-log.ts';
import { nameOf } from '../../provider/fixture.ts';
import { allow, enter } from '../../provider/ledger.ts';
import type { Alternative } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { drain } from '../../provider/tenant.ts';
import { type PayrollSave, payrollBody } from '../../provider/valid-requests.ts';
import { createPerson } from '../persons/actions.ts';
import { createPayroll, listPayrolls, type Payroll } from './actions.ts';
import type { ExpectedPayroll, PayrollContext, PayrollMove, PayrollState } from './model.ts';
import { aboutPayroll, sameIn } from './moves.ts';

/** Days from now; the last day of a month, counted from this one; or the next 29th of February. */
export type PayrollDay = { readonly days: number } | { readonly monthEnd: number } | 'leap day';

/** The date in UTC. */
export function dateOf(day: PayrollDay, now: number): string {
  const today = new Date(now * 1_000);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const asDate = (...parts: [year: number, month: number, day: number]) =>
    new Date(Date.UTC(...parts)).toISOString().slice(0, 10);
  if (day !== 'leap day') {
    return 'days' in day ? dateAfter(now, day.days) : asDate(year, month + day.monthEnd + 1, 0);
  }
  for (let leapYear = year; ; leapYear += 1) {
    const date = asDate(leapYear, 1, 29);
    if (date.endsWith('-02-29') && date > dateAfter(now, 0)) return date;
  }
}

/** Such as `in 3 days`. */
function nameOfDay(day: PayrollDay): string {
  if (day === 'leap day') return 'the leap day';
  return 'days' in day ? `in ${day.days} days` : `month end ${day.monthEnd}`;
}

const mostPayrolls = 3;
const nameOfPayroll = (index: number) => `payroll ${nameOf(index)}`;

async function listed({ fixture }: PayrollContext, scenario: Scenario, id: string) {
  const { tenant } = fixture;
  await drain(scenario, tenant);
  return (await listPayrolls(scenario, tenant.caller)).find(({ payrollId }) => payrollId === id);
}

/** As many persons as a payroll has entries, the same for every payroll: nobody has two entries in one. */
async function workersFor(
  scenario: Scenario,
  { fixture, personIds }: PayrollContext,
  count: number,
): Promise<readonly string[]> {
  while (personIds.length < count) personIds.push(await createPerson(scenario, fixture.tenant.caller));
  return personIds.slice(0, count);
}

interface Saved {
  readonly id: string;
  readonly payrollDate: string;
  readonly entries: number;
  readonly saves: number;
}

/** The amount, if it is one in the currency of the suite; a list may show anything. */
function amountOf(money: unknown, currency: string): number | undefined {
  if (!isRecord(money) || money.currency !== currency || !Number.isInteger(money.amount)) return undefined;
  return Number(money.amount);
}

/** What the balance has to cover, as the list shows it. @throws CaseEnded if it shows no debit */
function amountsOf(
  shown: Payroll | undefined,
  name: string,
  currency: string,
): Pick<ExpectedPayroll, 'debit' | 'least'> {
  const debit = amountOf(shown?.debit, currency);
  if (debit === undefined) throw new CaseEnded(`${name} shows no debit in ${currency}: ${show(shown)}`);
  const others = [amountOf(shown?.gross, currency), amountOf(shown?.net, currency)];
  return { debit, least: Math.min(debit, ...others.filter((each) => each !== undefined)) };
}

/** A payroll that was saved is listed, and shows what the balance has to cover. */
function addPayroll(
  alternative: Alternative,
  state: PayrollState,
  shown: Payroll | undefined,
  saved: Saved,
  currency: string,
): void {
  const { saves, ...known } = saved;
  const name = nameOfPayroll(state.payrolls.length);
  const expected = `${name} in the list`;
  alternative.require('PAYROLL-020', shown !== undefined, expected, 'a list without the payroll', 'first');
  const amounts = amountsOf(shown, name, currency);
  const payroll: ExpectedPayroll = { ...known, ...amounts, name, phase: 'saved', route: 'none' };
  state.payrolls.push(payroll);
  enter(alternative, state.events, 'payroll/save', payroll);
  // Each time that it was saved may be announced.
  for (let more = 1; more < saves; more += 1) allow(state.events, 'payroll/save', payroll);
}

/** Creates a payroll and saves it. */
export function save(day: PayrollDay, salaries: readonly number[]): PayrollMove {
  return {
    name: `save(${nameOfDay(day)}, ${salaries.join('+')})`,
    possible: ({ payrolls }) => payrolls.length < mostPayrolls,
    describe: ({ payrolls, common }) =>
      `save ${nameOfPayroll(payrolls.length)} for ${dateOf(day, common.now)} with the ${salaries.length === 1 ? 'salary' : 'salaries'} ${salaries.join(', ')}`,
    act: async (scenario, { common }, context) => {
      const { fixture, ids } = context;
      const payrollDate = dateOf(day, common.now);
      const workers = await workersFor(scenario, context, salaries.length);
      const id = await createPayroll(scenario, fixture.tenant.caller);
      const earlier = ids.length;
      ids.push(id);
      const entries = salaries.map((salary, index) => ({ personId: workers[index] ?? '', salary }));
      await scenario.succeed('savePayroll', fixture.tenant.caller, {
        path: { payrollId: id },
        body: payrollBody(scenario.data, payrollDate, entries, earlier),
      });
      const shown = await listed(context, scenario, id);
      return (alternative, state) =>
        addPayroll(
          alternative,
          state,
          shown,
          { id, payrollDate, entries: entries.length, saves: 1 },
          scenario.data.currency,
        );
    },
  };
}

const datesOf = ({ payrollDate, payPeriod }: Pick<PayrollSave, 'payrollDate' | 'payPeriod'>) =>
  `${payrollDate} (${payPeriod?.fromDate} to ${payPeriod?.toDate})`;

/** Saves one payroll for two dates at the same time: it is then for one of them, in all that it shows. */
export function saveTwice(days: readonly [PayrollDay, PayrollDay], salary: number): PayrollMove {
  return {
    name: `save twice(${days.map(nameOfDay).join(' | ')}, ${salary})`,
    parts: days.map((day) => save(day, [salary])),
    possible: ({ payrolls, common }) =>
      payrolls.length < mostPayrolls && new Set(days.map((day) => dateOf(day, common.now))).size === 2,
    describe: ({ payrolls, common }) =>
      `save ${nameOfPayroll(payrolls.length)} for ${days.map((day) => dateOf(day, common.now)).join(' and for ')} at the same time, with the salary ${salary}`,
    act: async (scenario, { common }, context) => {
      const { fixture, ids } = context;
      const { caller } = fixture.tenant;
      const [personId = ''] = await workersFor(scenario, context, 1);
      const id = await createPayroll(scenario, caller);
      const bodies = days.map((day) =>
        payrollBody(scenario.data, dateOf(day, common.now), [{ personId, salary }], ids.length),
      );
      const answers = await Promise.all(
        bodies.map(async (body) => {
          const answer = await scenario.send('savePayroll', caller, { path: { payrollId: id }, body });
          return succeeded(answer) ? [body] : [];
        }),
      );
      // The document does not say whether a payroll can be saved again, so one of them may be rejected.
      const accepted = answers.flat();
      if (accepted.length === 0) throw new CaseEnded('Both simultaneous saves were rejected.');
      ids.push(id);
      const shown = await listed(context, scenario, id);
      const seen = datesOf(shown ?? {});
      const last = accepted.find((body) => datesOf(body) === seen);
      return (alternative, state) => {
        alternative.require(
          'PAYROLL-012',
          shown === undefined || last !== undefined,
          `the payrollDate and the payPeriod of one save: ${accepted.map(datesOf).join(' or ')}`,
          seen,
          'first',
        );
        const payrollDate = String(last?.payrollDate);
        addPayroll(
          alternative,
          state,
          shown,
          { id, payrollDate, entries: 1, saves: accepted.length },
          scenario.data.currency,
        );
      };
    },
  };
}

/** Saves a saved payroll for another date and one worker. If the target accepts it, the payroll is as it was saved last. */
export const saveAgain = (index: number, day: PayrollDay, salary: number): PayrollMove =>
  aboutPayroll(index, {
    verb: `save for ${nameOfDay(day)} again`,
    possible: ({ phase, payrollDate }, { common }) =>
      phase === 'saved' && dateOf(day, common.now) !== payrollDate,
    describe: ({ name }, { common }) =>
      `save ${name} again, for ${dateOf(day, common.now)} with the salary ${salary}`,
    act: async (scenario, { id, name }, { common }, context) => {
      const [personId = ''] = await workersFor(scenario, context, 1);
      const body = payrollBody(
        scenario.data,
        dateOf(day, common.now),
        [{ personId, salary }],
        context.ids.length,
      );
      const path = { payrollId: id };
      const answer = await scenario.send('savePayroll', context.fixture.tenant.caller, { path, body });
      // The document does not say whether a payroll can be saved again.
      if (!succeeded(answer)) return () => {};
      const shown = await listed(context, scenario, id);
      return (alternative, state) => {
        const [expected, actual] = [datesOf(body), datesOf(shown ?? {})];
        alternative.require(
          'PAYROLL-012',
          shown === undefined || expected === actual,
          expected,
          actual,
          'first',
        );
        const payroll = sameIn(state, { id, name });
        const { payrollDate } = body;
        Object.assign(payroll, amountsOf(shown, name, scenario.data.currency), { payrollDate, entries: 1 });
        allow(state.events, 'payroll/save', payroll);
      };
    },
  });

/** Saves a new payroll whose only entry names nobody; it stays unsaved, and is not announced. */
export const saveInvalid: PayrollMove = {
  name: 'save invalid',
  possible: () => true,
  describe: () => 'save a payroll with an entry whose personId is not a UUID',
  act: async (scenario, { common }, { fixture }) => {
    const { tenant, endpoint } = fixture;
    const id = await createPayroll(scenario, tenant.caller);
    const payrollDate = dateAfter(common.now, 3);
    const { status } = await scenario.send('savePayroll', tenant.caller, {
      path: { payrollId: id },
      body: {
        payrollDate,
        payPeriod: { fromDate: payrollDate, toDate: payrollDate },
        entries: [{ personId: 'nobody', salary: { amount: 700, currency: scenario.data.currency } }],
      },
    });
    // The checks of bodies judge the rejection; a payroll that was saved is ignored.
    if (status < 400) return () => {};
    await drain(scenario, tenant);
    const words = idsByWord(eventsAt(endpoint), ({ eventType, data }) =>
      eventType === 'payroll.status.updated' && data?.id === id ? String(data.status) : undefined,
    );
    return (alternative) => {
      const expected = 'no event of a payroll that was not saved';
      const actual = `payroll.status.updated with ${[...words.keys()].join(', ')}`;
      alternative.require('PAYROLL-040', words.size === 0, expected, actual, 'first');
      alternative.heldBack('payroll/save');
    };
  },
};
