/** Splits names into words, in any spelling, and compares words. */
import { createRequire } from 'node:module';
import type damerauLevenshtein from 'damerau-levenshtein';
import { relatedWords, sameWords } from './synonyms.ts';

const load = createRequire(import.meta.url);

const fillers = new Set(
  'a an the of and or for to in on by with from its it is that this who has as at be again one all api include v1 v2 v3'.split(
    ' ',
  ),
);

function singular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** The groups by the words of each member, those with the most words first. */
const phrases = sameWords
  .flatMap(([first = '', ...others]) => [first, ...others].map((other) => [other.split(' '), first] as const))
  .toSorted(([a], [b]) => b.length - a.length);
const longestPhrase = Math.max(...phrases.map(([words]) => words.length));
const firstOf = new Map(phrases.map(([words, first]) => [words.join(' '), first]));

/** Puts the first word of its group in the place of each word or phrase. */
function inOneWord(words: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; ) {
    let length = Math.min(longestPhrase, words.length - at);
    while (length > 1 && !firstOf.has(words.slice(at, at + length).join(' '))) length -= 1;
    const phrase = words.slice(at, at + length).join(' ');
    found.push(firstOf.get(phrase) ?? phrase);
    at += length;
  }
  return found;
}

/** Longer texts say nothing more, and take the square of their length. */
const longestName = 2_000;

/** `customField_ids` → custom, field, id. */
export function wordsOf(name: string): readonly string[] {
  const split = name
    .slice(0, longestName)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    // A number belongs to the word before it: line_1 is line1.
    .replace(/([a-z])[\s_-]+(\d)/g, '$1$2')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const plain = inOneWord(split.map(singular));
  return plain.filter((word) => !fillers.has(word));
}

/** Last words that say how a time is given, by what they say. */
const measures: readonly (readonly [words: RegExp, measure: string])[] = [
  [/^(at|on|until|date|timestamp)$/, 'a moment'],
  [/^(in|within|for|ttl|duration|lifetime|age)$/, 'a duration'],
  [/^(milli|millisecond|ms)s?$/, 'milliseconds'],
  [/^(second|sec)s?$/, 'seconds'],
  [/^(minute|min)s?$/, 'minutes'],
  [/^hours?$/, 'hours'],
  [/^days?$/, 'days'],
];

function measureOf(name: string): string | undefined {
  const last =
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .at(-1) ?? '';
  return measures.find(([words]) => words.test(last))?.[1];
}

/** Whether two names say that their values are measured otherwise: `expiresAt` is a moment, and `expiresIn` a duration. */
export function areMeasuredOtherwise(name: string, other: string): boolean {
  const [own, theirs] = [measureOf(name), measureOf(other)];
  return own !== undefined && theirs !== undefined && own !== theirs;
}

/** A name without its way of writing: `idDetails`, `id_details` and `ID-Details` are one. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const related = new Map<string, Set<string>>();
for (const group of relatedWords)
  for (const word of group) related.set(word, new Set([...(related.get(word) ?? []), ...group]));

const sharedByRelated = 0.6;
const leastAlike = 0.8;
const known = new Map<string, number>();

function measured(word: string, other: string): number {
  if (word === other) return 1;
  if (related.get(word)?.has(other) === true) return sharedByRelated;
  const [short, long] = [word.length, other.length].toSorted((a, b) => a - b) as [number, number];
  if (short < 5 || short < leastAlike * long) return 0;
  const distance: typeof damerauLevenshtein = load('damerau-levenshtein');
  const { similarity } = distance(word, other);
  return similarity >= leastAlike ? similarity * similarity : 0;
}

/** From 0 to 1. */
export function likenessOfWords(word: string, other: string): number {
  const key = `${word} ${other}`;
  const found = known.get(key) ?? measured(word, other);
  known.set(key, found);
  return found;
}
