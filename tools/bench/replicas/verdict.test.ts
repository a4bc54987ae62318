import { expect, test } from 'vitest';
import type { EventReceiver } from './receiver.ts';
import { problemsOfEvents } from './verdict.ts';

type Known = Readonly<Record<string, readonly string[]>>;

const mapOf = (known: Known) => new Map(Object.entries(known).map(([key, list]) => [key, new Set(list)]));
const receiverOf = (ids: Known, bodies: Known): EventReceiver => ({
  url: '',
  count: 0,
  ids: mapOf(ids),
  bodies: mapOf(bodies),
  [Symbol.asyncDispose]: async () => {},
});

test.each<[string, Known, Known, readonly string[]]>([
  ['nothing is wrong', { a: ['1'] }, { '1': ['x'] }, []],
  ['an event never came', {}, {}, ['never told: a']],
  ['one thing was told under two ids', { a: ['1', '2'] }, {}, ['a was told under 2 ids']],
  ['a retry had another body', { a: ['1'] }, { '1': ['x', 'y'] }, ['event 1 has 2 bodies']],
])('the verdict says when %s', (_what, ids, bodies, want) => {
  expect(problemsOfEvents(receiverOf(ids, bodies), ['a'])).toEqual(want);
});
