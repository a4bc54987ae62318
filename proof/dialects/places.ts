/** Reads and changes values at places, where the items of a list have the place of the list. */
import { isDeepStrictEqual } from 'node:util';
import type { Fields } from '../../conformance/adapter/names.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { isPlain, type Shape } from '../../src/discovery/shape.ts';

/** @param change gets undefined where there is nothing, and may return it */
export function changeAt(
  value: unknown,
  [name, ...deeper]: readonly string[],
  change: (before: unknown) => unknown,
): unknown {
  if (name === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item) => changeAt(item, [name, ...deeper], change));
  if (value !== undefined && !isRecord(value)) return value;
  const changed = changeAt(value?.[name], deeper, change);
  return changed === undefined ? value : { ...value, [name]: changed };
}

/** Puts values where there are none yet. */
export const withDefaults = (value: unknown, defaults: Fields): unknown =>
  Object.entries(defaults).reduce(
    (before, [place, added]) => changeAt(before, place.split('.'), (own) => own ?? added),
    value,
  );

/** Translates words by a table of theirs by ours. */
export function translated(table: Fields, word: unknown, direction: 'to ours' | 'to theirs'): unknown {
  const found = Object.entries(table).find(([ours, theirs]) =>
    direction === 'to ours' ? isDeepStrictEqual(theirs, word) : ours === word,
  );
  if (found === undefined) return word;
  return direction === 'to ours' ? found[0] : found[1];
}

/** The fields of a value that a shape shows; all of them where it shows none. */
export function shownBy(shape: Shape | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => shownBy(shape?.items, item));
  if (shape === undefined || shape.fields.size === 0 || !isPlain(value)) return value;
  const shown = Object.entries(value).filter(([name]) => shape.fields.has(name));
  return Object.fromEntries(
    shown.map(([name, inner]) => [name, shownBy(shape.fields.get(name)?.shape, inner)]),
  );
}

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isRecord,
};

/** Places at which a value is not of a shape, each with the reason. */
export function problemsOf(shape: Shape, value: unknown, place = ''): readonly string[] {
  const isOfKind = shape.type === undefined || (kinds[shape.type]?.(value) ?? true);
  if (!isOfKind) return [`${place || 'the body'} is no ${shape.type}`];
  const { items, fields, words } = shape;
  if (Array.isArray(value))
    return items === undefined ? [] : value.flatMap((item) => problemsOf(items, item, place));
  if (typeof value === 'string' && words.length > 0 && !words.includes(value))
    return [`${place} is none of ${words.join(', ')}`];
  if (!isRecord(value)) return [];
  return [...fields].flatMap(([name, field]) => {
    const inner = value[name];
    const at = place === '' ? name : `${place}.${name}`;
    if (inner === undefined || inner === null)
      return field.required && inner === undefined ? [`${at} is missing`] : [];
    return problemsOf(field.shape, inner, at);
  });
}
