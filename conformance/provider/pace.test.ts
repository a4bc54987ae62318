import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

/** A target that needs this long after a write. */
const needing = (pace: Pace, millis: number) => async () => pace.lagOf('a').readMillis < millis;

test('a violation that is gone after a long wait makes the run wait up to that long', async () => {
  const pace = new Pace();
  const waits: [boolean, number][] = [];
  for (let count = 0; count < 5; count += 1)
    waits.push([await pace.confirm('a', needing(pace, 900)), pace.lag.readMillis]);
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
  expect(await pace.confirm('a', async () => true)).toBe(true);
  expect(pace.lag).toEqual({ listMillis: 125, readMillis: 0 });
});

test('a second look with long waits concerns one check', async () => {
  const pace = new Pace();
  const seen = await new Promise((resolve) => {
    void pace.confirm('a', async () => {
      resolve([pace.waitsAlways('a'), pace.waitsAlways('b'), pace.lagOf('b').readMillis]);
      return true;
    });
  });
  expect(seen).toEqual([true, false, 0]);
});

test('where the survey waited in vain for every write, a second look does not wait', async () => {
  const pace = new Pace();
  pace.startWith({ listMillis: 0, readMillis: 0, never: true });
  expect(await pace.confirm('a', async () => pace.waitsAlways('a'))).toBe(false);
  expect(pace.isPrompt).toBe(true);
});

test('a failed second look does not change the waits', async () => {
  const pace = new Pace();
  await expect(pace.confirm('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(pace.isPrompt).toBe(true);
});

test('a violation that is gone with a wait after drain makes the run wait after each drain', async () => {
  const pace = new Pace();
  const tooEarly = async () => pace.drainMillisOf('a') < 400;
  expect(await pace.confirmAfterDrain('a', tooEarly)).toBe(false);
  expect(pace.drainMillisOf('b')).toBe(250);
  expect(await pace.confirmAfterDrain('a', async () => true)).toBe(true);
  expect(pace.drainMillisOf('b')).toBe(250);
  expect(pace.isPrompt).toBe(true);
});
