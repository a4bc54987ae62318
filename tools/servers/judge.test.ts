import { expect, test } from 'vitest';
import { shortfallsOf } from './judge.ts';
import { addressIn } from './start.ts';

const all = { passed: 100, failed: 0, notExercised: 0, errored: 0 };

test.each([
  ['keys only', { ...all, passed: 90, notExercised: 200 }, 0],
  ['keys only', { ...all, passed: 89, notExercised: 200 }, 1],
  ['connected', { ...all, passed: 97, notExercised: 3 }, 0],
  ['connected', { ...all, passed: 96, notExercised: 3, errored: 1 }, 1],
  ['connected', { ...all, passed: 99, failed: 1 }, 1],
] as const)('a run %s with %o has %i shortfalls', (mode, counts, shortfalls) => {
  expect(shortfallsOf(mode, counts)).toHaveLength(shortfalls);
});

test.each([
  ['listening on http://127.0.0.1:4611', '127.0.0.1:4611'],
  ['listening on 127.0.0.1:80', '127.0.0.1:80'],
  ['listening on http://0.0.0.0:80', undefined],
  ['warming up', undefined],
])('the address in "%s"', (line, address) => {
  expect(addressIn(line)).toBe(address);
});
