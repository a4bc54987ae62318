/** How a server goes wrong when several requests are under way: what the faults of histories are made of. */
import { setTimeout as delay } from 'node:timers/promises';
import type { BlindAnswer, BlindFault, Call, Hands } from '../blind/fault.ts';

/** How long a server with such a fault holds what it has read before it uses it. */
const holdMillis = 15;

export const hold = (): Promise<void> => delay(holdMillis);

/** Requests by method and path; the groups of the path say which resource they are about. */
export interface ResourceRoute {
  readonly method: string;
  readonly path: RegExp;
}

export const isOk = ({ status }: BlindAnswer): boolean => status >= 200 && status < 300;

const matches = ({ method, path }: ResourceRoute, call: Call): boolean =>
  call.method === method && path.test(call.path);

/** The business, and the resource as far as the path names one. */
export function resourceOf(routes: readonly ResourceRoute[], call: Call): string | undefined {
  const route = routes.find((each) => matches(each, call));
  if (route === undefined) return undefined;
  const [, id = ''] = route.path.exec(call.path) ?? [];
  return `${call.headers['x-multitenantkey'] ?? ''} ${id}`;
}

/** A map that belongs to one server. */
export function mapOf<T>({ memory }: Pick<Hands, 'memory'>, name: string): Map<string, T> {
  const found: Map<string, T> = memory.get(name) ?? new Map<string, T>();
  memory.set(name, found);
  return found;
}

/** The requests that are under way about each resource, the first one first. */
export async function underWay<T>(
  hands: Pick<Hands, 'memory'>,
  name: string,
  key: string,
  call: Call,
  run: (others: readonly Call[]) => Promise<T>,
): Promise<T> {
  const all = mapOf<Call[]>(hands, name);
  const own = all.get(key) ?? [];
  all.set(key, own);
  const others = [...own];
  own.push(call);
  try {
    return await run(others);
  } finally {
    own.splice(own.indexOf(call), 1);
  }
}

type Answering = NonNullable<BlindFault['answer']>;

/** A cache that a read fills with what it has read before a write, although the write was carried out meanwhile. */
export const staleCache =
  (reads: readonly ResourceRoute[], writes: readonly ResourceRoute[]): Answering =>
  async (call, hands) => {
    const { next } = hands;
    const [versions, cache] = [mapOf<number>(hands, 'versions'), mapOf<BlindAnswer>(hands, 'cache')];
    const written = resourceOf(writes, call);
    if (written !== undefined) {
      const answer = await next(call);
      if (isOk(answer)) {
        versions.set(written, (versions.get(written) ?? 0) + 1);
        for (const key of cache.keys()) if (key.startsWith(`${written} `)) cache.delete(key);
      }
      return answer;
    }
    const read = resourceOf(reads, call);
    if (read === undefined) return next(call);
    const key = `${read} ${call.path} ${JSON.stringify(call.query)} ${call.headers.authorization}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const before = versions.get(read);
    const answer = await next(call);
    await hold();
    if (versions.get(read) !== before) cache.set(key, answer);
    return answer;
  };

/** A queue that carries a write which had company out a second time, after a later one. */
export const carriedOutAgain =
  (writes: readonly ResourceRoute[]): Answering =>
  async (call, hands) => {
    const key = resourceOf(writes, call);
    if (key === undefined) return hands.next(call);
    const waiting = mapOf<Call>(hands, 'waiting');
    const earlier = waiting.get(key);
    return underWay(hands, 'writes', key, call, async (others) => {
      const answer = await hands.next(call);
      if (!isOk(answer)) return answer;
      if (earlier !== undefined) {
        waiting.delete(key);
        await hands.next(earlier);
      } else if (others.length > 0) waiting.set(key, call);
      return answer;
    });
  };

/** A write that is answered as if it was carried out, while something else is under way. */
export const droppedBeside =
  (
    writes: readonly ResourceRoute[],
    besides: readonly ResourceRoute[],
    isDropped: (call: Call, other: Call) => boolean = () => true,
  ): Answering =>
  async (call, hands) => {
    const { next } = hands;
    const answers = mapOf<BlindAnswer>(hands, 'answers');
    const [write, beside] = [resourceOf(writes, call), resourceOf(besides, call)];
    const key = write ?? beside;
    if (key === undefined) return next(call);
    return underWay(hands, 'beside', key, call, async (others) => {
      const before = answers.get(key);
      const hides =
        write !== undefined &&
        before !== undefined &&
        others.some((other) => resourceOf(besides, other) !== undefined && isDropped(call, other));
      if (hides) return before;
      const answer = await next(call);
      if (write !== undefined && isOk(answer)) answers.set(key, answer);
      await hold();
      return answer;
    });
  };
