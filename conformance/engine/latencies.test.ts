import { expect, test } from 'vitest';
import { classOf, percentile } from './latencies.ts';

test.each([
  [0, '0.1'],
  [0.1, '0.1'],
  [0.11, '0.12'],
  [1, '1'],
  [1.000_1, '1.2'],
  [8.2, '8.2'],
  [8.3, '10'],
  [99.9, '100'],
  [100, '100'],
  [15_000, '15000'],
  [179_999, '180000'],
  [9e9, '180000'],
])('%d ms count in the class up to %s ms', (millis, want) => {
  expect(classOf(millis)).toBe(want);
});

test('a duration belongs to the narrowest class that contains it, at most a quarter wider', () => {
  for (let millis = 0.1; millis < 180_000; millis *= 1.003) {
    const bound = Number(classOf(millis));
    expect(bound).toBeGreaterThanOrEqual(millis);
    expect(bound / millis).toBeLessThan(1.26);
  }
});

test.each([
  [{ '1': 1, '10': 1 }, 0.5, 1],
  [{ '10': 50, '2.2': 50 }, 0.5, 2.2],
  [{ '10': 5, '2.2': 95 }, 0.95, 2.2],
  [{ '10': 6, '2.2': 94 }, 0.95, 10],
  [{ '100': 1 }, 0.95, 100],
  [{ '1': 0, '3.3': 2 }, 0.5, 3.3],
  [{}, 0.5, undefined],
])('of %j the share %d took at most %s ms', (counts, share, want) => {
  expect(percentile(counts, share)).toBe(want);
});
