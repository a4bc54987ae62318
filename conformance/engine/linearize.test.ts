import { expect, test } from 'vitest';
import { HistoryRecorder, type Operation, webhookLane } from './history.ts';
import { findContradiction, isLinearizable, type SequentialObject } from './linearize.ts';
import { timelineOf } from './timeline.ts';

type Op = Operation<string, number>;

/** A number that is added to and read. */
const counter: SequentialObject<number, string, number> = {
  start: 0,
  next: (sum, call, outcome) => {
    if (call !== 'read') return [sum + Number(call)];
    return outcome === undefined || outcome === sum ? [sum] : [];
  },
};

const op = (client: number, call: string, start: number, end: number, outcome = 0): Op => ({
  client,
  call,
  start,
  end,
  outcome,
});
const lost = (client: number, call: string, start: number): Op => ({
  client,
  call,
  start,
  end: Number.POSITIVE_INFINITY,
});

test.for<[given: string, history: readonly Op[], want: boolean]>([
  ['no operation', [], true],
  ['a read of what was written', [op(1, '1', 0, 1), op(2, 'read', 2, 3, 1)], true],
  ['a read that misses a write before it', [op(1, '1', 0, 1), op(2, 'read', 2, 3, 0)], false],
  ['a read beside a write, which it misses', [op(1, '1', 0, 3), op(2, 'read', 1, 2, 0)], true],
  ['a read beside a write, which it shows', [op(1, '1', 0, 3), op(2, 'read', 1, 2, 1)], true],
  ['a read that ends when a write begins', [op(1, '1', 1, 2), op(2, 'read', 0, 1, 1)], true],
  ['a lost write that is shown', [lost(1, '1', 0), op(2, 'read', 1, 2, 1)], true],
  ['a lost write that is not shown', [lost(1, '1', 0), op(2, 'read', 1, 2, 0)], true],
  [
    'a lost write that is shown late',
    [lost(1, '1', 0), op(2, 'read', 1, 2, 0), op(2, 'read', 3, 4, 1)],
    true,
  ],
  ['a lost write that begins too late', [op(2, 'read', 1, 2, 1), lost(1, '1', 3)], false],
  ['a lost write that is undone', [lost(1, '1', 0), op(2, 'read', 1, 2, 1), op(2, 'read', 3, 4, 0)], false],
  [
    'reads that see two simultaneous writes in opposite orders',
    [op(1, '1', 0, 9), op(2, '2', 0, 9), op(3, 'read', 1, 2, 1), op(4, 'read', 1, 2, 2)],
    false,
  ],
  [
    'a late read, which may show what was before',
    [op(1, '1', 0, 1), { ...op(2, 'read', 2, 3, 0), asOf: 0.5 }],
    true,
  ],
])('%s', ([, history, want]) => {
  expect(isLinearizable(history, counter)).toBe(want);
});

test('an operation that leaves open what it leads to is explained by any of its states', () => {
  const open: SequentialObject<number, string, number> = {
    start: 0,
    next: (sum, call, outcome) => (call === 'toss' ? [sum, sum + 1] : outcome === sum ? [sum] : []),
  };
  const tosses = [op(1, 'toss', 0, 1), op(1, 'toss', 2, 3)];
  const results = [0, 1, 2, 3].map((sum) => isLinearizable([...tosses, op(1, 'read', 4, 5, sum)], open));
  expect(results).toEqual([true, true, true, false]);
});

test('a contradiction ends with the operation that cannot be explained, and leaves out other reads', () => {
  const history = [
    op(1, '1', 0, 1),
    op(2, 'read', 0, 2, 1),
    op(3, '2', 3, 6),
    op(2, 'read', 4, 5, 7),
    op(1, 'read', 8, 9, 3),
    op(4, '4', 7, 10),
  ];
  const found = findContradiction(history, counter, ({ call }) => call === 'read');
  expect(found && timelineOf(found, { say: (call) => call, show: String })).toEqual([
    { client: 1, label: '1', outcome: '0', start: 0, end: 1 },
    { client: 3, label: '2', start: 2 },
    { client: 2, label: 'read', outcome: '7', start: 3, end: 4, isUnexplained: true },
  ]);
});

test('a history that some order explains has no contradiction', () => {
  expect(findContradiction([op(1, '1', 0, 1)], counter, () => false)).toBeUndefined();
});

test('a recorder knows the outcome of what was answered, and not of what was lost', async () => {
  let time = 0;
  const recorder = new HistoryRecorder<string, number>(() => {
    time += 1;
    return time;
  });
  await recorder.lose(1, '1', async () => 201);
  await recorder.perform(2, 'read', async () => 1);
  expect(recorder.history).toEqual([lost(1, '1', 1), op(2, 'read', 2, 3, 1)]);
});

test('an answer that does not say what was done is that of a lost operation', async () => {
  const recorder = new HistoryRecorder<string, number>(() => 1);
  await recorder.perform(1, '1', async () => undefined);
  expect(recorder.history).toEqual([lost(1, '1', 1)]);
});

test('a webhook is about what happened before it arrived, and is listed when it does', async () => {
  let time = 0;
  const recorder = new HistoryRecorder<string, number>(() => {
    time += 1;
    return time;
  });
  await recorder.perform(1, '1', async () => 200);
  recorder.observe('webhook', 2);
  await recorder.perform(2, '1', async () => 200);
  const noticed: SequentialObject<number, string, number> = {
    start: 0,
    next: (count, call, outcome) => (call !== 'webhook' ? [count + 1] : outcome === count ? [count] : []),
  };
  const found = findContradiction(recorder.history, noticed, () => false);
  expect(found && timelineOf(found, { say: (call) => call, show: String })).toEqual([
    { client: 1, label: '1', outcome: '200', start: 1, end: 2 },
    { client: webhookLane, label: 'webhook', outcome: '2', start: 0, end: 3, isUnexplained: true },
  ]);
});
