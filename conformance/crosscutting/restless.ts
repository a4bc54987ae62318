/** Fields that change by themselves, such as the time of a response: two reads without a write between them show which. */
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../openapi/is-record.ts';

/** What a response shows of resources. Beside its items, a list shows cursors, and what is about the response itself. */
export const resourcesIn = (json: unknown): unknown =>
  isRecord(json) && Array.isArray(json.data) ? json.data : json;

/** The names of the fields, wherever they are, in which two values differ. */
function* differingIn(one: unknown, other: unknown, name: string): Generator<string> {
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    for (const [index, item] of one.entries()) yield* differingIn(item, other[index], name);
  else if (isRecord(one) && isRecord(other))
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
      yield* differingIn(one[key], other[key], key);
  else if (!isDeepStrictEqual(one, other)) yield name;
}

function without(names: ReadonlySet<string>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => without(names, item));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !names.has(name));
  return Object.fromEntries(kept.map(([name, entry]) => [name, without(names, entry)]));
}

/**
 * Whether what was read after some requests is what was read before them, but for what changes by itself.
 *
 * @param readAgain called only if both differ
 */
export async function isUnchanged(
  before: unknown,
  after: unknown,
  readAgain: () => Promise<unknown>,
): Promise<boolean> {
  if (isDeepStrictEqual(before, after)) return true;
  const restless = new Set(differingIn(after, await readAgain(), ''));
  return isDeepStrictEqual(without(restless, before), without(restless, after));
}
