import { expect, test } from 'vitest';
import { retryHorizonSeconds } from './retries.ts';

test('the last retry comes 41 hours, 35 minutes and 5 seconds after the first attempt', () => {
  expect(retryHorizonSeconds).toBe(41 * 3_600 + 35 * 60 + 5);
});
