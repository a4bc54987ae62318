/** Matches the operations of a target's description with ours. */

import { documentedPrefix } from '../../conformance/http/path-prefix.ts';
import type { ForeignOperation } from './foreign-description.ts';
import { likeness, otherKind, rarityOf } from './likeness.ts';
import { likenessOfWords, wordsOf } from './name-words.ts';
import { type Candidate, pairUp } from './pair-up.ts';
import { type DescriptionProfile, profileOfForeign, profileOfWanted } from './profile.ts';
import { documentedOperations, openControls, openOperations, type Wanted } from './wanted.ts';

export interface Match {
  readonly wanted: Wanted;
  /** Undefined where nothing is like it. */
  readonly found?: ForeignOperation;
  readonly isSure: boolean;
  /** Why it is not sure. */
  readonly why: string;
  /** The field of a response that holds what a control returns. */
  readonly within?: string;
}

const leastLike = 0.42;
const sureFrom = 0.6;
const sureLead = 0.08;
/** A control is known by its name alone. */
const sureFromControl = 0.5;

/** Words for a provisional resource, which another request has to complete. */
const provisional = [
  'draft',
  'quote',
  'preview',
  'intent',
  'estimate',
  'proposal',
  'session',
  'prepare',
  'simulate',
];

/** Words for the completion of such a resource. */
const concluding = [
  'confirm',
  'commit',
  'finalize',
  'finalise',
  'execute',
  'issue',
  'publish',
  'send',
  'submit',
  'complete',
];

export const withoutNames = (path: string) => path.replace(/\{[^}]*\}/g, '{}');

const keyOf = ({ method, path }: Pick<ForeignOperation, 'method' | 'path'>) =>
  `${method} ${withoutNames(path)}`;

/** Operations with the paths that the suite knows, and what they have in front instead. */
interface Aligned {
  readonly operations: readonly ForeignOperation[];
  /** The required end of the base address. */
  readonly prefix: string;
  /** What the paths have in front instead of `/v1`. */
  readonly pathPrefix?: string;
}

/**
 * The operations with the paths that a client of the base address sends: parts that they have in front may be of the
 * address, or stand for the documented `/v1`. Others, such as test endpoints of another address, stay as they are.
 */
export function aligned(operations: readonly ForeignOperation[]): Aligned {
  const known = new Set(documentedOperations.map(keyOf));
  const isIn = (prefix: string, { path }: ForeignOperation) => path.startsWith(`${prefix}/`);
  const prefixes = [0, 1, 2, 3].flatMap((count) => {
    const firsts = operations.map(({ path }) =>
      path
        .split('/')
        .slice(0, count + 1)
        .join('/'),
    );
    return [...new Set(firsts)].filter(
      (prefix) => operations.filter((each) => isIn(prefix, each)).length > operations.length / 2,
    );
  });
  const moved = (prefix: string, front: string) =>
    operations.map((each) => {
      const rest = each.path.slice(prefix.length);
      return isIn(prefix, each) ? { ...each, path: `${front}${rest}` } : each;
    });
  const candidates: readonly Aligned[] = [
    ...prefixes.map((prefix) => ({ operations: moved(prefix, ''), prefix })),
    ...prefixes.map((pathPrefix) => ({
      operations: moved(pathPrefix, documentedPrefix),
      prefix: '',
      pathPrefix,
    })),
  ];
  const hits = (candidate: Aligned) => candidate.operations.filter((each) => known.has(keyOf(each))).length;
  const counted = candidates.map((candidate) => ({ candidate, hits: hits(candidate) }));
  // The sort is stable, so that a prefix of our own goes first.
  const best = counted.toSorted((a, b) => b.hits - a.hits)[0];
  return best === undefined || best.hits === 0 ? { operations, prefix: '' } : best.candidate;
}

/** The request that completes one that only prepares: `POST …/{id}/confirm` for the resource that it creates. */
function conclusionOf(
  { method, path }: ForeignOperation,
  all: readonly ForeignOperation[],
): ForeignOperation | undefined {
  if (method !== 'POST') return undefined;
  return all.find((other) => {
    const rest = other.path.startsWith(`${path}/`) ? other.path.slice(path.length + 1).split('/') : [];
    return (
      other.method !== 'GET' &&
      rest.length === 2 &&
      rest[0]?.startsWith('{') === true &&
      concluding.includes(rest[1] ?? '')
    );
  });
}

function doubtsAbout(
  { wanted, found, score, lead, next }: Judged,
  all: readonly ForeignOperation[],
): string | undefined {
  const least = wanted.kind === 'control' ? sureFromControl : sureFrom;
  const ours = wordsOf(`${wanted.name} ${wanted.path} ${wanted.summary}`);
  const early = wordsOf(found.path).find((word) => provisional.includes(word) && !ours.includes(word));
  if (early !== undefined) return `its path speaks of a ${early}, so another request may have to follow`;
  const conclusion = conclusionOf(found, all);
  if (conclusion !== undefined && conclusion.path.split('/').at(-1) !== wanted.path.split('/').at(-1))
    return `${conclusion.method} ${conclusion.path} may have to follow it`;
  if (score < least) return 'its names have little in common with ours';
  if (lead < sureLead)
    return next === undefined
      ? 'it is like another operation too'
      : `it could be ${next.method} ${next.path} as well`;
  return undefined;
}

interface Judged {
  readonly wanted: Wanted;
  readonly found: ForeignOperation;
  readonly score: number;
  readonly lead: number;
  readonly next: ForeignOperation | undefined;
}

/** Whether the names explain each other: the action of ours, and the last part of their path. */
function explain(ours: DescriptionProfile, theirs: DescriptionProfile): boolean {
  const has = (words: Iterable<string>, word: string) =>
    [...words].some((each) => likenessOfWords(word, each) >= 0.6);
  const [action] = ours.core.keys();
  return (
    ours.last.concat(action ?? []).some((word) => has(theirs.core.keys(), word)) &&
    theirs.last.every((word) => has(ours.all.keys(), word))
  );
}

/**
 * The only free route for tests whose last word says the same as a control that nothing else is like. The rest of its
 * path may be about anything, so that it is a guess.
 */
function byLastWord(
  ours: DescriptionProfile,
  known: readonly Known[],
  isFree: (operation: ForeignOperation) => boolean,
): ForeignOperation | undefined {
  const isLike = ({ method, isForTests, last, all }: DescriptionProfile) =>
    isForTests &&
    (method === 'GET') === (ours.method === 'GET') &&
    last.some((word) => ours.last.some((own) => likenessOfWords(own, word) >= 0.6)) &&
    ours.last.every((own) => [...all.keys()].some((word) => likenessOfWords(own, word) >= 0.6));
  const [only, ...more] = known.filter(([operation, profile]) => isFree(operation) && isLike(profile));
  return more.length === 0 ? only?.[0] : undefined;
}

type Known = readonly [ForeignOperation, DescriptionProfile];

function matchOpen(
  wanted: readonly Wanted[],
  known: readonly Known[],
  all: readonly ForeignOperation[],
): readonly Match[] {
  const profiles = wanted.map((each) => [each, profileOfWanted(each)] as const);
  const ownProfiles = new Map(profiles);
  const theirProfiles = new Map(known);
  const rarity = rarityOf([...profiles, ...known].map(([, profile]) => profile));
  const candidates = profiles.flatMap(([ours, profile]) =>
    known.map(([theirs, other]): Candidate<Wanted, ForeignOperation> => {
      const isControl = ours.kind === 'control';
      // No other can be more like it than one at the very route.
      const isThere = !isControl && keyOf(ours) === keyOf(theirs);
      return { ours, theirs, likeness: isThere ? 1 : likeness(profile, other, rarity, isControl) };
    }),
  );
  const pairs = new Map(pairUp(candidates, leastLike).map((pair) => [pair.ours, pair]));
  const taken = new Set([...pairs.values()].map(({ theirs }) => theirs));
  return wanted.map((each) => {
    const pair = pairs.get(each);
    if (pair === undefined) {
      const profile = ownProfiles.get(each);
      const found =
        each.kind === 'control' && profile && byLastWord(profile, known, (one) => !taken.has(one));
      return found
        ? { wanted: each, found, isSure: false, why: `only the end of ${found.path} is like it` }
        : { wanted: each, isSure: false, why: 'nothing is like it' };
    }
    const judged = {
      wanted: each,
      found: pair.theirs,
      score: pair.likeness,
      lead: pair.lead,
      next: pair.next,
    };
    const [own, their] = [ownProfiles.get(each), theirProfiles.get(pair.theirs)];
    const isElsewhere = each.kind === 'operation' && own?.isForTests === false && their?.isForTests === true;
    // A route for tests is ranked lower only because a better one may exist.
    const score = isElsewhere ? pair.likeness / otherKind : pair.likeness;
    const isExplained =
      !(isElsewhere || each.kind === 'control') ||
      (own !== undefined && their !== undefined && explain(own, their));
    const doubt = isExplained ? doubtsAbout({ ...judged, score }, all) : 'its path is about something else';
    return { wanted: each, found: pair.theirs, isSure: doubt === undefined, why: doubt ?? '' };
  });
}

/**
 * @param operations as `aligned` returns them
 * @returns one match for each operation and control that the interface document leaves open, and for each documented operation
 */
export function matchDescription(operations: readonly ForeignOperation[]): readonly Match[] {
  const byKey = new Map(operations.map((each) => [keyOf(each), each]));
  const documented = documentedOperations.map((wanted): Match => {
    const found = byKey.get(keyOf(wanted));
    return {
      wanted,
      ...(found && { found }),
      isSure: found !== undefined,
      why: found ? '' : 'it is not described',
    };
  });
  const spokenFor = new Set(documented.map(({ found }) => found));
  const known = operations
    .filter((each) => !spokenFor.has(each))
    .map((each): Known => [each, profileOfForeign(each)]);
  return [...documented, ...matchOpen([...openOperations, ...openControls], known, operations)];
}
