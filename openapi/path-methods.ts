/** The methods of each path of a description. */
import { nearest } from './nearest.ts';

/**
 * The methods of a path in capitals, including `HEAD` and `OPTIONS`; empty for an unknown path. A path that is written in
 * the description, such as `/v1/users/invite`, has no methods of a path with a parameter (`/v1/users/{userId}`).
 */
export type MethodsAt = (path: string) => readonly string[];

export interface PathMethod {
  /** With parameters such as `{personId}`. */
  readonly path: string;
  readonly method: string;
}

const literal = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');

/** A parameter matches one segment, and a trailing slash makes no difference. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${literal(path).replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);

export function methodsOf(operations: readonly PathMethod[]): MethodsAt {
  const byPath = [...Map.groupBy(operations, ({ path }) => path)].map(([path, all]) => ({
    pattern: patternOf(path),
    parameters: path.split('{').length - 1,
    methods: all.map(({ method }) => method.toUpperCase()),
  }));
  return (path) => {
    const matching = byPath.filter(({ pattern }) => pattern.test(path));
    const fewest = Math.min(...matching.map(({ parameters }) => parameters));
    const own = matching.flatMap(({ parameters, methods }) => (parameters === fewest ? methods : []));
    if (own.length === 0) return [];
    return [...new Set([...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])];
  };
}

/**
 * The path of the description that a path was probably meant to be.
 *
 * @param path without a query
 */
export function nearestPath(path: string, operations: readonly PathMethod[]): string | undefined {
  const segments = path.split('/');
  const candidates = new Map<string, string>();
  for (const operation of operations) {
    const described = operation.path.split('/');
    if (described.length !== segments.length) continue;
    // A value is as near to any parameter.
    const filled = described.map((part, index) => (part.startsWith('{') ? segments[index] : part));
    candidates.set(filled.join('/'), operation.path);
  }
  const [first] = nearest(path, [...candidates.keys()]);
  return first === undefined ? undefined : candidates.get(first);
}
