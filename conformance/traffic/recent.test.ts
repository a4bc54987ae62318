import { expect, test } from 'vitest';
import { Recent } from './recent.ts';

test('what was used last stays, and no more than so much', () => {
  const recent = new Recent<number>(2);
  expect(recent.set('a', 1)).toBeUndefined();
  expect(recent.set('b', 2)).toBeUndefined();
  expect(recent.get('a')).toBe(1);
  expect(recent.set('c', 3)).toBe('b');
  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([1, undefined, 3]);
});

test('after a million entries there are as many as are kept', () => {
  const recent = new Recent<true>(100);
  const gone = new Set<string>();
  for (let index = 0; index < 1_000_000; index += 1) {
    const oldest = recent.set(String(index), true);
    if (index >= 999_900 && oldest !== undefined) gone.add(oldest);
  }
  expect(gone.size).toBe(100);
  expect([recent.has('999899'), recent.has('999900')]).toEqual([false, true]);
});
