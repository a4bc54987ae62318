/** The methods of each path of a description. */

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
