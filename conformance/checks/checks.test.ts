import { expect, test } from 'vitest';
import { requirements } from '../../openapi/catalogue.ts';
import { allChecks } from './index.ts';

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
