/** Looks at everything that can be seen of the payrolls of a business, and judges it. */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { responseOf, showsNoneOf, showsOneOf } from '../../engine/expectation.ts';
import type { Caller } from '../../http/message.ts';
import { itemsOf } from '../../provider/answers.ts';
import type { Fixture, Surroundings } from '../../provider/fixture.ts';
import type { Envelope } from '../../provider/inspect.ts';
import {
  type Arrivals,
  arrivalsOf,
  type ExpectedEvent,
  judgeEvents,
  type Listening,
} from '../../provider/ledger.ts';
import type { Alternative, Conclude } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { isAlone } from '../../provider/tenant.ts';
import { asDocumented, countPayslips, listPayrolls, type Payroll, readStatus } from './actions.ts';
import { elapse } from './funds.ts';
import { complete, type ExpectedPayroll, type PayrollContext, type PayrollState } from './model.ts';

/**
 * Whether every worker of a payroll has been paid: there is a transaction for each entry at least, because a target may divide a
 * payment, and each that is known has succeeded. A failure need not say of which transaction it is, so that any leaves it open.
 */
export function isPaid(id: string, entries: number, events: readonly Envelope[]): boolean {
  const made = new Set<unknown>();
  const succeeded = new Set<unknown>();
  for (const { eventType, data } of events) {
    if (eventType === 'transaction.failed') return false;
    if (data?.type !== 'PAYROLL' || data.reference !== id) continue;
    made.add(data.id);
    if (eventType === 'transaction.succeeded') succeeded.add(data.id);
  }
  return succeeded.size >= entries && succeeded.size === made.size;
}

/** The items of a list of transactions as what would have been announced of them. */
export const asEvents = (items: readonly Readonly<Record<string, unknown>>[]): readonly Envelope[] =>
  items.map((data) => ({ eventType: `transaction.${String(data.status)}`, data }));

/** What was seen of one payroll. */
interface Observation {
  readonly status: string;
  readonly payslips?: { readonly count: number; readonly status: string };
}

/** The requirement that a payroll violates which waits for funds and should not. */
function notWaiting({ phase, route }: ExpectedPayroll): RequirementId {
  if (phase === 'saved') return 'PAYROLL-020';
  // Funds that arrive release what waits; funds that are there are collected on approval.
  return route === 'waited' ? 'PAYROLL-026' : 'PAYROLL-028';
}

function judgeStatus(alternative: Alternative, payroll: ExpectedPayroll, { status }: Observation): void {
  const { id, name, phase, route } = payroll;
  const is = `${name} with the status ${show(status)}`;
  const shows = (...words: readonly string[]) =>
    responseOf('readPayroll', id, showsOneOf(['status'], ...words));
  const showsNot = (word: string) => responseOf('readPayroll', id, showsNoneOf(['status'], word));
  const isWaiting = status === 'Awaiting Funds';
  if (phase === 'awaiting-funds') {
    alternative.require(
      'PAYROLL-024',
      isWaiting,
      `${name} in Awaiting Funds`,
      is,
      'in time',
      shows('Awaiting Funds'),
    );
    return;
  }
  const waits = [notWaiting(payroll), !isWaiting, `${name} not in Awaiting Funds`, is] as const;
  if (phase === 'saved') alternative.require(...waits, 'first', showsNot('Awaiting Funds'));
  // One that has to be Completed at once is judged below.
  else if (route !== 'past-date') alternative.require(...waits, 'in time', showsNot('Awaiting Funds'));
  const isCompleted = status === 'Completed';
  switch (phase) {
    case 'saved':
      alternative.require(
        'PAYROLL-020',
        !isCompleted,
        `${name} saved, and not Completed`,
        is,
        'first',
        showsNot('Completed'),
      );
      break;
    case 'scheduled':
      alternative.require(
        'PAYROLL-030',
        !isCompleted,
        `${name} not Completed before its date`,
        is,
        'first',
        showsNot('Completed'),
      );
      break;
    case 'due':
    case 'processing':
      return;
    case 'completed':
      if (route === 'past-date')
        alternative.require(
          'PAYROLL-035',
          isCompleted,
          `${name} Completed`,
          is,
          'at once',
          shows('Completed'),
        );
      else
        alternative.require(
          'PAYROLL-033',
          isCompleted,
          `${name} Completed`,
          is,
          'in time',
          shows('Completed'),
        );
      return;
  }
  alternative.require('PAYROLL-041', status.toLowerCase() === phase, phase, status);
}

/** The words of the events that have come of a payroll. */
const wordsOf = ({ events }: PayrollState, { name }: ExpectedPayroll): readonly string[] =>
  events.expected.flatMap(({ about, status, came }) =>
    about === name && came && status !== undefined ? [status] : [],
  );

/** The words that it may be announced with although no step has surely led there: its day may have come, or its row names no event. */
function mayCome(state: PayrollState, payroll: ExpectedPayroll): readonly ExpectedEvent[] {
  const { name, phase, route } = payroll;
  const open = phase === 'due' || phase === 'processing' ? ['processing', 'completed'] : [];
  const words = phase === 'completed' && route === 'past-date' ? ['approved', 'completed'] : open;
  const come = wordsOf(state, payroll);
  return words
    .filter((word) => !come.includes(word))
    .map((status) => ({ type: 'payroll.status.updated', about: name, status }));
}

/** The requirement that an event for a state breaks that the payroll has not entered. */
function unentered({ phase }: ExpectedPayroll, word: string): RequirementId {
  if (word === 'processing') return phase === 'scheduled' ? 'PAYROLL-030' : 'PAYROLL-040';
  return phase === 'awaiting-funds' && word !== 'completed' ? 'PAYROLL-025' : 'PAYROLL-040';
}

/** The payrolls that no step has saved are judged where they are made. */
function judgeAnnouncements(alternative: Alternative, state: PayrollState, arrivals: Arrivals): void {
  const { payrolls, events } = state;
  const listening: Listening = {
    uncaused: { 'payroll.status.updated': 'PAYROLL-040' },
    nameOf: ({ id }) => payrolls.find((each) => each.id === id)?.name ?? 'another payroll',
    limit: ({ about, data }) => {
      const payroll = payrolls.find(({ name }) => name === about);
      return payroll && unentered(payroll, String(data.status));
    },
  };
  const may = payrolls.flatMap((payroll) => mayCome(state, payroll));
  judgeEvents(alternative, events, arrivals, listening, may);
}

/**
 * PAYROLL-031: an event, or a status other than the one it had while it was scheduled, shows that it moved on. One that
 * was never seen scheduled can show it by an event only, and owes none. One that is read as processing is announced as that.
 */
function judgeProcessing(
  alternative: Alternative,
  { id, name, phase, payrollDate, scheduledStatus }: ExpectedPayroll,
  { status }: Observation,
  words: readonly string[],
  conclusive: boolean,
): void {
  if (phase !== 'processing') return;
  if (conclusive && status.toLowerCase() === 'processing') {
    const expected = `payroll.status.updated with processing for ${name}, whose status is ${status}`;
    alternative.require('PAYROLL-032', words.includes('processing'), expected, `only ${words.join(', ')}`);
  }
  const announced = words.includes('processing') || words.includes('completed');
  if (!announced && scheduledStatus === undefined) return;
  const holds = announced || status !== scheduledStatus;
  const wanted = `${name} processed on ${payrollDate}`;
  alternative.require(
    'PAYROLL-031',
    holds,
    wanted,
    `still the status ${show(status)}, and no event`,
    'in time',
    scheduledStatus === undefined
      ? undefined
      : responseOf('readPayroll', id, showsNoneOf(['status'], scheduledStatus)),
  );
  // The next documented GET value is Completed; until then a read shows the word of the state.
  if (status !== scheduledStatus && status !== 'Completed')
    alternative.require('PAYROLL-041', status.toLowerCase() === phase, phase, status);
}

function judgePayslips(
  alternative: Alternative,
  { name, phase, route }: ExpectedPayroll,
  { payslips }: Observation,
): void {
  if (payslips === undefined) return;
  const { count, status } = payslips;
  if (phase === 'completed' && route === 'past-date') {
    alternative.require('PAYROLL-036', count > 0, `payslips of ${name}`, 'none', 'at once');
  }
  const holds = count === 0 || status === 'Completed';
  const expected = `no payslip of ${name} before it is Completed`;
  alternative.require('PAYROLL-009', holds, expected, `${count} payslips with the status ${status}`, 'first');
}

function judgeList(
  alternative: Alternative,
  { id, name, phase }: ExpectedPayroll,
  list: readonly Payroll[],
): void {
  const listed = list.find(({ payrollId }) => payrollId === id);
  const others = `${list.length} other payrolls`;
  alternative.require('PAYROLL-020', listed !== undefined, `${name} in the list`, others, 'first');
  const shown = listed && asDocumented(String(listed.status));
  if (phase === 'awaiting-funds') {
    const goesOn = ['scheduled', 'processing', 'completed'].includes(String(shown).toLowerCase());
    const expected = `${name} listed as a payroll in Awaiting Funds`;
    alternative.require('PAYROLL-024', !goesOn, expected, show(shown), 'in time');
  }
  if (phase !== 'completed') return;
  const asCompleted = `${name} listed as Completed`;
  alternative.require('PAYROLL-037', shown === 'Completed', asCompleted, show(shown), 'in time');
}

/** Payslips of a payroll, where they can be listed, with the status that it has had since. */
async function lookAtPayslips(
  scenario: Scenario,
  caller: Caller,
  id: string,
  before: string,
): Promise<Pick<Observation, 'payslips'>> {
  if (!scenario.has('list-payslips')) return {};
  const count = await countPayslips(scenario, caller, id);
  // It may have been completed a moment ago, so the status is read after the payslips.
  const mayHaveMoved = count > 0 && before !== 'Completed';
  const status = mayHaveMoved ? await readStatus(scenario, caller, id) : before;
  return { payslips: { count, status } };
}

/** Whether payments are more than everything that a payroll is listed with; undefined if they cannot be compared. */
function exceeds(amounts: readonly unknown[], listed: Payroll | undefined): boolean | undefined {
  const bounds: readonly unknown[] = [listed?.gross, listed?.net, listed?.debit];
  const all = [...bounds, ...amounts];
  const [first] = bounds;
  const currency = isRecord(first) ? first.currency : undefined;
  const numbers = all.map((money) =>
    isRecord(money) && money.currency === currency ? Number(money.amount) : Number.NaN,
  );
  if (amounts.length === 0 || numbers.some(Number.isNaN)) return undefined;
  const most = numbers.slice(0, bounds.length);
  // A target may compute the amounts later.
  if (most.some((amount) => amount <= 0)) return undefined;
  return numbers.slice(bounds.length).reduce((sum, amount) => sum + amount, 0) > Math.max(...most);
}

/**
 * PAYROLL-046: the payments that have succeeded, and have not failed since, are no more than the workers. What is left open is
 * how a target divides a payment, so only equal payments of one worker are counted together.
 */
function judgePayments(
  alternative: Alternative,
  { id, name, entries }: ExpectedPayroll,
  events: readonly Envelope[],
  listed: Payroll | undefined,
): void {
  const made = new Map<unknown, string>();
  const amounts = new Map<unknown, unknown>();
  for (const { eventType, data } of events) {
    if (data?.type !== 'PAYROLL' || data.reference !== id) continue;
    if (eventType !== 'transaction.succeeded') continue;
    made.set(data.id, show([data.recipientId, data.amount]));
    amounts.set(data.id, data.amount);
  }
  let isKnown = true;
  for (const { eventType, data } of events) {
    if (eventType !== 'transaction.failed') continue;
    // A failure need not say of which transaction it is.
    if (!made.delete(data?.id)) isKnown = false;
    amounts.delete(data?.id);
  }
  const isInExcess = isKnown ? exceeds([...amounts.values()], listed) : undefined;
  for (const payment of new Set(made.values())) {
    const equal = [...made.values()].filter((each) => each === payment).length;
    const expected = `${name} paying each of its ${entries} entries once`;
    const actual = `${equal} transactions with ${payment}`;
    if (isInExcess !== undefined)
      alternative.require('PAYROLL-050', equal <= entries || !isInExcess, expected, actual);
    alternative.require('PAYROLL-046', equal <= entries, expected, actual);
  }
}

/** What is said of the transactions: by their events, or else by the list of them. */
async function lookAtPayments(
  scenario: Scenario,
  { payrolls }: Readonly<PayrollState>,
  { tenant, endpoint }: Fixture,
  events: readonly Envelope[],
): Promise<readonly Envelope[]> {
  if (endpoint !== undefined) return events;
  const mayBePaid = payrolls.some(({ phase }) => !['saved', 'completed'].includes(phase));
  if (!mayBePaid || !isAlone(tenant) || !scenario.has('list-transactions')) return [];
  const list = await scenario.succeed('listTransactions', tenant.caller);
  const node = isRecord(list.json) ? list.json.node : undefined;
  // Transactions on further pages may be under way.
  return isRecord(node) && typeof node.next === 'string' ? [] : asEvents(itemsOf(list));
}

/** Compares the balance with what should have left it: one that covers two payrolls at once has to be untouched. */
function seeBalance(alternative: Alternative, state: PayrollState, balance: number, alone: boolean): void {
  const { common, leaving = 0, stayed = false, unclaimed } = state;
  if (stayed && alone && common.unknown === undefined) {
    const untouched = common.balance + leaving;
    const expected = `a balance of at least ${untouched}, which covers the scheduled payrolls`;
    alternative.require('PAYROLL-024', balance >= untouched, expected, String(balance));
  }
  state.unclaimed = Math.max(0, unclaimed + balance - common.balance);
}

/** Looks at every payroll, the list and the webhooks. */
export async function look(
  scenario: Scenario,
  before: Readonly<PayrollState>,
  { fixture, ids }: PayrollContext,
  surroundings: Surroundings,
): Promise<Conclude<PayrollState>> {
  const { caller } = fixture.tenant;
  const { events, balance } = surroundings;
  // Read before the payrolls, which cannot be completed earlier.
  const payments = await lookAtPayments(scenario, before, fixture, events);
  const observations = new Map<string, Observation>();
  for (const id of ids) {
    const status = await readStatus(scenario, caller, id);
    const payslips = await lookAtPayslips(scenario, caller, id, status);
    observations.set(id, { status, ...payslips });
  }
  const list = await listPayrolls(scenario, caller);
  const arrivals = arrivalsOf(fixture, surroundings);
  return (alternative, state) => {
    elapse(alternative, state);
    const observed = state.payrolls.flatMap((payroll) => {
      const observation = observations.get(payroll.id);
      return observation === undefined ? [] : [{ payroll, observation }];
    });
    for (const { payroll, observation } of observed) {
      const { id, phase, entries } = payroll;
      if (phase === 'processing' && isPaid(id, entries, payments)) complete(alternative, state, payroll);
      judgeStatus(alternative, payroll, observation);
    }
    judgeAnnouncements(alternative, state, arrivals);
    for (const { payroll, observation } of observed) {
      if (payroll.phase === 'scheduled') payroll.scheduledStatus ??= observation.status;
      judgeProcessing(alternative, payroll, observation, wordsOf(state, payroll), fixture.conclusive);
      judgePayslips(alternative, payroll, observation);
      const listed = list.find(({ payrollId }) => payrollId === payroll.id);
      judgePayments(alternative, payroll, events, listed);
    }
    for (const payroll of state.payrolls) judgeList(alternative, payroll, list);
    if (balance !== undefined) seeBalance(alternative, state, balance, isAlone(fixture.tenant));
    delete state.leaving;
    delete state.stayed;
  };
}
