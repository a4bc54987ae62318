import { expect, test } from 'vitest';
import { depthOf, parseJson } from './body.ts';

test.each([
  ['1', 0],
  ['[]', 1],
  ['{"a":[{}]}', 3],
  ['[[],[[]],[]]', 3],
  ['["[[["]', 1],
  ['["\\"[["]', 1],
  ['["\\\\",[]]', 2],
  ['"', 0],
  [']]]][', 0],
])('%s is %i deep', (text, want) => {
  expect(depthOf(text)).toBe(want);
});

test('64 levels are parsed and 65 are refused', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(JSON.stringify(parseJson(nested(64)))).toBe(nested(64));
  expect(() => parseJson(nested(65))).toThrow('not valid');
});
