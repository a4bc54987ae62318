/** Selects checks and faults by patterns of their ids. */
import { matchesGlob } from 'node:path';
import { suggestion } from '../../openapi/nearest.ts';
import { refuse } from './refuse.ts';

/**
 * The entries whose id matches one of the patterns (`*`, `?`, `{a,b}`), in their own order; all when there is none.
 *
 * @param given patterns, each alone or several with commas between them
 * @param what names the entries in messages, such as `check`
 * @throws ConformanceError with code `CONFIGURATION_INVALID` that names a pattern which matches nothing
 */
export function selectById<T extends { readonly id: string }>(
  entries: readonly T[],
  given: readonly string[],
  what: string,
): readonly T[] {
  const ids = entries.map(({ id }) => id);
  // No id has a comma, but `{a,b}` has.
  const patterns = given.flatMap((pattern) => (pattern.includes('{') ? [pattern] : pattern.split(',')));
  for (const pattern of patterns) {
    if (ids.some((id) => matchesGlob(id, pattern))) continue;
    throw refuse(
      `No ${what} matches "${pattern}".${suggestion(pattern, ids)} \`conformance list ${what}s\` shows all.`,
    );
  }
  return patterns.length === 0
    ? entries
    : entries.filter(({ id }) => patterns.some((pattern) => matchesGlob(id, pattern)));
}
