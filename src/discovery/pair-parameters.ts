/** Maps our parameters to those in a path of the target. */
import { likenessOfWords, wordsOf } from './name-words.ts';
import { parametersIn } from './wanted.ts';

export interface PairedPath {
  /** The path with our names of its parameters. */
  readonly path: string;
  /** Ours that the path does not hold. */
  readonly missing: readonly string[];
  /** Their parameters that match none of ours. */
  readonly strange: readonly string[];
  /** Pairs that only their place makes: nothing in the names says that one is the other. */
  readonly unlike: readonly { readonly ours: string; readonly theirs: string }[];
}

/** How well a name of ours explains a parameter: by its own words, and by the part of the path before it. */
function explains(ours: string, theirs: string, before: string): number {
  const words = wordsOf(ours).filter((word) => word !== 'id');
  const others = [...wordsOf(theirs), ...wordsOf(before)].filter((word) => word !== 'id');
  const best = words.map((word) => Math.max(0, ...others.map((other) => likenessOfWords(word, other))));
  return best.length === 0 ? 0 : best.reduce((sum, each) => sum + each, 0) / best.length;
}

/** Two names that are at least this alike mean the same thing. */
const leastLikeness = 0.5;

/** @param given names of ours, in the order of our path */
export function pairParameters(path: string, given: readonly string[]): PairedPath {
  const parts = path.split('/');
  const theirs = parametersIn(path);
  const taken = new Map<string, string>();
  const likeness = (name: string, ours: string) =>
    explains(ours, name, parts[parts.indexOf(`{${name}}`) - 1] ?? '');
  if (theirs.length === given.length) {
    for (const [index, name] of theirs.entries()) taken.set(name, given[index] ?? name);
  } else {
    const order = theirs
      .flatMap((name) => given.map((ours) => ({ name, ours, score: likeness(name, ours) })))
      .filter(({ score }) => score >= leastLikeness)
      .toSorted((a, b) => b.score - a.score);
    for (const { name, ours } of order)
      if (!taken.has(name) && ![...taken.values()].includes(ours)) taken.set(name, ours);
  }
  return {
    path: parts
      .map((part) =>
        part.replace(/\{([^}]+)\}/g, (whole, name: string) =>
          taken.has(name) ? `{${taken.get(name)}}` : whole,
        ),
      )
      .join('/'),
    missing: given.filter((name) => ![...taken.values()].includes(name)),
    strange: theirs.filter((name) => !taken.has(name)),
    unlike: [...taken].flatMap(([name, ours]) =>
      likeness(name, ours) < leastLikeness ? [{ ours, theirs: name }] : [],
    ),
  };
}
