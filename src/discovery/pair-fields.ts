/** Pairs the fields of our schema with those of a target's. */
import { areMeasuredOtherwise, likenessOfWords, plainName, wordsOf } from './name-words.ts';
import type { Field, Shape } from './shape.ts';

export type Certainty = 'same' | 'sure' | 'guess';

export interface FieldPair {
  /** Place in our schema: `address.line1`. */
  readonly ours: string;
  /** Their name, starting from the object that our parent is paired with; a dot goes one level down. */
  readonly theirs: string;
  readonly certainty: Certainty;
  readonly ourShape: Shape;
  readonly theirShape: Shape;
}

export interface PairedFields {
  readonly pairs: readonly FieldPair[];
  /** Places of ours that theirs does not take. */
  readonly lost: readonly string[];
  /** Theirs that a request must have and nothing is paired with. */
  readonly unmet: readonly { readonly place: string; readonly shape: Shape }[];
  /** Fields of an object of ours that theirs has one level up: `amount.currency` is `currency`. */
  readonly flat: readonly { readonly ours: string; readonly theirs: string }[];
}

export const noFields: PairedFields = { pairs: [], unmet: [], flat: [], lost: [] };

const join = (place: string, name: string) => (place === '' ? name : `${place}.${name}`);

/** The items of a list have the place of the list. */
const inside = (shape: Shape): Shape => (shape.items === undefined ? shape : inside(shape.items));

const isTruth = (words: readonly string[]) =>
  words.length === 2 && words.includes('true') && words.includes('false');

/** Numbers are of one kind, and a query may write booleans in words. */
const kindOf = ({ type, words }: Shape) =>
  type === 'number' ? 'integer' : isTruth(words) ? 'boolean' : type;

/** Whether a value of one can be a value of the other, by their shapes. */
function fits(ours: Shape, theirs: Shape): boolean {
  if (ours.type === undefined || theirs.type === undefined) return true;
  if (kindOf(ours) !== kindOf(theirs)) return false;
  if (ours.items !== undefined && theirs.items !== undefined) return fits(ours.items, theirs.items);
  const formats = [ours.format, theirs.format].filter((format) => /^date/.test(format ?? ''));
  return formats.length < 2 || formats[0] === formats[1];
}

interface Place {
  readonly name: string;
  readonly words: readonly string[];
  readonly field: Field;
}

/** The words of a field, without those that it shares with its parent, which carry no information. */
function meaningOf(words: readonly string[], context: ReadonlySet<string>): string {
  const own = words.filter((word) => !context.has(word));
  return (own.length === 0 ? words : own).toSorted().join(' ');
}

/** Possible places of their fields: at the same level, or within an object that ours does not have. */
function placesOf({ fields }: Shape, isOurs: (name: string) => boolean, prefix = ''): Place[] {
  return [...fields].flatMap(([name, field]): Place[] => {
    const place = join(prefix, name);
    const own = { name: place, words: wordsOf(place), field };
    const isWrapper = field.shape.type === 'object' && field.shape.fields.size > 0 && !isOurs(name);
    return isWrapper ? [own, ...placesOf(field.shape, isOurs, place)] : [own];
  });
}

/** Whether most words that the values of both may be are the same. */
function haveSameWords({ words: ours }: Shape, { words: theirs }: Shape): boolean {
  const plain = new Set(theirs.map(plainName));
  const both = ours.filter((word) => plain.has(plainName(word))).length;
  return both >= 2 && 2 * both >= Math.max(ours.length, theirs.length);
}

/** What names and shapes say; a match of names that measure otherwise is only a guess. */
function certaintyOf(ours: Place, theirs: Place, context: ReadonlySet<string>): Certainty | undefined {
  const certainty = likenessOf(ours, theirs, context);
  return certainty === 'sure' && areMeasuredOtherwise(ours.name, theirs.name) ? 'guess' : certainty;
}

function likenessOf(ours: Place, theirs: Place, context: ReadonlySet<string>): Certainty | undefined {
  if (!fits(ours.field.shape, theirs.field.shape)) return undefined;
  if (ours.name === theirs.name) return 'same';
  if (plainName(ours.name) === plainName(theirs.name)) return 'sure';
  const meaning = meaningOf(ours.words, context);
  const other = meaningOf(theirs.words, context);
  if (meaning === other && meaning !== '') return 'sure';
  // Their other words name the subject of the whole object.
  if (
    ours.words.every((word) => theirs.words.includes(word)) &&
    theirs.words.every((word) => ours.words.includes(word) || context.has(word))
  )
    return 'sure';
  if (haveSameWords(ours.field.shape, theirs.field.shape)) return 'sure';
  // An id may be named after its resource.
  const withoutId = ours.words.filter((word) => word !== 'id');
  if (
    ours.words.length === 2 &&
    withoutId.length === 1 &&
    theirs.words.length === 1 &&
    theirs.words[0] === withoutId[0] &&
    theirs.field.shape.type === 'string'
  )
    return 'sure';
  const best = ours.words.map((word) =>
    Math.max(0, ...theirs.words.map((each) => likenessOfWords(word, each))),
  );
  const alike =
    best.reduce((sum, each) => sum + each, 0) / Math.max(ours.words.length, theirs.words.length, 1);
  return alike >= 0.5 ? 'guess' : undefined;
}

/** Whether theirs says the same with a word more: `rejectionReason` for `reason`. */
const holds = (theirs: Place, ours: Place) =>
  fits(ours.field.shape, theirs.field.shape) &&
  ours.words.length > 0 &&
  !areMeasuredOtherwise(ours.name, theirs.name) &&
  ours.words.every((word) => theirs.words.includes(word));

const ranks: readonly Certainty[] = ['same', 'sure', 'guess'];

/** Fields that are in an object of ours and that theirs has beside the place of the object. */
function flatIn(ours: readonly Place[], theirs: readonly Place[]): PairedFields['flat'] {
  return ours.flatMap(({ name, words, field }) =>
    [...field.shape.fields].flatMap(([inner, { shape }]) => {
      const alone = wordsOf(inner);
      // The country code of a phone number is a calling code.
      const isOfPhone = words.includes('phone');
      const found = theirs.filter(
        (place) =>
          !place.name.includes('.') &&
          fits(shape, place.field.shape) &&
          [...(isOfPhone ? [] : [alone.join(' ')]), [...words, ...alone].join(' ')].includes(
            place.words.join(' '),
          ),
      );
      const [only] = found;
      return only !== undefined && found.length === 1
        ? [{ ours: `${name}.${inner}`, theirs: only.name }]
        : [];
    }),
  );
}

/** Pairs the last one of either side, where theirs says more. */
function pairLast(at: string, open: Set<Place>, free: Set<Place>, pairs: FieldPair[]): void {
  const [ours, ...moreOurs] = open;
  const [theirs, ...moreTheirs] = [...free].filter((place) => !place.name.includes('.'));
  if (!ours || !theirs || moreOurs.length + moreTheirs.length > 0 || !holds(theirs, ours)) return;
  const shapes = { ourShape: ours.field.shape, theirShape: theirs.field.shape };
  pairs.push({ ours: join(at, ours.name), theirs: theirs.name, certainty: 'sure', ...shapes });
  open.delete(ours);
  free.delete(theirs);
}

/** @param context words without information here, such as the name of the resource */
export function pairFields(
  ourSource: Shape,
  theirSource: Shape,
  context: ReadonlySet<string>,
  at = '',
): PairedFields {
  const [ours, theirs] = [inside(ourSource), inside(theirSource)];
  const ourPlaces = [...ours.fields].map(([name, field]): Place => ({ name, words: wordsOf(name), field }));
  const theirPlaces = placesOf(theirs, (name) =>
    ourPlaces.some((place) => plainName(place.name) === plainName(name)),
  );
  const pairs: FieldPair[] = [];
  const open = new Set(ourPlaces);
  const free = new Set(theirPlaces);
  const unmet: { place: string; shape: Shape }[] = [];
  const deeper: PairedFields['flat'][] = [];
  const lost: string[] = [];
  for (const rank of ranks) {
    if (rank === 'guess') pairLast(at, open, free, pairs);
    for (const our of [...open]) {
      const fitting = [...free].filter((their) => certaintyOf(our, their, context) === rank);
      const [only] = fitting;
      if (only === undefined || (rank !== 'same' && fitting.length > 1)) continue;
      // If two of our fields match the same one of theirs, neither is certain.
      const rivals = [...open].filter((other) => certaintyOf(other, only, context) === rank);
      if (rank !== 'same' && rivals.length > 1) continue;
      open.delete(our);
      for (const place of [...free])
        if (place === only || place.name.startsWith(`${only.name}.`)) free.delete(place);
      const place = join(at, our.name);
      const shapes = { ourShape: our.field.shape, theirShape: only.field.shape };
      pairs.push({ ours: place, theirs: only.name, certainty: rank, ...shapes });
      const inner = pairFields(our.field.shape, only.field.shape, context, place);
      pairs.push(...inner.pairs);
      unmet.push(...inner.unmet.map((each) => ({ ...each, place: join(only.name, each.place) })));
      deeper.push(inner.flat);
      lost.push(...inner.lost);
    }
  }
  const flat = flatIn([...open], [...free]);
  const isMet = (name: string) =>
    flat.some((each) => each.theirs === name) ||
    pairs.some(
      (pair) => !pair.ours.replace(`${at}.`, '').includes('.') && pair.theirs.startsWith(`${name}.`),
    );
  const isUsed = (wrapper: string) => pairs.some((pair) => pair.theirs.startsWith(`${wrapper}.`));
  for (const { name, field } of free) {
    const wrapper = name.slice(0, Math.max(0, name.lastIndexOf('.')));
    if (field.required && (wrapper === '' || isUsed(wrapper)) && !isMet(name))
      unmet.push({ place: name, shape: field.shape });
  }
  const isFlat = (name: string) => flat.some((each) => each.ours.startsWith(`${name}.`));
  if (theirs.closed === true) for (const { name } of open) if (!isFlat(name)) lost.push(join(at, name));
  return { pairs, unmet, flat: [...flat, ...deeper.flat()], lost };
}
