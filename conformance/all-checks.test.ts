import { expect, test } from 'vitest';
import { requirements } from '../openapi/catalogue.ts';
import { allChecks, firstLooks, walkFirst } from './all-checks.ts';

const covered = new Set(allChecks.flatMap(({ covers }) => covers));

test('every requirement that can be tested has a check', () => {
  const without = requirements
    .filter(({ id, untestable }) => untestable === undefined && !covered.has(id))
    .map(({ id }) => id);
  expect(without).toEqual([]);
});

test('no check claims a requirement that cannot be tested', () => {
  const claimed = requirements.filter(({ id, untestable }) => untestable !== undefined && covered.has(id));
  expect(claimed.map(({ id }) => id)).toEqual([]);
});

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
