import { expect, it } from 'vitest';
import { Pacer } from './pacer.ts';

it.each([
  ['the first leaves at once', 10, [0], [0]],
  ['those that come together leave one by one', 10, [0, 0, 0], [0, 100, 200]],
  ['one that comes in time does not wait', 10, [0, 100, 250], [0, 0, 0]],
  ['time in which none came is not made up for', 10, [0, 1000, 1000], [0, 0, 100]],
  ['less than one in a second', 0.5, [0, 500], [0, 1500]],
])('%s', (_, perSecond, times, waits) => {
  const pacer = new Pacer(perSecond);
  expect(times.map((now) => pacer.reserve(now))).toEqual(waits);
});
