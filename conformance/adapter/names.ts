/** Renames fields between our names and those of a target. */
import { isRecord } from '../../openapi/is-record.ts';

/**
 * Their name for each of ours. A nested field is `outer.inner`; the items of a list add nothing to the name. Our name `$` is
 * the whole value, for one that is wrapped: `{ $: 'result' }`; all other names are then within it.
 */
export type Names = Readonly<Record<string, string>>;

export type Fields = Readonly<Record<string, unknown>>;

const join = (place: string, name: string) => (place === '' ? name : `${place}.${name}`);

/** Sets a value at a path, which may be nested. */
function put(into: Fields, [name = '', ...deeper]: readonly string[], value: unknown): Fields {
  if (deeper.length === 0) return { ...into, [name]: value };
  const inner = into[name];
  return { ...into, [name]: put(isRecord(inner) ? inner : {}, deeper, value) };
}

/** The part of a value at a path of names, and of numbers from 0 in lists. */
export function take(from: unknown, [name, ...deeper]: readonly string[]): unknown {
  if (name === undefined) return from;
  if (Array.isArray(from)) return /^\d+$/.test(name) ? take(from[Number(name)], deeper) : undefined;
  return isRecord(from) ? take(from[name], deeper) : undefined;
}

/** A value without some of its fields. */
export function leaveOut(value: unknown, places: readonly string[], place = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => leaveOut(item, places, place));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !places.includes(join(place, name)));
  return Object.fromEntries(kept.map(([name, child]) => [name, leaveOut(child, places, join(place, name))]));
}

/** Renames a value from our names to theirs. */
export function toTheirNames(value: unknown, names: Names, place = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => toTheirNames(item, names, place));
  if (!isRecord(value)) return value;
  return Object.entries(value).reduce<Fields>((renamed, [name, child]) => {
    const at = join(place, name);
    // A name that is not bound may have a dot of its own.
    return put(renamed, names[at]?.split('.') ?? [name], toTheirNames(child, names, at));
  }, {});
}

/** Renames a value from their names to ours. Unbound names stay. */
export function toOurNames(value: unknown, { $: wrapper, ...names }: Names): unknown {
  const inner = wrapper === undefined ? undefined : take(value, wrapper.split('.'));
  return rename(inner ?? value, names, '');
}

function rename(value: unknown, names: Names, place: string): unknown {
  const bound = Object.entries(names).filter(
    ([ours]) => ours === join(place, ours.slice(ours.lastIndexOf('.') + 1)),
  );
  const whole = bound.filter(([, theirs]) => theirs === '$');
  if (Array.isArray(value) && whole.length === 0) return value.map((item) => rename(item, names, place));
  if (!isRecord(value) && whole.length === 0) return value;
  const kept = isRecord(value) ? Object.entries(value) : [];
  const taken = bound.flatMap(([ours, theirs]): [string, unknown][] => {
    const found = theirs === '$' ? value : take(value, theirs.split('.'));
    return found === undefined ? [] : [[ours.slice(ours.lastIndexOf('.') + 1), found]];
  });
  const theirNames = new Set(bound.map(([, theirs]) => theirs));
  // A field with our name that is not the bound one is another field.
  const ourNames = new Set(bound.map(([ours]) => ours.slice(ours.lastIndexOf('.') + 1)));
  const entries = [...kept.filter(([name]) => !theirNames.has(name) && !ourNames.has(name)), ...taken];
  return Object.fromEntries(entries.map(([name, child]) => [name, rename(child, names, join(place, name))]));
}
