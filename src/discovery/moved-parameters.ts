/** Finds parameters of our paths that a target takes in the query or in the body instead. */
import type { ForeignOperation } from './foreign-description.ts';
import { likenessOfWords, plainName, wordsOf } from './name-words.ts';
import type { Field, Shape } from './shape.ts';

export interface MovedParameter {
  readonly ours: string;
  readonly theirs: string;
  readonly to: 'query' | 'body';
  /** Whether the names say that one is the other. */
  readonly isSure: boolean;
}

const leastLikeness = 0.5;

/** How much a name says that it is ours, from 0 to 1. */
function sameness(ours: string, theirs: string): number {
  if (plainName(ours) === plainName(theirs)) return 1;
  const [own, other] = [wordsOf(ours), wordsOf(theirs)];
  if (!other.includes('id') || own.length === 0) return 0;
  const best = own.map((word) => Math.max(0, ...other.map((each) => likenessOfWords(word, each))));
  return best.every((each) => each >= leastLikeness)
    ? best.reduce((sum, each) => sum + each, 0) / Math.max(own.length, other.length)
    : 0;
}

/**
 * @param missing parameters of ours that their path does not have
 * @param taken fields of our body, which theirs may have under the same names
 */
export function movedParameters(
  missing: readonly string[],
  { query, body }: Pick<ForeignOperation, 'query' | 'body'>,
  taken: ReadonlyMap<string, Field> = new Map(),
): readonly MovedParameter[] {
  const places = [
    ...[...query.keys()].map((theirs) => ({ theirs, to: 'query' as const })),
    ...[...(body?.fields.keys() ?? [])]
      .filter((theirs) => !taken.has(theirs))
      .map((theirs) => ({ theirs, to: 'body' as const })),
  ];
  return missing.flatMap((ours): MovedParameter[] => {
    const like = places
      .map((place) => ({ ...place, likeness: sameness(ours, place.theirs) }))
      .filter(({ likeness }) => likeness > 0)
      .toSorted((a, b) => b.likeness - a.likeness);
    const [best, next] = like;
    if (best === undefined || best.likeness === next?.likeness) return [];
    const { theirs, to, likeness } = best;
    return [{ ours, theirs, to, isSure: likeness === 1 }];
  });
}

/** The path with what is in the query: `/v1/contract.get?contractId={contractId}`. */
export function withMoved(path: string, moved: readonly MovedParameter[]): string {
  const query = moved.filter(({ to }) => to === 'query').map(({ ours, theirs }) => `${theirs}={${ours}}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** The operation without what is a parameter of our path. */
export function withoutMoved(found: ForeignOperation, moved: readonly MovedParameter[]): ForeignOperation {
  const isMoved = (name: string, to: MovedParameter['to']) =>
    moved.some((each) => each.theirs === name && each.to === to);
  const kept = <T>(fields: ReadonlyMap<string, T>, to: MovedParameter['to']) =>
    new Map([...fields].filter(([name]) => !isMoved(name, to)));
  const body = ({ fields, ...shape }: Shape): Shape => ({ ...shape, fields: kept(fields, 'body') });
  return {
    ...found,
    query: kept(found.query, 'query'),
    requiredQuery: found.requiredQuery.filter((name) => !isMoved(name, 'query')),
    ...(found.body && { body: body(found.body) }),
  };
}
