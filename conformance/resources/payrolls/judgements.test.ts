import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { NotYet } from '../../engine/alternative.ts';
import { Violation } from '../../engine/outcome.ts';
import type { Envelope } from '../../provider/inspect.ts';
import { allow, emptyLedger, type Ledger, owe } from '../../provider/ledger.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { concludeFrom } from '../../testing/conclude.ts';
import { Channel } from '../../webhooks/receiver.ts';
import type { ExpectedPayroll } from './model.ts';
import { look } from './observe.ts';

interface Given extends Partial<Pick<ExpectedPayroll, 'phase' | 'route' | 'entries'>> {
  /** How often it was saved. */
  readonly saves?: number;
  /** What a read shows; by default the word of the phase. */
  readonly status?: string;
  /** What the list shows: by default the same, null without the payroll. */
  readonly listed?: string | null;
  /** The gross, the net and the debit in the list. */
  readonly listedAmounts?: Readonly<Record<'gross' | 'net' | 'debit', unknown>>;
  /** How many payslips there are; none can be listed without. */
  readonly payslips?: number;
  /** All that was announced, in order of arrival; by default nothing can be. */
  readonly events?: readonly Envelope[];
}

const word = (status: string, id = status): Envelope => ({
  eventType: 'payroll.status.updated',
  id,
  data: { id: 'A', status },
});

const payment = (
  state: 'succeeded' | 'failed',
  { id = String(randomUUID()), type = 'PAYROLL', reference = 'A', recipientId = 'P', amount = 7 } = {},
): Envelope => ({
  eventType: `transaction.${state}`,
  id,
  data: { id, type, reference, recipientId, amount },
});

const shownAs = { 'awaiting-funds': 'Awaiting Funds', completed: 'Completed' } as const;

/** What is owed of a payroll that came where it is, when it was saved so often. */
function owedOf({ phase, route }: Pick<ExpectedPayroll, 'phase' | 'route'>, saves: number): Ledger {
  const ledger: Ledger = emptyLedger();
  const about = { name: 'A' };
  owe(ledger, 'payroll/save', about);
  for (let more = 1; more < saves; more += 1) allow(ledger, 'payroll/save', about);
  if (phase === 'saved' || route === 'past-date') return ledger;
  owe(ledger, 'payroll/approve', about);
  if (phase === 'awaiting-funds') return ledger;
  owe(ledger, route === 'waited' ? 'payroll/funds-arrive' : 'payroll/collect-funds', about);
  if (phase !== 'completed') return ledger;
  owe(ledger, 'payroll/start-processing', about);
  owe(ledger, 'payroll/complete', about);
  return ledger;
}

/** What is made of what is seen some weeks before the date of the payroll. */
async function outcomeOf(given: Given, conclusive: boolean) {
  const {
    phase = 'scheduled',
    route = 'funded',
    entries = 1,
    saves = 1,
    payslips,
    events,
    listedAmounts,
  } = given;
  const {
    status = phase === 'awaiting-funds' || phase === 'completed' ? shownAs[phase] : phase,
    listed = status,
  } = given;
  const answers: Readonly<Record<string, unknown>> = {
    readPayroll: { status },
    listPayrolls: { data: listed === null ? [] : [{ payrollId: 'A', status: listed, ...listedAmounts }] },
    listPayslips: { data: Array(payslips).fill({}) },
  };
  const answer = async (id: string) => ({ json: answers[id] });
  const scenario = {
    has: (capability: string) => capability === 'list-payslips' && payslips !== undefined,
    succeed: answer,
    send: answer,
    require: () => true,
  } as unknown as Scenario;
  const about = { name: 'A', id: 'A', payrollDate: '2028-02-29', debit: 7, least: 7 };
  const before = {
    common: { now: Date.parse('2028-02-01T13:00:00Z') / 1_000, balance: 0 },
    payrolls: [{ ...about, entries, phase, route }],
    events: owedOf({ phase, route }, saves),
    served: 0,
    unclaimed: 0,
  };
  const fixture = {
    tenant: { caller: { token: 'any' }, tenantKey: 'any' },
    endpoint: events && { id: 'E', secret: '', channel: new Channel('http://127.0.0.1', () => {}) },
    conclusive: events !== undefined,
    sandbox: true,
    readsBalance: true,
    inspected: 0,
  };
  const context = { fixture, personIds: ['P'], ids: ['A'] };
  const settle = await look(scenario, before, context, { events: events ?? [], balance: undefined });
  return concludeFrom(before, settle, conclusive);
}

/** The rule that is broken; undefined when none is. */
async function brokenBy(given: Given): Promise<string | undefined> {
  const found = await outcomeOf(given, true);
  if ('states' in found) return undefined;
  if (found.refusal instanceof Violation) return found.refusal.requirement;
  throw found.refusal;
}

const saved = { phase: 'saved', route: 'none' } as const;
const waiting = { phase: 'awaiting-funds', route: 'none' } as const;
const waited = { route: 'waited' } as const;
const past = { phase: 'completed', route: 'past-date' } as const;
const completed = { phase: 'completed' } as const;

test.each<[what: string, given: Given, broken: RequirementId | undefined]>([
  ['is saved', saved, undefined],
  ['is saved, and waits for funds', { ...saved, status: 'Awaiting Funds' }, 'PAYROLL-020'],
  ['is saved, and Completed', { ...saved, status: 'Completed' }, 'PAYROLL-020'],
  ['is saved, with the word of another state', { ...saved, status: 'approved' }, 'PAYROLL-041'],
  ['is saved, with a capital', { ...saved, status: 'Saved' }, undefined],
  ['is saved, and not listed', { ...saved, listed: null }, 'PAYROLL-020'],
  ['waits for funds', waiting, undefined],
  ['should wait for funds', { ...waiting, status: 'approved' }, 'PAYROLL-024'],
  ['waits for funds, and is listed as scheduled', { ...waiting, listed: 'scheduled' }, 'PAYROLL-024'],
  ['waits for funds, and is listed as approved', { ...waiting, listed: 'approved' }, undefined],
  ['waits again, when its funds have come', { ...waited, status: 'Awaiting Funds' }, 'PAYROLL-026'],
  ['waits, when its funds were there', { status: 'Awaiting Funds' }, 'PAYROLL-028'],
  ['is scheduled, and Completed', { status: 'Completed' }, 'PAYROLL-030'],
  ['is scheduled, with the word of another state', { status: 'processing' }, 'PAYROLL-041'],
  ['may be scheduled still, as its date has begun', { phase: 'due', status: 'scheduled' }, undefined],
  ['may be processing already, as its date has begun', { phase: 'due', status: 'processing' }, undefined],
  ['waits, though its date is past', { ...past, status: 'Awaiting Funds' }, 'PAYROLL-035'],
  ['is not Completed, though its date is past', { ...past, status: 'processing' }, 'PAYROLL-035'],
  ['waits, when it was paid', { ...completed, status: 'Awaiting Funds' }, 'PAYROLL-028'],
  ['is not Completed, when it was paid', { ...completed, status: 'processing' }, 'PAYROLL-033'],
  ['is Completed, and listed as something else', { ...completed, listed: 'processing' }, 'PAYROLL-037'],
  ['is Completed, and not listed', { ...completed, listed: null }, 'PAYROLL-020'],
  ['has payslips before it is paid', { payslips: 1 }, 'PAYROLL-009'],
  ['has none before it is paid', { payslips: 0 }, undefined],
  ['has payslips, and its date is past', { ...past, payslips: 1 }, undefined],
  ['has none, though its date is past', { ...past, payslips: 0 }, 'PAYROLL-036'],
  ['has none yet, when it was paid', { ...completed, payslips: 0 }, undefined],
])('a payroll that %s', async (_, given, broken) => {
  expect(await brokenBy(given)).toBe(broken);
});

test.each<[what: string, given: Given, isDue: boolean]>([
  ['waits, though its date is past', { ...past, status: 'Awaiting Funds' }, true],
  ['is not Completed, though its date is past', { ...past, status: 'processing' }, true],
  ['has no payslips, though its date is past', { ...past, payslips: 0 }, true],
  ['waits, when its funds were there', { status: 'Awaiting Funds' }, false],
  ['is not Completed, when it was paid', { ...completed, status: 'processing' }, false],
])('a target that is slow, with a payroll that %s, is looked at again', async (_, given, isDue) => {
  const found = await outcomeOf(given, false);
  expect(found).toMatchObject({ refusal: expect.any(NotYet) });
  expect(found).toMatchObject({ refusal: { meaning: { isDue } } });
});

const [say, approve, schedule, process, complete] = [
  'saved',
  'approved',
  'scheduled',
  'processing',
  'completed',
].map((status) => word(status)) as [Envelope, Envelope, Envelope, Envelope, Envelope];

test.each<[what: string, given: Given, broken: RequirementId | undefined]>([
  ['saved: nothing', { ...saved, events: [] }, 'PAYROLL-021'],
  ['saved: saved', { ...saved, events: [say] }, undefined],
  ['saved: approved as well', { ...saved, events: [say, approve] }, 'PAYROLL-040'],
  ['saved: saved twice', { ...saved, events: [say, word('saved', 'again')] }, 'HOOK-013'],
  ['saved two times: saved twice', { ...saved, saves: 2, events: [say, word('saved', 'again')] }, undefined],
  [
    'saved two times: saved thrice',
    { ...saved, saves: 2, events: [say, word('saved', 'again'), word('saved', 'more')] },
    'HOOK-013',
  ],
  ['waiting: not approved', { ...waiting, events: [say] }, 'PAYROLL-023'],
  ['waiting: approved', { ...waiting, events: [say, approve] }, undefined],
  ['waiting: scheduled', { ...waiting, events: [say, approve, schedule] }, 'PAYROLL-025'],
  ['waiting: a word of its own', { ...waiting, events: [say, approve, word('waiting')] }, 'PAYROLL-025'],
  ['waiting: processing', { ...waiting, events: [say, approve, process] }, 'PAYROLL-040'],
  ['waiting: completed', { ...waiting, events: [say, approve, complete] }, 'PAYROLL-040'],
  ['funds have come: not scheduled', { ...waited, events: [say, approve] }, 'PAYROLL-027'],
  ['funds were there: not scheduled', { events: [say, approve] }, 'PAYROLL-029'],
  ['scheduled: scheduled', { events: [say, approve, schedule] }, undefined],
  [
    'scheduled: scheduled twice',
    { events: [say, approve, schedule, word('scheduled', 'again')] },
    'HOOK-013',
  ],
  ['scheduled: processing', { events: [say, approve, schedule, process] }, 'PAYROLL-030'],
  ['scheduled: completed', { events: [say, approve, schedule, complete] }, 'PAYROLL-040'],
  ['date past: saved', { ...past, events: [say] }, undefined],
  ['date past: completed as well', { ...past, events: [say, approve, complete] }, undefined],
  ['date past: scheduled', { ...past, events: [say, approve, schedule, complete] }, 'PAYROLL-040'],
  ['paid: not processing', { ...completed, events: [say, approve, schedule, complete] }, 'PAYROLL-032'],
  ['paid: not completed', { ...completed, events: [say, approve, schedule, process] }, 'PAYROLL-034'],
  ['paid: all', { ...completed, events: [say, approve, schedule, process, complete] }, undefined],
])('of a payroll that is announced as told, %s', async (_, given, broken) => {
  expect(await brokenBy(given)).toBe(broken);
});

test.each<[what: string, events: readonly Envelope[], broken: RequirementId | undefined]>([
  ['once', [payment('succeeded')], undefined],
  ['twice', [payment('succeeded'), payment('succeeded')], 'PAYROLL-046'],
  [
    'once, and told so twice',
    [payment('succeeded', { id: 'T' }), payment('succeeded', { id: 'T' })],
    undefined,
  ],
  [
    'again, because it came back',
    [payment('succeeded', { id: 'T' }), payment('failed', { id: 'T' }), payment('succeeded')],
    undefined,
  ],
  [
    'again, though another came back',
    [payment('succeeded'), payment('failed'), payment('succeeded')],
    'PAYROLL-046',
  ],
  ['in parts', [payment('succeeded'), payment('succeeded', { amount: 8 })], undefined],
  ['beside another worker', [payment('succeeded'), payment('succeeded', { recipientId: 'Q' })], undefined],
  ['beside another payroll', [payment('succeeded'), payment('succeeded', { reference: 'B' })], undefined],
  ['beside its fee', [payment('succeeded'), payment('succeeded', { type: 'PAYROLL_FEE' })], undefined],
])('a payroll of one entry pays %s', async (_, paid, broken) => {
  expect(await brokenBy({ ...completed, events: [say, approve, schedule, process, complete, ...paid] })).toBe(
    broken,
  );
});

const usd = (amount: number) => ({ amount, currency: 'USD' });

test.each<[what: string, paid: unknown, net: number, gross: number, debit: number, broken: RequirementId]>([
  ['more than the payroll costs', usd(7), 7, 10, 12, 'PAYROLL-050'],
  ['what the payroll costs', usd(7), 7, 10, 14, 'PAYROLL-046'],
  ['in parts', usd(5), 10, 12, 13, 'PAYROLL-046'],
  ['before the amounts are known', usd(7), 0, 0, 0, 'PAYROLL-046'],
  ['in another currency', { amount: 7, currency: 'EUR' }, 7, 10, 12, 'PAYROLL-046'],
])('a payroll of one entry makes two equal payments, %s', async (_, amount, net, gross, debit, broken) => {
  const twice = [payment('succeeded'), payment('succeeded')].map((event) => ({
    ...event,
    data: { ...event.data, amount },
  }));
  const listedAmounts = { net: usd(net), gross: usd(gross), debit: usd(debit) };
  const events = [say, approve, schedule, process, complete, ...twice];
  expect(await brokenBy({ ...completed, events, listedAmounts })).toBe(broken);
});

test('a payment that may be the second one, because another came back without its id, is not judged', async () => {
  const paid = [payment('succeeded'), payment('succeeded')].map((event) => ({
    ...event,
    data: { ...event.data, amount: usd(7) },
  }));
  const returned = { eventType: 'transaction.failed', id: 'any', data: { isReturned: true } };
  const listedAmounts = { net: usd(7), gross: usd(10), debit: usd(12) };
  const events = [say, approve, schedule, process, complete, ...paid, returned];
  expect(await brokenBy({ ...completed, events, listedAmounts })).toBe('PAYROLL-046');
});

test('a payroll with two entries of one worker pays twice, and not thrice', async () => {
  const said = [say, approve, schedule, process, complete];
  const [one, two, three] = [payment('succeeded'), payment('succeeded'), payment('succeeded')];
  expect(await brokenBy({ ...completed, entries: 2, events: [...said, one, two] })).toBeUndefined();
  expect(await brokenBy({ ...completed, entries: 2, events: [...said, one, two, three] })).toBe(
    'PAYROLL-046',
  );
});
