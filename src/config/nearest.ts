/** What somebody who mistyped a name probably meant. */
import distance from 'damerau-levenshtein';

/** At most three candidates that are like a word, all equally near; case does not count. */
export function nearest(word: string, candidates: readonly string[]): string[] {
  const wanted = word.toLowerCase();
  const near = candidates
    .map((candidate) => {
      const other = candidate.toLowerCase();
      const length = Math.max(wanted.length, other.length);
      const edits = other.includes(wanted) && wanted.length > 2 ? 1 : distance(wanted, other).steps;
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
