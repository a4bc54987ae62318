import { describe, expect, test } from 'vitest';
import type { CheckFinished, RunEvent } from '../conformance/engine/events.ts';
import { RunProgress } from './run-progress.ts';
import { conformantEvents } from './testing/sample-results.ts';

const expected = new Map([
  ['small', 90],
  ['large', 890],
]);
const [start] = conformantEvents.filter((event) => event.type === 'run-started');
const [finish] = conformantEvents.filter((event) => event.type === 'check-finished');

function progressAfter(...events: readonly RunEvent[]): RunProgress {
  const progress = new RunProgress(expected);
  if (start !== undefined) {
    progress.add({
      ...start,
      checks: ['small', 'large'].map((id) => ({ id, title: id, covers: [] })),
    });
  }
  for (const event of events) progress.add(event);
  return progress;
}

const started = (check: string): RunEvent => ({ type: 'check-started', check });
const progressed = (check: string, requests: number): RunEvent => ({
  type: 'check-progressed',
  check,
  requests,
});
const finished = (check: string, requests: number): RunEvent => ({
  ...(finish as CheckFinished),
  check,
  requests,
});

describe('the progress of a run', () => {
  test.each<[string, RunEvent[], number]>([
    ['nothing at first', [], 0],
    ['a small check for little', [started('small'), finished('small', 90)], 0.1],
    ['a large one for much', [started('large'), finished('large', 12)], 0.9],
    ['a part of what is under way', [started('large'), progressed('large', 450)], 0.45],
    ['never the whole of what is under way', [started('large'), progressed('large', 9000)], 0.855],
    ['all at the end', [finished('small', 1), finished('large', 1)], 1],
  ])('counts %s', (_, events, share) => {
    expect(progressAfter(...events).share).toBeCloseTo(share, 3);
  });

  test('contains the running checks and the number of requests', () => {
    const progress = progressAfter(
      started('small'),
      started('large'),
      progressed('large', 7),
      finished('small', 5),
    );
    expect(progress).toMatchObject({ underWay: ['large'], requests: 12, done: 1, total: 2, findings: 0 });
  });

  test.each([
    { done: 450, elapsed: 9_000, left: 11_000 },
    { done: 45, elapsed: 9_000, left: undefined },
    { done: 450, elapsed: 900, left: undefined },
  ])('guesses the time left after $done requests and $elapsed ms', ({ done, elapsed, left }) => {
    expect(progressAfter(started('large'), progressed('large', done)).timeLeft(elapsed)).toEqual(left);
  });
});
