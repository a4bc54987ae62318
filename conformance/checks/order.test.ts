import { expect, test } from 'vitest';
import { allChecks } from './index.ts';
import { firstLooks, walkFirst } from './order.ts';

test('the checks that a run begins with are there', () => {
  expect(allChecks.slice(0, firstLooks.length).map(({ id }) => id)).toEqual(firstLooks);
});

test('the others keep their order', () => {
  const others = allChecks.slice(firstLooks.length);
  expect(walkFirst(others)).toEqual(others);
});
