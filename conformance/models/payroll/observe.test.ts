import { expect, test } from 'vitest';
import { explore } from '../../engine/explore.ts';
import { Judge } from '../../engine/judge.ts';
import { Violation } from '../../engine/outcome.ts';
import { Tally } from '../../engine/tally.ts';
import type { Scenario } from '../../provider/scenario.ts';
import type { Envelope } from '../../webhooks/inspect.ts';
import { Channel } from '../../webhooks/receiver.ts';
import type { Phase } from './model.ts';
import { look } from './observe.ts';

interface Given {
  /** What a read of the payroll shows, on the day after its date. */
  readonly status: string;
  readonly transactions: readonly Readonly<Record<string, unknown>>[];
  /** The words of its events; nothing is heard without. */
  readonly words?: readonly string[];
}

const answers = ({ status, transactions }: Given): Readonly<Record<string, unknown>> => ({
  readPayroll: { status },
  listPayrolls: { data: [{ payrollId: 'A', status }] },
  listTransactions: { data: transactions },
});

const stateOf = (phase: Phase) => ({
  common: { now: Date.parse('2028-03-01T13:00:00Z') / 1_000, balance: 0 },
  payrolls: [
    {
      name: 'A',
      id: 'A',
      payrollDate: '2028-02-29',
      debit: 700,
      entries: 1,
      saves: 1,
      phase,
      route: 'funded' as const,
      scheduledStatus: 'scheduled',
    },
  ],
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

/** The rule that is broken after a step, or what is believed then. */
async function outcomeOf(given: Given): Promise<string | undefined> {
  const { words } = given;
  const scenario = {
    has: (capability: string) => capability !== 'list-payslips',
    succeed: async (id: string) => ({ json: answers(given)[id] }),
  } as unknown as Scenario;
  const endpoint = words && { id: 'E', secret: '', channel: new Channel('http://127.0.0.1', () => {}) };
  const tenant = { caller: { token: 'any' }, tenantKey: 'any' };
  const ground = { tenant, endpoint, conclusive: words !== undefined, sandbox: true, inspected: 0 };
  const before = stateOf('scheduled');
  const surroundings = { events: words ? eventsOf(given) : [], balance: undefined };
  const settle = await look(scenario, before, { ground, personId: 'P', ids: ['A'] }, surroundings);
  const found = explore(new Judge(new Tally()), true, [before], settle);
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
