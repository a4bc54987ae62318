import { expect, test } from 'vitest';
import { interleave } from './checks.ts';

test.each<[sequences: readonly string[], one: string]>([
  [[], ''],
  [['abc'], 'abc'],
  [['abc', 'x', '12'], 'ax1b2c'],
])('%j are taken in turn as %s', (sequences, one) => {
  expect(interleave(sequences.map((sequence) => [...sequence])).join('')).toBe(one);
});
