import { createHash } from 'node:crypto';

/** Hides all but the ends of a number that identifies an account; of a short one, everything. */
export function masked(text: string, { first = 0, last = 4 } = {}): string {
  const hidden = text.length - first - last;
  if (hidden <= 0) return '*'.repeat(text.length);
  return text.slice(0, first) + '*'.repeat(hidden) + text.slice(text.length - last);
}

/** The fields that have a value. */
export function defined<Fields extends object>(
  fields: Fields,
): { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // The remaining fields keep their types.
  return Object.fromEntries(entries) as { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
}

/**
 * The named fields of a body, without those that it does not have. Other fields are dropped.
 *
 * @param names fields that the description has.
 */
export function fieldsOf<Body extends object, Name extends keyof Body>(
  body: Body,
  names: readonly Name[],
): Pick<Body, Name> {
  const given = names.filter((name) => body[name] !== undefined);
  // The given ones of the named fields, each with its own value.
  return Object.fromEntries(given.map((name) => [name, body[name]])) as Pick<Body, Name>;
}

/** A UUID that is always the same for the same name, so that a pure rule can create ids. */
export function derivedId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
