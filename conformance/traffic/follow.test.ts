import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type StateMachine, stateMachines } from '../../openapi/catalogue.ts';
import type { Traffic } from './observation.ts';
import { event, exchange, foundIn } from './testing/observed.ts';

const read = (seconds: number, status: string, headers: Readonly<Record<string, string>> = {}) =>
  exchange(seconds, 'GET /v1/payrolls/p-1', { payrollId: 'p-1', status }, { headers });

const statesFound = async (traffic: Partial<Traffic>) =>
  (await foundIn(traffic)).filter((id) => id.startsWith('states.'));

test('a completed payroll that is processing in a later read is found', async () => {
  const exchanges = [read(0, 'Completed'), read(60, 'Awaiting Funds')];
  expect(await statesFound({ exchanges })).toEqual(['states.payroll/PAYROLL-037']);
});

test('two final states of one transaction are found; a returned payment is not a violation', async () => {
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

test('a read that is briefly stale is not a violation', async () => {
  expect(await statesFound({ exchanges: [read(0, 'Completed'), read(3, 'Awaiting Funds')] })).toEqual([]);
});

test('an event contradicts only reads after its arrival, because the clock of the service may show another day', async () => {
  const ended = event(0, 'payroll.status.updated', { id: 'p-1', status: 'completed' });
  const ahead = event(86_400, 'payroll.status.updated', { id: 'p-1', status: 'processing' });
  const arrivedEarly = { ...ahead, startedAt: ahead.startedAt - 2 * 86_400_000 };
  expect(await statesFound({ exchanges: [read(0, 'Completed')], deliveries: [arrivedEarly] })).toEqual([]);
  const stale = { exchanges: [read(60, 'Processing')], deliveries: [ended] };
  expect(await statesFound(stale)).toEqual(['states.payroll/PAYROLL-037']);
  const delivered = { ...ended, startedAt: ended.startedAt + 120_000 };
  expect(await statesFound({ ...stale, deliveries: [delivered] })).toEqual([]);
});

test('an event that is late may have the timestamp of its last attempt', async () => {
  const data = { id: 'p-1' };
  const completed = event(0, 'payroll.status.updated', { ...data, status: 'completed' });
  const retried = event(1_800, 'payroll.status.updated', { ...data, status: 'processing' });
  expect(await statesFound({ deliveries: [completed, retried] })).toEqual([]);
});

test('a cache may have returned an old response', async () => {
  const { response, ...stale } = read(60, 'Processing');
  const kept = { ...stale, response: { ...response, headers: { ...response.headers, age: '58' } } };
  expect(await statesFound({ exchanges: [read(0, 'Completed'), kept] })).toEqual([]);
});

test('two businesses may use the same id for different payrolls', async () => {
  const of = (key: string) => ({ 'x-multitenantkey': key });
  const exchanges = [read(0, 'Completed', of('first')), read(60, 'Processing', of('second'))];
  expect(await statesFound({ exchanges })).toEqual([]);
  const ended = event(0, 'payroll.status.updated', { id: 'p-1', status: 'completed', tenantKey: 'first' });
  expect(await statesFound({ exchanges: exchanges.slice(1), deliveries: [ended] })).toEqual([]);
  const own = [...exchanges, read(60, 'Processing', of('first'))];
  expect(await statesFound({ exchanges: own })).toEqual(['states.payroll/PAYROLL-037']);
  const tokens = ['one', 'two'].map((token, index) =>
    read(60 * index, index === 0 ? 'Completed' : 'Processing', { authorization: `Bearer ${token}` }),
  );
  expect(await statesFound({ exchanges: tokens })).toEqual([]);
});

const machine = stateMachines.find(({ id }) => id === 'transaction');

/** The events of one transaction from its creation, in any course. */
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

test('a sound history has no finding, whatever messages are lost, repeated or late', async () => {
  const seen = history.chain((events) => fc.array(fc.constantFrom(...events), { maxLength: 12 }));
  await fc.assert(
    fc.asyncProperty(seen, async (deliveries) => {
      expect(await statesFound({ deliveries })).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
