import { describe, expect, test } from 'vitest';
import { Attempts, isInTime, isRealTime, phaseAfter, possibleCountings } from './attempts.ts';

const route = { event: 'A', at: 'business' } as const;

const sent = (stamp: number, id = 'evt_1') => ({
  method: 'POST',
  headers: { 'hook-timestamp': String(stamp) },
  receivedAt: 0,
  rawBody: Buffer.alloc(0),
  body: '',
  json: { id },
});

/** Attempts at times, which the clock shows a second before and after each. */
function attemptsAt(times: readonly number[], answers: readonly string[] = []): Attempts {
  const attempts = new Attempts(times[0] ?? 0);
  for (const [index, time] of times.entries()) {
    if (index > 0) attempts.passed(time - 1);
    attempts.add(route, sent(time), answers[index] ?? '500');
    attempts.passed(index > 0 ? time + 1 : time);
  }
  return attempts;
}

describe('attempts', () => {
  test.each([
    [0, false],
    [5.2, true],
  ])('that come while a clock may have run for %d s', (ranSeconds, isSeen) => {
    const attempts = new Attempts(1_000);
    const now = Date.now() / 1_000;
    attempts.add(route, { ...sent(9_000_000), receivedAt: now }, '500');
    attempts.add(route, { ...sent(9_000_005), receivedAt: now + ranSeconds }, '200');
    const seen = attempts.on(route);
    expect(isInTime(seen, 1, 'attempt before')).toBe(isSeen);
  });

  test.each<[name: string, answers: readonly string[], phase: string]>([
    ['before the first', [], 'announced'],
    ['refused', ['500', '302'], 'pending'],
    ['unanswered', ['closes'], 'pending'],
    ['acknowledged slowly', ['500', 'slowly 200'], 'delivered'],
    ['acknowledged with a body that says otherwise', ['200 saying failed'], 'delivered'],
    ['refused eight times', Array.from({ length: 8 }, () => '404'), 'failed'],
  ])('%s', (_, answers, phase) => {
    const times = answers.map((_answer, index) => index * 100);
    expect(phaseAfter(attemptsAt(times, answers).on(route))).toBe(phase);
  });

  test.each([
    ['a broken connection', ['closes', '500'], ['500']],
    ['a broken connection and a refusal', ['closes', '500', '200'], ['200']],
    ['a refusal, if each is sent twice', ['500', '200'], ['200']],
  ])('that come again in the same moment after %s are the same', (_, answers, left) => {
    const attempts = new Attempts(0);
    for (const answer of answers) attempts.add(route, sent(0), answer);
    expect(attempts.on(route).map(({ answer }) => answer)).toEqual(left);
  });

  test.each(['500', 'hangs', 'closes'])(
    'of two copies, the one that got %s may have its own retries',
    (first) => {
      const attempts = new Attempts(0);
      attempts.add(route, sent(0), first);
      attempts.add(route, sent(0), '200');
      attempts.passed(5);
      attempts.add(route, sent(5), '500');
      attempts.add(route, sent(5), '500');
      expect(attempts.on(route).map(({ answer }) => answer)).toEqual(['200']);
    },
  );

  test('a retry after a copy that was acknowledged is one too many, if it comes once', () => {
    const attempts = new Attempts(0);
    attempts.add(route, sent(0), 'hangs');
    attempts.add(route, sent(0), '200');
    attempts.passed(5);
    attempts.add(route, sent(5), '500');
    expect(attempts.on(route).map(({ answer }) => answer)).toEqual(['200', '500']);
  });

  test.each([
    ['a move of the clock', false, ['200']],
    ['two moves of the clock', true, ['200', '200']],
  ])('that come again within %s', (_, isRead, left) => {
    const attempts = new Attempts(0);
    attempts.add(route, sent(0), '200');
    if (isRead) attempts.passed(0);
    attempts.add(route, sent(3_600), '200');
    attempts.passed(9_000);
    expect(attempts.on(route).map(({ answer }) => answer)).toEqual(left);
  });

  test('that were acknowledged and come again are retries, though the clock was not read in between', () => {
    const attempts = new Attempts(0);
    attempts.add(route, sent(0), '500');
    attempts.passed(0);
    attempts.add(route, sent(5), '200');
    attempts.add(route, sent(10), '200');
    attempts.passed(67);
    expect(attempts.on(route).map(({ answer }) => answer)).toEqual(['500', '200', '200']);
  });

  test('were separated where the clock stood between their times', () => {
    const attempts = new Attempts(0);
    const before = Date.now() / 1_000;
    expect(attempts.stoodBetween(before, before + 60)).toBe(false);
    attempts.passed(5);
    expect(attempts.stoodBetween(before, before + 60)).toBe(true);
    expect(attempts.stoodBetween(before + 60, before + 61)).toBe(false);
  });

  test('are retries that come too early if only one of them comes twice', () => {
    const attempts = new Attempts(0);
    attempts.add(route, sent(0), '500');
    attempts.add(route, sent(0), '404');
    attempts.passed(5);
    attempts.add(route, sent(5), '200');
    expect(attempts.on(route).map(({ answer }) => answer)).toEqual(['500', '404', '200']);
  });

  test('that arrive again later after a broken connection are retries, even if the clock showed neither time', () => {
    const attempts = new Attempts(400);
    attempts.passed(402);
    attempts.add(route, sent(402), 'closes');
    attempts.add(route, sent(407), '500');
    attempts.passed(408);
    expect(attempts.on(route).map(({ answer, made }) => [answer, made.from])).toEqual([
      ['closes', 402],
      ['500', 407],
    ]);
  });

  test.each([
    ['hangs', { from: 400, to: 403 }],
    ['500', { from: 400, to: 400 }],
  ])('with the answer %s failed from %o on', (answer, made) => {
    const attempts = new Attempts(400);
    attempts.add(route, sent(400), answer);
    attempts.passed(400);
    attempts.gaveUp(403);
    attempts.gaveUp(9_000);
    attempts.passed(403);
    expect(attempts.on(route)[0]?.made).toEqual(made);
  });

  test('are dated by their own timestamp, unless it is impossible', () => {
    const attempts = new Attempts(0);
    attempts.add(route, sent(0), '500');
    attempts.passed(2);
    attempts.add(route, sent(999), '500');
    attempts.passed(8);
    expect(attempts.on(route).map(({ made }) => made)).toEqual([
      { from: 0, to: 0 },
      { from: 2, to: 8 },
    ]);
  });
});

test('a retry with the time of the first attempt has no known time', () => {
  const attempts = new Attempts(0);
  attempts.add(route, sent(0), '500');
  attempts.passed(0);
  attempts.add(route, sent(0), '500');
  attempts.passed(8);
  expect(attempts.on(route).map(({ made }) => made)).toEqual([
    { from: 0, to: 0 },
    { from: 0, to: 8 },
  ]);
});

describe('interpretations of the delays', () => {
  test.each<[name: string, times: readonly number[], left: readonly string[]]>([
    ['both are possible at first', [0, 5, 305], ['attempt before', 'first attempt']],
    ['each delay after the attempt before', [0, 5, 305, 2_105], ['attempt before']],
    ['each delay after the first attempt', [0, 5, 300, 1_800, 7_200], ['first attempt']],
  ])('%s', (_, times, left) => expect(possibleCountings(attemptsAt(times))).toEqual(left));

  test.each([
    [2.5, true],
    [8, true],
    [65, true],
    [1, false],
    [70, false],
  ])('a first retry after %d seconds: %s', (seconds, inTime) => {
    const made = attemptsAt([0, seconds]).on(route);
    expect(isInTime(made, 1, 'attempt before')).toBe(inTime);
  });
});

test.each<[timestamp: unknown, receivedAt: number, isReal: boolean]>([
  [1_790_000_000, 1_790_000_003.2, true],
  ['1790000000', 1_790_000_003.2, true],
  [1_790_000_000, 1_790_000_060, false],
  ['soon', 1_790_000_000, false],
])('%j is the real time of a delivery at %d: %s', (timestamp, receivedAt, isReal) => {
  expect(isRealTime(timestamp, receivedAt)).toBe(isReal);
});
