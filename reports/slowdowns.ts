/** Checks and requests that take longer in one run than in another, beyond the usual variation. */
import type { Coverage } from '../conformance/engine/events.ts';
import type { Results } from '../conformance/engine/results.ts';

export interface Slowdown {
  readonly what: 'check' | 'operation';
  readonly id: string;
  readonly beforeMillis: number;
  readonly afterMillis: number;
}

/** Generous, because checks run in parallel and influence each other's duration. */
const checkNoise = { factor: 1.5, millis: 2_000 };
/** Limits for the median. */
const operationNoise = { factor: 1.5, millis: 20, answers: 20 };

/** Number of responses by the upper limit of their duration, in milliseconds. */
type Latencies = Readonly<Record<string, number>>;
type TimedCoverage = Coverage & { readonly latencies?: Readonly<Record<string, Latencies>> };

const isBeyond = (before: number, after: number, noise: { factor: number; millis: number }) =>
  after >= before * noise.factor && after - before >= noise.millis;

/** @returns undefined if there are too few responses */
function medianOf(counts: Latencies): number | undefined {
  const classes = Object.entries(counts).toSorted(([a], [b]) => Number(a) - Number(b));
  const total = classes.reduce((sum, [, count]) => sum + count, 0);
  if (total < operationNoise.answers) return undefined;
  let seen = 0;
  for (const [millis, count] of classes) {
    seen += count;
    if (seen * 2 >= total) return Number(millis);
  }
  return undefined;
}

function slowerChecks(before: Results, after: Results): Slowdown[] {
  const was = new Map(before.checks.map((check) => [check.id, check]));
  return after.checks.flatMap(({ id, runs, error, durationMillis: afterMillis }) => {
    const old = was.get(id);
    // Compares only checks with the same number of cases: shrinking takes extra time, and skipped cases take none.
    if (old === undefined || old.error !== undefined || error !== undefined || old.runs !== runs) return [];
    const beforeMillis = old.durationMillis;
    const isSlower = isBeyond(beforeMillis, afterMillis, checkNoise);
    return isSlower ? [{ what: 'check', id, beforeMillis, afterMillis } as const] : [];
  });
}

function slowerOperations(before: TimedCoverage, after: TimedCoverage): Slowdown[] {
  const was = before.latencies ?? {};
  return Object.entries(after.latencies ?? {}).flatMap(([id, counts]) => {
    const [beforeMillis, afterMillis] = [medianOf(was[id] ?? {}), medianOf(counts)];
    if (beforeMillis === undefined || afterMillis === undefined) return [];
    const isSlower = isBeyond(beforeMillis, afterMillis, operationNoise);
    return isSlower ? [{ what: 'operation', id, beforeMillis, afterMillis } as const] : [];
  });
}

/** Checks and operations that are slower in the second of two runs, the slowest by its difference first. */
export function slowdowns(before: Results, after: Results): Slowdown[] {
  const all = [...slowerChecks(before, after), ...slowerOperations(before.coverage, after.coverage)];
  const more = ({ beforeMillis, afterMillis }: Slowdown) => afterMillis - beforeMillis;
  return all.toSorted((a, b) => more(b) - more(a) || a.id.localeCompare(b.id));
}

/** Checks and operations that are faster in the second of two runs, in the same form. */
export function speedups(before: Results, after: Results): Slowdown[] {
  return slowdowns(after, before).map(({ beforeMillis, afterMillis, ...rest }) => ({
    ...rest,
    beforeMillis: afterMillis,
    afterMillis: beforeMillis,
  }));
}
