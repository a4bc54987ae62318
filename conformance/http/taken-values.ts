/** Values of a response that later requests contain, such as ids and tokens. */
import type { Exchange } from '../engine/finding.ts';

export interface TakenValue {
  /** Name of the variable that holds it. */
  readonly name: string;
  /** The place in the body of the response. */
  readonly path: readonly (string | number)[];
  readonly value: string;
}

interface Leaf {
  readonly path: readonly (string | number)[];
  readonly value: string;
}

/**
 * Whether a server generated the value: it has a digit, or was replaced by a variable. Plain words, such as a status,
 * recur anyway.
 */
const isHandedOut = (value: string) =>
  (value.length >= 6 && /\d/.test(value)) || /^\$CONFORMANCE_/.test(value);

function leavesOf(value: unknown, path: Leaf['path'] = []): readonly Leaf[] {
  if (typeof value === 'string') return isHandedOut(value) ? [{ path, value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, entry]) => leavesOf(entry, [...path, key]));
}

function answerLeaves({ response }: Exchange): readonly Leaf[] {
  try {
    return leavesOf(JSON.parse(response?.body ?? ''));
  } catch {
    return [];
  }
}

/** Everything of a request in which a value may stand. */
export const sentIn = ({ request: { url, headers, body = '' } }: Exchange) =>
  [url, ...Object.values(headers), body].join('\n');

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** At least two words, because some shells give single words a special meaning. */
function nameOf({ request }: Exchange, path: Leaf['path']): string {
  const key = String(path.findLast((part) => typeof part === 'string') ?? 'value').replace(/\W/g, '');
  if (/^[a-z]+[A-Z]/.test(key)) return key;
  const words = request.url.replace(/\?.*$/s, '').split('/');
  const about = words.findLast((word) => /^[a-z][a-z-]+$/.test(word)) ?? 'answer';
  return `${about.replace(/-+(.?)/g, (_, letter: string) => letter.toUpperCase())}${capital(key)}`;
}

/**
 * The values to take from each response, so that the later requests work on another server.
 *
 * @param expected texts that are needed after the last request
 */
export function takenValues(
  exchanges: readonly Exchange[],
  expected: readonly string[] = [],
): ReadonlyMap<Exchange, readonly TakenValue[]> {
  const sent = exchanges.map(sentIn);
  const taken = new Map<Exchange, readonly TakenValue[]>();
  const known = new Set<string>();
  const names = new Map<string, number>();
  for (const [index, exchange] of exchanges.entries()) {
    const before = sent.slice(0, index + 1).join('\n');
    const after = [...sent.slice(index + 1), ...expected].join('\n');
    const values = answerLeaves(exchange).flatMap(({ path, value }): readonly TakenValue[] => {
      if (known.has(value)) return [];
      known.add(value);
      if (!after.includes(value) || before.includes(value)) return [];
      const name = nameOf(exchange, path);
      const count = (names.get(name) ?? 0) + 1;
      names.set(name, count);
      return [{ name: count === 1 ? name : `${name}${count}`, path, value }];
    });
    if (values.length > 0) taken.set(exchange, values);
  }
  return taken;
}

const uuid = /(?<![0-9a-f-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f-])/g;

/** UUIDs that the run made up, so that whoever repeats its requests makes up others: a server may know those of an earlier run. */
export function freshValues(exchanges: readonly Exchange[], taken: readonly TakenValue[]) {
  const made = new Set(exchanges.flatMap((exchange) => sentIn(exchange).match(uuid) ?? []));
  for (const { value } of taken) for (const id of value.match(uuid) ?? []) made.delete(id);
  return [...made].map((value, index) => ({ name: `madeUp${index + 1}`, value }));
}
