/** Response times, counted in classes so that the counts of two runs can be added up. */

/** The E12 series of preferred numbers: neighbours are about 20 % apart. */
const series = [1, 1.2, 1.5, 1.8, 2.2, 2.7, 3.3, 3.9, 4.7, 5.6, 6.8, 8.2];
/** From a tenth of a millisecond to nearly three minutes; what takes longer counts in the last class. */
const bounds = [0.1, 1, 10, 100, 1_000, 10_000, 100_000]
  .flatMap((decade) => series.map((step) => Number((step * decade).toPrecision(2))))
  .filter((bound) => bound <= 180_000);
const names = bounds.map(String);

/**
 * The class of a duration: its upper bound in milliseconds, as text.
 *
 * @param millis milliseconds
 */
export function classOf(millis: number): string {
  // Classes get wider with their value, so the index is nearly a logarithm.
  const guess = Math.floor(Math.log10(Math.max(millis, 0.1) / 0.1) * series.length) - 1;
  for (let index = Math.max(0, guess); index < bounds.length; index += 1) {
    if (millis <= (bounds[index] ?? 0)) return names[index] ?? '';
  }
  return names.at(-1) ?? '';
}

/**
 * The duration that a share of the responses did not exceed, as exact as the classes are.
 *
 * @param counts by upper bound in milliseconds
 * @param share such as 0.95
 * @returns milliseconds; undefined if nothing was counted
 */
export function percentile(counts: Readonly<Record<string, number>>, share: number): number | undefined {
  const classes = Object.entries(counts)
    .map(([bound, count]) => ({ bound: Number(bound), count }))
    .toSorted((a, b) => a.bound - b.bound);
  const total = classes.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  return classes.find(({ count }) => {
    seen += count;
    return seen >= total * share && count > 0;
  })?.bound;
}
