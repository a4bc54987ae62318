import { expect, test } from 'vitest';
import { namesTwice, wordsOfNoType } from './type-names.ts';

const file = (name: string, ...names: readonly string[]) => ({
  name,
  text: names.map((each) => `export interface ${each} {}\n`).join(''),
});

test('a name that two files export is told, unless the suite has the concept of the engine', () => {
  expect(
    namesTwice([
      file('conformance/engine/check.ts', 'Check'),
      file('conformance/provider/check.ts', 'Check'),
      file('src/a.ts', 'Place'),
      file('reports/b.ts', 'Place'),
    ]),
  ).toEqual(['reports/b.ts and src/a.ts both export a type Place: give one of them another name.']);
});

test('a word of the glossary is in the name of a type', () => {
  const glossary = '| **state machine** | … |\n| **check** | … |\n| **hearing** | … |\n';
  expect(wordsOfNoType(glossary, [file('a.ts', 'StateMachine', 'CheckDetails')])).toEqual([
    'The glossary explains hearing, and no exported type has the word in its name.',
  ]);
});
