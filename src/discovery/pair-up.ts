/** Pairs wanted items with those of a target, the most similar first. */

export interface Candidate<Ours, Theirs> {
  readonly ours: Ours;
  readonly theirs: Theirs;
  readonly likeness: number;
}

export interface Pair<Ours, Theirs> extends Candidate<Ours, Theirs> {
  /** How much less like the next one is that could have been meant, on either side. */
  readonly lead: number;
  readonly next?: Theirs;
}

/** @param least candidates below this likeness are not paired */
export function pairUp<Ours, Theirs>(
  candidates: readonly Candidate<Ours, Theirs>[],
  least: number,
): readonly Pair<Ours, Theirs>[] {
  const order = candidates
    .filter(({ likeness }) => likeness >= least)
    .toSorted((a, b) => b.likeness - a.likeness);
  const takenOurs = new Set<Ours>();
  const takenTheirs = new Set<Theirs>();
  const pairs: Pair<Ours, Theirs>[] = [];
  for (const candidate of order) {
    const { ours, theirs, likeness } = candidate;
    if (takenOurs.has(ours) || takenTheirs.has(theirs)) continue;
    const rivals = order.filter(
      (other) =>
        other !== candidate &&
        ((other.ours === ours && !takenTheirs.has(other.theirs)) ||
          (other.theirs === theirs && !takenOurs.has(other.ours))),
    );
    const next = rivals.find((rival) => rival.ours === ours)?.theirs;
    pairs.push({
      ...candidate,
      lead: likeness - (rivals[0]?.likeness ?? 0),
      ...(next !== undefined && { next }),
    });
    takenOurs.add(ours);
    takenTheirs.add(theirs);
  }
  return pairs;
}
