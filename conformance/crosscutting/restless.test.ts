import { expect, test } from 'vitest';
import { isUnchanged } from './restless.ts';

const read = (name: string, traceId: string) => ({
  data: [{ name, shown: { at: traceId } }],
  meta: { traceId },
});

test.each<[string, before: unknown, after: unknown, again: unknown, unchanged: boolean]>([
  ['a field of each response', read('Ada', 't1'), read('Ada', 't2'), read('Ada', 't3'), true],
  [
    'a field of each response, beside a change',
    read('Ada', 't1'),
    read('Eve', 't2'),
    read('Eve', 't3'),
    false,
  ],
  ['a change', read('Ada', 't'), read('Eve', 't'), read('Eve', 't'), false],
  ['an item more', { data: [] }, { data: [1] }, { data: [1] }, false],
  ['a text that changes by itself', 'a', 'b', 'c', false],
])('%s', async (_, before, after, again, unchanged) => {
  expect(await isUnchanged(before, after, async () => again)).toBe(unchanged);
});

test('equal reads need no other', async () => {
  const never = () => Promise.reject(new Error('It was read again.'));
  expect(await isUnchanged(read('Ada', 't'), read('Ada', 't'), never)).toBe(true);
});
