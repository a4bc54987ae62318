import { expect, test } from 'vitest';
import { type TurnKind, Turns } from './turns.ts';

/** Takes turns of some kinds, ends the given ones in order, and returns those that were granted by then. */
async function cameOf(kinds: readonly TurnKind[], ended: readonly number[]): Promise<readonly number[]> {
  const turns = new Turns();
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
  ['those beside others come at once', ['beside others', 'beside others'], [], [0, 1]],
  ['one that is alone waits for them', ['beside others', 'beside others', 'alone'], [1], [0, 1]],
  ['and comes after the last', ['beside others', 'beside others', 'alone'], [1, 0], [0, 1, 2]],
  ['nobody overtakes it', ['beside others', 'alone', 'beside others'], [], [0]],
  ['nobody comes while it lasts', ['alone', 'beside others', 'alone'], [], [0]],
  ['what follows it comes together', ['alone', 'beside others', 'beside others', 'alone'], [0], [0, 1, 2]],
  ['two that are alone follow each other', ['alone', 'alone'], [0], [0, 1]],
])('%s', async (_, kinds, ended, want) => {
  expect(await cameOf(kinds, ended)).toEqual(want);
});
