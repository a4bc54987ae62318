/** The names of exported types: each means one thing in the whole project. Pure: the script passes the texts in. */
import type { Text } from './wording-problems.ts';

const exported = /^export (?:interface|type|class) ([A-Z]\w*)/gm;

/** The engine knows no interface; the suite of the service has the same concept with its own types under the same name. */
const ofOneConcept: readonly (readonly [string, string])[] = [
  ['conformance/engine/', 'conformance/provider/'],
  ['conformance/engine/', 'openapi/'],
];

const areOne = (one: string, other: string) =>
  ofOneConcept.some(
    (pair) =>
      pair.some((folder) => one.startsWith(folder)) && pair.some((folder) => other.startsWith(folder)),
  );

/** @returns one sentence for each name that two files export */
export function namesTwice(files: readonly Text[]): string[] {
  const first = new Map<string, string>();
  return files.flatMap(({ name: file, text }) =>
    Array.from(text.matchAll(exported), ([, name = '']) => name).flatMap((name) => {
      const other = first.get(name);
      first.set(name, other ?? file);
      return other === undefined || areOne(file, other)
        ? []
        : [`${file} and ${other} both export a type ${name}: give one of them another name.`];
    }),
  );
}

/** @returns one sentence for each word of the glossary that no exported type has in its name */
export function wordsOfNoType(glossary: string, files: readonly Text[]): string[] {
  const names = files.flatMap(({ text }) => Array.from(text.matchAll(exported), ([, name = '']) => name));
  const words = Array.from(glossary.matchAll(/^\| \*\*([\w ]+)\*\* \|/gm), ([, word = '']) => word);
  return words
    .filter((word) => {
      const pascal = word.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
      return !names.some((name) => name.includes(pascal));
    })
    .map((word) => `The glossary explains ${word}, and no exported type has the word in its name.`);
}
