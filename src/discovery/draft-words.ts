/** Drafts translations of words from the enums of the target's description. */
import { WordsSchema } from '../config/words.ts';
import type { Draft } from './draft.ts';
import { likenessOfWords, plainName, wordsOf } from './name-words.ts';
import type { Shape } from './shape.ts';

export interface WordDraft {
  /** `createPerson.type`. */
  readonly field: string;
  readonly ours: string;
  readonly theirs: string;
  readonly status: 'sure' | 'guess';
}

const leastAlike = 0.6;

/** Theirs that a word of ours could be: the same otherwise written, one that is like it, or its first letters. */
function wordFor(ours: string, theirs: readonly string[]): Pick<WordDraft, 'theirs' | 'status'> | undefined {
  if (theirs.includes(ours)) return undefined;
  const same = theirs.filter((word) => plainName(word) === plainName(ours));
  if (same[0] !== undefined && same.length === 1) return { theirs: same[0], status: 'sure' };
  const like = theirs.filter((word) => {
    const [mine, other] = [wordsOf(ours), wordsOf(word)];
    const isStart = word.length < 4 && plainName(ours).startsWith(plainName(word));
    return isStart || mine.some((each) => other.some((one) => likenessOfWords(each, one) >= leastAlike));
  });
  return like[0] !== undefined && like.length === 1 ? { theirs: like[0], status: 'guess' } : undefined;
}

/** Examples count where they are words, not names or numbers. */
const oursIn = ({ words, shown }: Shape) => [
  ...new Set([...words, ...shown.filter((example) => /^[A-Za-z][A-Za-z_-]*$/.test(example))]),
];

const isAllowed = ({ field, ours, theirs }: WordDraft) =>
  WordsSchema.safeParse({ [field]: { [ours]: theirs } }).success;

export function draftWords(drafts: readonly Draft[]): readonly WordDraft[] {
  const found = drafts.flatMap(({ wanted, status, pairs }) =>
    pairs.flatMap(({ ours: place, ourShape, theirShape, certainty }) =>
      theirShape.words.length === 0
        ? []
        : oursIn(ourShape).flatMap((ours): WordDraft[] => {
            const word = wordFor(ours, theirShape.words);
            if (word === undefined) return [];
            const isSure = word.status === 'sure' && status === 'sure' && certainty !== 'guess';
            return [
              {
                field: `${wanted.name}.${place}`,
                ours,
                theirs: word.theirs,
                status: isSure ? 'sure' : 'guess',
              },
            ];
          }),
    ),
  );
  // A word may occur in the request and in the response of the same operation.
  const seen = new Map(found.map((word) => [`${word.field} ${word.ours}`, word]));
  return [...seen.values()].filter(isAllowed);
}
