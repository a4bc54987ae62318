/** Pairs the query and the answer of an operation with those of the target's. */
import type { ForeignOperation } from './foreign-description.ts';
import { wordsOf } from './name-words.ts';
import { type FieldPair, noFields, type PairedFields, pairFields } from './pair-fields.ts';
import type { Shape } from './shape.ts';
import type { Wanted } from './wanted.ts';

const hasList = ({ type, items }: Shape) => type === 'array' && (items?.type ?? 'object') === 'object';

/** Our list and theirs, under any name. */
function pairLists(ours: Shape, theirs: Shape, context: ReadonlySet<string>): PairedFields | undefined {
  const [list, ...moreLists] = [...ours.fields].filter(([, { shape }]) => hasList(shape));
  if (list === undefined || moreLists.length > 0) return undefined;
  const [name, { shape }] = list;
  const within = (theirName: string, theirShape: Shape): PairedFields => {
    const pair = { ours: name, theirs: theirName, ourShape: shape, theirShape };
    const inner = pairFields(shape, theirShape, context, name);
    return {
      ...inner,
      pairs: [{ ...pair, certainty: name === theirName ? 'same' : 'sure' }, ...inner.pairs],
    };
  };
  if (theirs.type === 'array') return within('$', theirs);
  const lists = [...theirs.fields].filter(([, field]) => hasList(field.shape));
  const wrapped = [...theirs.fields].flatMap(([outer, field]) =>
    [...field.shape.fields]
      .filter(([, inner]) => hasList(inner.shape))
      .map(([inside, inner]): [string, Shape] => [`${outer}.${inside}`, inner.shape]),
  );
  const all = [...lists.map(([theirName, field]): [string, Shape] => [theirName, field.shape]), ...wrapped];
  const only = all.find(([theirName]) => theirName === name) ?? (all.length === 1 ? all[0] : undefined);
  return only && within(...only);
}

export function pairAnswers(
  wanted: Wanted,
  found: Pick<ForeignOperation, 'answer' | 'path' | 'hasLocation'>,
  context: ReadonlySet<string>,
): PairedFields {
  const { answer: ours, reliedOn } = wanted;
  const { answer: theirs, path } = found;
  if (ours === undefined || theirs === undefined) return noFields;
  // Checks use only the list of such a response.
  const isList =
    reliedOn.some((name) => ours.fields.get(name)?.shape.type === 'array') && reliedOn.length === 1;
  const paired = (isList ? pairLists(ours, theirs, context) : undefined) ?? pairFields(ours, theirs, context);
  return withResourceId(withOwnId(paired, ours, theirs, path), wanted, found);
}

const withPair = ({ pairs, ...paired }: PairedFields, pair: FieldPair): PairedFields => ({
  ...paired,
  pairs: [...pairs.filter(({ ours, theirs }) => ours !== pair.ours && theirs !== pair.theirs), pair],
});

/** Fields of a response, and of the objects in it, by their places. */
const placesIn = ({ fields }: Shape): readonly (readonly [place: string, shape: Shape])[] =>
  [...fields].flatMap(([name, { shape }]) => [
    [name, shape] as const,
    ...[...shape.fields].map(([inner, field]) => [`${name}.${inner}`, field.shape] as const),
  ]);

/**
 * Pairs our id of what was created with `resource_id`, if the response shows no better one: a server may answer every
 * write with the same receipt.
 */
export function withResourceId(
  paired: PairedFields,
  { answer: ours, reliedOn }: Wanted,
  { answer: theirs, hasLocation }: Pick<ForeignOperation, 'answer' | 'hasLocation'>,
): PairedFields {
  if (ours === undefined || theirs === undefined || hasLocation) return paired;
  const places = placesIn(theirs).map(([place, shape]) => {
    const words = wordsOf(place.split('.').at(-1) ?? '');
    return { place, shape, says: words.toSorted().join(' ') };
  });
  const name = reliedOn.find((each) => wordsOf(each).includes('id'));
  const ourShape = ours.fields.get(name ?? '')?.shape;
  const isPaired = paired.pairs.some((pair) => pair.ours === name && pair.certainty !== 'guess');
  const [only, ...others] = places.filter(({ says }) => says === 'id resource');
  const isBest = only !== undefined && others.length === 0 && !places.some(({ says }) => says === 'id');
  if (name === undefined || ourShape === undefined || isPaired || !isBest) return paired;
  return withPair(paired, {
    ours: name,
    theirs: only.place,
    certainty: 'sure',
    ourShape,
    theirShape: only.shape,
  });
}

/**
 * Pairs our id of a resource with the one that is named after theirs, as its path calls it: `bankAccountId` in the
 * response of `/v1/bank-accounts`.
 */
function withOwnId(paired: PairedFields, ours: Shape, theirs: Shape, path: string): PairedFields {
  const words = wordsOf(path.replace(/\{[^}]*\}/g, ''));
  const isOwn = (name: string) => {
    const named = wordsOf(name);
    return (
      named.length > 1 && named.every((word) => word === 'id' || words.includes(word)) && named.includes('id')
    );
  };
  const ourId = ours.fields.get('id')?.shape;
  const isPaired = paired.pairs.some((pair) => pair.ours === 'id' && pair.certainty !== 'guess');
  const found = [...theirs.fields].filter(([name]) => isOwn(name));
  const [only] = found;
  if (ourId === undefined || isPaired || only === undefined || found.length > 1) return paired;
  const [name, { shape }] = only;
  return withPair(paired, {
    ours: 'id',
    theirs: name,
    certainty: 'sure',
    ourShape: ourId,
    theirShape: shape,
  });
}

export function pairQueries(
  { query: ours }: Wanted,
  { query: theirs, requiredQuery }: ForeignOperation,
  context: ReadonlySet<string>,
) {
  const shapeOf = (query: ReadonlyMap<string, Shape>): Shape => ({
    words: [],
    shown: [],
    fields: new Map(
      [...query].map(([name, shape]) => [name, { shape, required: requiredQuery.includes(name) }]),
    ),
  });
  const paired = pairFields(shapeOf(ours), shapeOf(theirs), context);
  return { ...paired, pairs: paired.pairs.map(surer) };
}

/** Words that say too little to know a parameter by. */
const vague = ['name', 'type', 'id', 'date', 'number', 'status'];

/** A query parameter may contain its subject: `sortOrder` for `sort`. */
function surer(pair: FieldPair): FieldPair {
  const [ours, theirs] = [wordsOf(pair.ours), wordsOf(pair.theirs)];
  const isWithin = ours.every((word) => theirs.includes(word) && !vague.includes(word));
  return pair.certainty === 'guess' && isWithin ? { ...pair, certainty: 'sure' } : pair;
}
