/** What somebody who mistyped a name probably meant. */

/** Edits between two words; a swap of neighbours counts as one (optimal string alignment). */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const cell = (line: number[], at: number) => line[at] ?? Number.POSITIVE_INFINITY;
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        cell(last, column) + 1,
        cell(current, column - 1) + 1,
        cell(last, column - 1) + (same ? 0 : 1),
        swapped ? cell(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/** At most three candidates that are like a word, all equally near; case does not count. */
export function nearest(word: string, candidates: readonly string[]): string[] {
  const wanted = word.toLowerCase();
  const near = candidates
    .map((candidate) => {
      const other = candidate.toLowerCase();
      const length = Math.max(wanted.length, other.length);
      const edits = other.includes(wanted) && wanted.length > 2 ? 1 : distance(wanted, other);
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
