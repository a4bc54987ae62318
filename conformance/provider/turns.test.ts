import { expect, test } from 'vitest';
import { type TurnKind, Turns } from './turns.ts';

/** Takes turns of some kinds, ends the given ones in order, and returns those that were granted by then. */
async function cameOf(
  kinds: readonly TurnKind[],
  ended: readonly number[],
  turns = new Turns(),
): Promise<readonly number[]> {
  const came: number[] = [];
  const ends = kinds.map((kind, index) =>
    turns.take(kind).then((end) => {
      came.push(index);
      return end;
    }),
  );
  for (const index of ended) (await ends[index])?.();
  await new Promise(setImmediate);
  return came;
}

test.each<[string, readonly TurnKind[], readonly number[], readonly number[]]>([
  ['calls beside others start at once', ['beside others', 'beside others'], [], [0, 1]],
  ['an exclusive call waits for running calls', ['beside others', 'beside others', 'alone'], [1], [0, 1]],
  [
    'an exclusive call starts after the last of them',
    ['beside others', 'beside others', 'alone'],
    [1, 0],
    [0, 1, 2],
  ],
  [
    'a later call does not start before a waiting exclusive call',
    ['beside others', 'alone', 'beside others'],
    [],
    [0],
  ],
  ['no call starts during an exclusive call', ['alone', 'beside others', 'alone'], [], [0]],
  [
    'calls after an exclusive call start together',
    ['alone', 'beside others', 'beside others', 'alone'],
    [0],
    [0, 1, 2],
  ],
  ['two exclusive calls run one after the other', ['alone', 'alone'], [0], [0, 1]],
])('%s', async (_, kinds, ended, want) => {
  expect(await cameOf(kinds, ended)).toEqual(want);
});

test('where those that run alone come last, one that is called for waits until no other is left', async () => {
  const kinds = ['beside others', 'alone', 'beside others', 'alone', 'beside others'] as const;
  expect(await cameOf(kinds, [0, 2], new Turns('alone last'))).toEqual([0, 2, 4]);
  expect(await cameOf(kinds, [0, 2, 4, 1], new Turns('alone last'))).toEqual([0, 2, 4, 1, 3]);
});
