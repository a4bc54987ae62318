import { expect, test } from 'vitest';
import { countings, inWords, retries, windowOf } from './retry-schedule.ts';

test.each(retries.map(({ delay }, index) => [index, delay] as const))(
  'retry %i is awaited around %i seconds after the attempt that its delay counts from',
  (index, delay) => {
    const [first, before] = [
      { from: 1_000, to: 1_000 },
      { from: 5_000, to: 5_000 },
    ];
    for (const counting of countings) {
      const base = counting === 'first attempt' ? 1_000 : 5_000;
      const { from, to } = windowOf(index, counting, first, before);
      expect(from).toBeLessThanOrEqual(base + delay * 0.9);
      expect(to).toBeGreaterThanOrEqual(base + delay * 1.1);
      expect(from).toBeGreaterThan(base + delay * 0.9 - 2);
      expect(to).toBeGreaterThanOrEqual(base + delay + 60);
      expect(to).toBeLessThan(base + Math.max(delay * 1.1 + 4, delay + 63));
    }
  },
);

test('unknown times of earlier attempts widen the window', () => {
  const first = { from: 0, to: 10 };
  expect(windowOf(1, 'attempt before', first, { from: 20, to: 40 })).toEqual({ from: 289, to: 402 });
});

test.each([
  [5, '5 s'],
  [300, '5 min'],
  [7_200, '2 h'],
  [86_400, '24 h'],
  [345_600, '4 days'],
  [9_900, '2.8 h'],
])('%i seconds are %s', (seconds, words) => expect(inWords(seconds)).toBe(words));
