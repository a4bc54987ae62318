import { expect, test } from 'vitest';
import { type DateCertainty, nextAfternoon, past, reached } from './calendar.ts';

const at = (time: string) => Date.parse(time) / 1_000;

test.each<[time: string, reached: DateCertainty, past: DateCertainty]>([
  ['2028-02-28T09:59:59Z', 'no', 'no'],
  ['2028-02-28T10:00:00Z', 'maybe', 'no'],
  ['2028-02-29T00:00:00Z', 'maybe', 'no'],
  ['2028-02-29T11:59:59Z', 'maybe', 'maybe'],
  ['2028-02-29T12:00:00Z', 'yes', 'maybe'],
  ['2028-03-01T11:59:59Z', 'yes', 'maybe'],
  ['2028-03-01T12:00:00Z', 'yes', 'yes'],
])('at %s the leap day has begun: %s, is over: %s', (time, wantReached, wantPast) => {
  expect(reached('2028-02-29', at(time))).toBe(wantReached);
  expect(past('2028-02-29', at(time))).toBe(wantPast);
});

test.each([
  ['2028-02-28T12:59:59Z', '2028-02-28T13:00:00Z'],
  ['2028-02-28T13:00:00Z', '2028-02-28T13:00:00Z'],
  ['2028-02-28T13:00:01Z', '2028-02-29T13:00:00Z'],
])('the afternoon after %s is %s', (now, want) => {
  expect(nextAfternoon(at(now))).toBe(at(want));
});
