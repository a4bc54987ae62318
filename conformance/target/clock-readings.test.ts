import { expect, it } from 'vitest';
import { ClockReadings } from './clock-readings.ts';

/** Reads the clock as 1000, then advances it by 60 s; the control returns the given value. */
async function advanceTo(now: unknown): Promise<number> {
  const readings = new ClockReadings();
  await readings.advance('a', 0, async () => 1_000);
  await readings.advance('b', 0, async () => 9_000);
  return readings.advance('a', 60, async () => now);
}

it.each([
  ['as far as it was moved', 1_060],
  ['further, as one that flows', 1_075.5],
  ['rounded', 1_059],
])('takes a clock that goes on %s', async (_, now) => {
  expect(await advanceTo(now)).toBe(now);
});

it.each([
  ['stands', 1_000, '1000 as the time, 60 s after 1000'],
  ['goes back', 400, '400 as the time, 60 s after 1000'],
  ['counts milliseconds', 1_767_225_600_000, '1767225600000 as the time, which is not a time'],
  ['says nothing', null, 'null as the time, which is not a time'],
  ['says so in words', 'soon', '"soon" as the time, which is not a time'],
  ['knows no number', Number.NaN, 'null as the time, which is not a time'],
])('refuses a clock that %s', async (_, now, why) => {
  await expect(advanceTo(now)).rejects.toMatchObject({
    code: 'CONTROL_FAILED',
    message: `The control advanceClock returned ${why}: it must return the time of the business after the move, in Unix seconds`,
  });
});

it('accepts two simultaneous moves in either order', async () => {
  const readings = new ClockReadings();
  await readings.advance('a', 0, async () => 1_000);
  const second = Promise.withResolvers<number>();
  const first = readings.advance('a', 60, () => second.promise);
  expect(await readings.advance('a', 60, async () => 1_120)).toBe(1_120);
  second.resolve(1_060);
  expect(await first).toBe(1_060);
});
