/** The methods of each path of a description. */

/** The methods of a path in capitals, including `HEAD` and `OPTIONS`; empty for an unknown path. */
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
  const byPath = [...Map.groupBy(operations, ({ path }) => path)].map(
    ([path, all]) => [patternOf(path), all.map(({ method }) => method.toUpperCase())] as const,
  );
  return (path) => {
    const own = byPath.flatMap(([pattern, methods]) => (pattern.test(path) ? methods : []));
    if (own.length === 0) return [];
    return [...new Set([...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])];
  };
}
