import { expect, test } from 'vitest';
import { Recent } from './recent.ts';

test('the latest entries stay', () => {
  const recent = new Recent<number>(3);
  for (const [index, key] of ['a', 'b', 'c'].entries()) expect(recent.set(key, index)).toEqual([]);
  expect(recent.set('a', 0)).toEqual([]);
  expect(recent.set('d', 3)).toEqual([]);
  expect(recent.set('e', 4)).toEqual(['b', 'c']);
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => recent.get(key))).toEqual([0, undefined, undefined, 3, 4]);
});

test('of a million entries only the latest are kept, at most twice the limit', () => {
  const recent = new Recent<true>(100);
  let gone = 0;
  for (let index = 0; index < 1_000_000; index += 1) gone += recent.set(String(index), true).length;
  expect(1_000_000 - gone).toBeLessThan(200);
  expect([recent.has('999900'), recent.has('999000')]).toEqual([true, false]);
});
