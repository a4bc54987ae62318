import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type StateMachine, stateMachines } from '../../openapi/catalogue.ts';
import { RunCollector } from '../catalogues.ts';
import type { ObservedDelivery, ObservedExchange, Traffic } from './observation.ts';
import { judgeTraffic } from './run.ts';

const tool = { name: 'conformance', version: '0' };
const begin = Date.parse('2026-03-02T08:00:00Z');

/** An event some seconds after the beginning. */
function event(
  seconds: number,
  eventType: string,
  data: Readonly<Record<string, unknown>>,
): ObservedDelivery {
  const timestamp = begin / 1_000 + seconds;
  const body = JSON.stringify({ id: `event-${seconds}`, eventType, version: '1.0', timestamp, data });
  const headers = {
    'hook-id': `event-${seconds}`,
    'hook-timestamp': String(timestamp),
    'hook-signature': 'v1,none',
  };
  return { startedAt: begin + seconds * 1_000, method: 'POST', headers, body, answered: 200 };
}

function read(seconds: number, status: string): ObservedExchange {
  const at = begin + seconds * 1_000;
  const body = JSON.stringify({ payrollId: 'p-1', status });
  return {
    startedAt: at,
    endedAt: at + 20,
    request: { method: 'GET', path: '/v1/payrolls/p-1', headers: {} },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body },
  };
}

async function statesFound(traffic: Partial<Traffic>): Promise<readonly string[]> {
  const collector = new RunCollector();
  const whole = { baseUrl: 'http://127.0.0.1:1', exchanges: [], deliveries: [], ...traffic };
  for await (const each of judgeTraffic('observed', { traffic: whole, tool })) collector.add(each);
  return (collector.results?.findings ?? [])
    .filter(({ check }) => check.startsWith('states.'))
    .map(({ id }) => id);
}

test('a completed payroll that is processing again is found in what was read', async () => {
  const exchanges = [read(0, 'Completed'), read(60, 'Awaiting Funds')];
  expect(await statesFound({ exchanges })).toEqual(['states.payroll/PAYROLL-037']);
});

test('two ends of one transaction are found, and a payment that is returned is none', async () => {
  const data = { id: 't-1', type: 'PAYROLL' };
  const failed = event(0, 'transaction.failed', data);
  const [succeeded, returned] = [
    event(60, 'transaction.succeeded', data),
    event(120, 'transaction.failed', { ...data, isReturned: true }),
  ];
  for (const deliveries of [
    [failed, succeeded],
    [succeeded, failed],
  ])
    expect(await statesFound({ deliveries })).toEqual(['states.transaction/TXN-016']);
  expect(await statesFound({ deliveries: [succeeded, returned] })).toEqual([]);
});

test('a copy that is behind for a moment is not accused', async () => {
  expect(await statesFound({ exchanges: [read(0, 'Completed'), read(3, 'Awaiting Funds')] })).toEqual([]);
});

test('an event contradicts only what is read after it was there: the clock of the service may stand on another day', async () => {
  const ended = event(0, 'payroll.status.updated', { id: 'p-1', status: 'completed' });
  const ahead = event(86_400, 'payroll.status.updated', { id: 'p-1', status: 'processing' });
  const arrivedEarly = { ...ahead, startedAt: begin - 60_000 };
  expect(await statesFound({ exchanges: [read(0, 'Completed')], deliveries: [arrivedEarly] })).toEqual([]);
  const stale = { exchanges: [read(60, 'Processing')], deliveries: [ended] };
  expect(await statesFound(stale)).toEqual(['states.payroll/PAYROLL-037']);
  const delivered = { ...ended, startedAt: begin + 120_000 };
  expect(await statesFound({ ...stale, deliveries: [delivered] })).toEqual([]);
});

const machine = stateMachines.find(({ id }) => id === 'transaction');

/** The events of one transaction from its creation, however it goes on. */
const history = fc.infiniteStream(fc.nat()).map((choices) => {
  const taken: StateMachine['transitions'][number][] = [];
  for (let state = 'none'; taken.length < 6; ) {
    const open = (machine?.transitions ?? []).filter(({ from, to }) => from === state && to !== from);
    const [choice] = choices.take(1);
    const next = open[(choice ?? 0) % Math.max(1, open.length)];
    if (next === undefined) break;
    state = next.to;
    taken.push(next);
  }
  return taken.map(({ id, to }, index) =>
    event(index * 60, `transaction.${to}`, { id: 't-1', ...(id === 'return' && { isReturned: true }) }),
  );
});

test('whatever is lost, repeated or late of a sound history, nothing is found', async () => {
  const seen = history.chain((events) => fc.array(fc.constantFrom(...events), { maxLength: 12 }));
  await fc.assert(
    fc.asyncProperty(seen, async (deliveries) => {
      expect(await statesFound({ deliveries })).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
