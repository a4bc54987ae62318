import { expect, test } from 'vitest';
import { allChecks, firstLooks, walkFirst } from './all-checks.ts';

test('check ids are unique', () => {
  const ids = allChecks.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the checks that a run begins with exist', () => {
  expect(allChecks.slice(0, firstLooks.length).map(({ id }) => id)).toEqual(firstLooks);
});

test('the other checks keep their order', () => {
  const others = allChecks.slice(firstLooks.length);
  expect(walkFirst(others)).toEqual(others);
});
