import { expect, test } from 'vitest';
import { requirements } from '../../openapi/catalogue.ts';
import { allChecks } from './index.ts';
import { retries, windowsOf } from './retry-schedule.ts';

const covered = new Set(allChecks.flatMap(({ covers }) => covers));

test('every requirement that can be tested has a check', () => {
  const without = requirements
    .filter(({ id, untestable }) => untestable === undefined && !covered.has(id))
    .map(({ id }) => id);
  expect(without).toEqual([]);
});

test('no check claims a requirement that cannot be tested', () => {
  const claimed = requirements.filter(({ id, untestable }) => untestable !== undefined && covered.has(id));
  expect(claimed.map(({ id }) => id)).toEqual([]);
});

test('check ids are unique', () => {
  const ids = allChecks.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(retries.map(({ delay }, index) => [index, delay] as const))(
  'retry %i is awaited around %i seconds after the attempt before, or after the first one',
  (index, delay) => {
    const within = (seconds: number) =>
      windowsOf(index).some(({ from, to }) => from <= seconds && seconds <= to);
    const fromFirst = delay - (retries[index - 1]?.delay ?? 0);
    expect([delay, fromFirst].map(within)).toEqual([true, true]);
    expect([delay * 1.5 + 5, fromFirst * 0.7 - 2].map(within)).toEqual([false, false]);
  },
);
