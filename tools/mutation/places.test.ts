import { expect, test } from 'vitest';
import { namesAround } from './places.ts';

const source = `const limit = 3;
export const rules = {
  admit(age: number) {
    const isOld = age > limit;
    return isOld;
  },
};
function other() {
  return limit;
}`;

test.each<[what: string, line: number, column: number, names: readonly string[]]>([
  ['age > limit', 4, 19, ['rules', 'admit', 'isOld']],
  ['return isOld', 5, 12, ['rules', 'admit']],
  ['3', 1, 15, ['limit']],
  ['return limit', 9, 10, ['other']],
  ['a place beyond the end', 99, 1, []],
])('%s stands within the declarations around it', (_what, line, column, names) => {
  expect(namesAround(source, line, column)).toEqual(names);
});
