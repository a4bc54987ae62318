/** Similarity of a wanted operation and one of the target's description, from 0 to 1. */
import { likenessOfWords } from './name-words.ts';
import type { DescriptionProfile } from './profile.ts';

/** How much a word says: one that is everywhere says little. */
export type Rarity = (word: string) => number;

export function rarityOf(profiles: readonly DescriptionProfile[]): Rarity {
  const counts = new Map<string, number>();
  for (const { core } of profiles)
    for (const word of core.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log(2 + profiles.length / (counts.get(word) ?? 1));
}

/** The share of the words of one side that the other has too. */
function covered(
  words: ReadonlyMap<string, number>,
  by: ReadonlyMap<string, number>,
  rarity: Rarity,
): number {
  let whole = 0;
  let found = 0;
  for (const [word, weight] of words) {
    const worth = weight * rarity(word);
    whole += worth;
    let best = 0;
    for (const [other, otherWeight] of by)
      best = Math.max(best, likenessOfWords(word, other) * Math.min(1, otherWeight / weight));
    found += worth * best;
  }
  return whole === 0 ? 0 : found / whole;
}

/** Dice coefficient of two sets: twice the number of common names, divided by the sum of both sizes. */
function shared(ours: ReadonlySet<string>, theirs: ReadonlySet<string>): number | undefined {
  if (ours.size === 0 || theirs.size === 0) return undefined;
  const both = [...ours].filter((name) => theirs.has(name)).length;
  return (2 * both) / (ours.size + theirs.size);
}

/** Whether two methods can have the same effect; undefined where they cannot. */
function effectLikeness(ours: DescriptionProfile, theirs: DescriptionProfile): number | undefined {
  if (ours.effect === theirs.effect) return ours.method === theirs.method ? 1 : 0.95;
  const pair = [ours.effect, theirs.effect];
  if (pair.includes('list') && pair.includes('read')) return theirs.answered.size === 0 ? 0.9 : 0.6;
  if (pair.includes('list') || pair.includes('read')) return undefined;
  return pair.includes('remove') && pair.includes('update') ? 0.5 : 0.7;
}

/** A control may be sent by any method that changes something, unless it only looks. */
const effectOfControl = (ours: DescriptionProfile, theirs: DescriptionProfile) =>
  (ours.method === 'GET') === (theirs.method === 'GET') ? 1 : undefined;

const average = (parts: readonly (readonly [number | undefined, number])[]): number => {
  const there = parts.filter((part): part is [number, number] => part[0] !== undefined);
  const weight = there.reduce((sum, [, each]) => sum + each, 0);
  return there.reduce((sum, [value, each]) => sum + value * each, 0) / weight;
};

/** Factor for the likeness of a client operation and a test route. The two are paired only if nothing else matches. */
export const otherKind = 0.7;

/** @param ours that of a control has no path, so that its names are all there is to go by */
export function likeness(
  ours: DescriptionProfile,
  theirs: DescriptionProfile,
  rarity: Rarity,
  isControl: boolean,
): number {
  const effect = isControl ? effectOfControl(ours, theirs) : effectLikeness(ours, theirs);
  if (effect === undefined) return 0;
  const names = (covered(ours.core, theirs.all, rarity) + covered(theirs.core, ours.all, rarity)) / 2;
  const sameParameters = ours.parameters.length === theirs.parameters.length;
  const sameEnd = ours.endsInParameter === theirs.endsInParameter;
  const structure = (sameParameters ? 0.6 : 0) + (sameEnd ? 0.4 : 0);
  // A client may delete a user of the sandbox, at a route for tests or at another.
  // Clients often register webhook endpoints, too.
  const isAnywhere = ours.isForTests || (isControl && ours.all.has('webhook'));
  const kind = isControl === theirs.isForTests || isAnywhere ? 1 : otherKind;
  return (
    effect *
    kind *
    average([
      [names, 0.65],
      [isControl ? undefined : structure, 0.1],
      [shared(ours.given, theirs.given), 0.15],
      [shared(ours.answered, theirs.answered), 0.1],
    ])
  );
}
