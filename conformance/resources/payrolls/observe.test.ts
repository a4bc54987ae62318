import { expect, test } from 'vitest';
import { Violation } from '../../engine/outcome.ts';
import type { Envelope } from '../../provider/inspect.ts';
import { emptyLedger, type Ledger, owe } from '../../provider/ledger.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { concludeFrom } from '../../testing/conclude.ts';
import { Channel } from '../../webhooks/receiver.ts';
import type { PayrollPhase } from './model.ts';
import { asEvents, isPaid, look } from './observe.ts';

interface Given {
  /** What a read of the payroll shows, on the day after its date. */
  readonly status: string;
  readonly transactions: readonly Readonly<Record<string, unknown>>[];
  /** The words of its events; nothing is announced without. */
  readonly words?: readonly string[];
}

const answers = ({ status, transactions }: Given): Readonly<Record<string, unknown>> => ({
  readPayroll: { status },
  listPayrolls: { data: [{ payrollId: 'A', status }] },
  listTransactions: { data: transactions },
});

/** What is owed of a payroll that was funded when it was approved. */
function funded(): Ledger {
  const ledger: Ledger = emptyLedger();
  for (const step of ['save', 'approve', 'collect-funds'] as const)
    owe(ledger, `payroll/${step}`, { name: 'A' });
  return ledger;
}

const stateOf = (phase: PayrollPhase) => ({
  common: { now: Date.parse('2028-03-01T13:00:00Z') / 1_000, balance: 0 },
  payrolls: [
    {
      name: 'A',
      id: 'A',
      payrollDate: '2028-02-29',
      debit: 700,
      least: 700,
      entries: 1,
      phase,
      route: 'funded' as const,
      scheduledStatus: 'scheduled',
    },
  ],
  events: funded(),
  served: 0,
  unclaimed: 0,
});

const eventsOf = ({ words = [], transactions }: Given): readonly Envelope[] => [
  ...words.map((status) => ({
    eventType: 'payroll.status.updated',
    id: status,
    data: { id: 'A', status },
  })),
  ...transactions.map((data) => ({ eventType: `transaction.${String(data.status)}`, data })),
];

/** The rule that is broken after a step, or the expected state then. */
async function outcomeOf(given: Given): Promise<string | undefined> {
  const { words } = given;
  const scenario = {
    has: (capability: string) => capability !== 'list-payslips',
    require: () => true,
    succeed: async (id: string) => ({ json: answers(given)[id] }),
  } as unknown as Scenario;
  const endpoint = words && { id: 'E', secret: '', channel: new Channel('http://127.0.0.1', () => {}) };
  const tenant = { caller: { token: 'any' }, tenantKey: 'any' };
  const fixture = {
    tenant,
    endpoint,
    conclusive: words !== undefined,
    sandbox: true,
    readsBalance: true,
    inspected: 0,
  };
  const before = stateOf('scheduled');
  const surroundings = { events: words ? eventsOf(given) : [], balance: undefined };
  const settle = await look(scenario, before, { fixture, personIds: ['P'], ids: ['A'] }, surroundings);
  const found = concludeFrom(before, settle);
  if ('states' in found) return found.states[0]?.payrolls[0]?.phase;
  return found.refusal instanceof Violation ? found.refusal.requirement : found.refusal.message;
}

const payment = (status: string) => ({ id: '1', type: 'PAYROLL', reference: 'A', status });
const paid = [payment('succeeded')];
const before = ['saved', 'approved', 'scheduled'];

test.each<[why: string, given: Given, outcome: string]>([
  [
    'is processing while it pays',
    { status: 'processing', transactions: [payment('processing')] },
    'processing',
  ],
  ['is completed when all are paid', { status: 'Completed', transactions: paid }, 'completed'],
  ['stays as it is when all are paid', { status: 'processing', transactions: paid }, 'PAYROLL-033'],
  [
    'stays as it is when all were announced as paid',
    { status: 'processing', transactions: paid, words: [...before, 'processing'] },
    'PAYROLL-033',
  ],
  [
    'completes and does not say so',
    { status: 'Completed', transactions: paid, words: [...before, 'processing'] },
    'PAYROLL-034',
  ],
  [
    'completes and never said that it was processing',
    { status: 'Completed', transactions: paid, words: [...before, 'completed'] },
    'PAYROLL-032',
  ],
  [
    'is processing and does not say so',
    { status: 'Processing', transactions: [payment('initiated')], words: before },
    'PAYROLL-032',
  ],
  [
    'has a word of its own while it pays',
    { status: '', transactions: [payment('initiated')], words: [...before, 'processing'] },
    'PAYROLL-041',
  ],
  [
    'says all that there is to say',
    { status: 'Completed', transactions: paid, words: [...before, 'processing', 'completed'] },
    'completed',
  ],
])('a payroll whose date has come %s', async (_, given, outcome) => {
  expect(await outcomeOf(given)).toBe(outcome);
});

const event =
  (word: string) =>
  (id: string, but: Readonly<Record<string, unknown>> = {}): Envelope => ({
    eventType: `transaction.${word}`,
    data: { id, type: 'PAYROLL', reference: 'A', ...but },
  });

const [initiated, succeeded, failed] = [event('initiated'), event('succeeded'), event('failed')];

test.each<[why: string, entries: number, events: readonly Envelope[], paid: boolean]>([
  ['nothing was paid', 1, [], false],
  ['its payment is under way', 1, [initiated('1')], false],
  ['its payment has arrived', 1, [initiated('1'), succeeded('1')], true],
  ['its payment was only announced when it arrived', 1, [succeeded('1')], true],
  ['one of two has arrived', 2, [initiated('1'), initiated('2'), succeeded('1')], false],
  ['nothing is known of the second', 2, [initiated('1'), succeeded('1')], false],
  ['the arrival of one was announced twice', 2, [succeeded('1'), succeeded('1')], false],
  ['both have arrived', 2, [succeeded('1'), succeeded('2')], true],
  ['one payment is divided, and a part is under way', 1, [succeeded('1'), initiated('2')], false],
  ['its payment came back', 1, [succeeded('1'), failed('1')], false],
  ['some payment failed', 1, [succeeded('1'), { eventType: 'transaction.failed', data: {} }], false],
  ['the payment of another payroll has arrived', 1, [succeeded('1', { reference: 'B' })], false],
  ['its fee was paid', 1, [succeeded('1', { type: 'PAYROLL_FEE' })], false],
])('a payroll is paid or not: %s', (_, entries, events, paid) => {
  expect(isPaid('A', entries, events)).toBe(paid);
});

test('a list of transactions gives the same observation', () => {
  const [paid, underWay] = [
    { id: '1', type: 'PAYROLL', reference: 'A', status: 'succeeded' },
    { id: '2', type: 'PAYROLL', reference: 'A', status: 'processing' },
  ];
  expect(isPaid('A', 1, asEvents([paid]))).toBe(true);
  expect(isPaid('A', 1, asEvents([paid, underWay]))).toBe(false);
});
