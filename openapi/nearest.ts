/** Suggests names similar to a mistyped one. */
import { createRequire } from 'node:module';
import type damerauLevenshtein from 'damerau-levenshtein';

const load = createRequire(import.meta.url);

/** Loaded only for a mistyped word, because every start of the program would wait for it. */
function editsBetween(word: string, other: string): number {
  const distance: typeof damerauLevenshtein = load('damerau-levenshtein');
  return distance(word, other).steps;
}

/** At most three candidates that are like a word, all equally near; case does not count. */
export function nearest(word: string, candidates: readonly string[]): string[] {
  const wanted = word.toLowerCase();
  const near = candidates
    .map((candidate) => {
      const other = candidate.toLowerCase();
      const length = Math.max(wanted.length, other.length);
      const edits = other.includes(wanted) && wanted.length > 2 ? 1 : editsBetween(wanted, other);
      return { candidate, edits, similarity: (length - edits) / length };
    })
    .filter(({ similarity }) => similarity > 0.5)
    .toSorted((a, b) => a.edits - b.edits || a.candidate.localeCompare(b.candidate));
  return near
    .filter(({ edits }) => edits === near[0]?.edits)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** ` Did you mean …?`, or nothing when no candidate is near. */
export function suggestion(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates);
  if (near.length === 0) return '';
  return near.length === 1 ? ` Did you mean ${near[0]}?` : ` Did you mean one of ${near.join(', ')}?`;
}
