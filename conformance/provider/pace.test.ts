import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

/** A target that needs this long after a write. */
const needing = (pace: Pace, millis: number) => async () => pace.lag.readMillis < millis;

test('a violation that is gone after a long wait makes the run wait up to that long', async () => {
  const pace = new Pace();
  const waits: [boolean, number][] = [];
  for (let count = 0; count < 5; count += 1)
    waits.push([await pace.confirm(needing(pace, 900)), pace.lag.readMillis]);
  expect(waits).toEqual([
    [false, 250],
    [false, 500],
    [false, 1_000],
    [false, 1_000],
    [false, 1_000],
  ]);
});

test('a violation that persists after a long wait does not change the waits', async () => {
  const pace = new Pace();
  pace.startWith({ listMillis: 20, readMillis: 0 });
  expect(await pace.confirm(async () => true)).toBe(true);
  expect(pace.lag).toEqual({ listMillis: 125, readMillis: 0 });
});

test('a failed second look does not change the waits', async () => {
  const pace = new Pace();
  await expect(pace.confirm(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(pace.isPrompt).toBe(true);
});
