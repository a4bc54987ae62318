import { expect, test } from 'vitest';
import { isRealTime } from './real-time.ts';

test.each<[timestamp: unknown, receivedAt: number, isReal: boolean]>([
  [1_790_000_000, 1_790_000_003.2, true],
  ['1790000000', 1_790_000_003.2, true],
  [1_790_000_000, 1_790_000_060, false],
  ['soon', 1_790_000_000, false],
])('%j is the real time of a delivery at %d: %s', (timestamp, receivedAt, isReal) => {
  expect(isRealTime(timestamp, receivedAt)).toBe(isReal);
});
