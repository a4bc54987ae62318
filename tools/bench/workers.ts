/**
 * The gain of `conformance run --workers n`: measured on this machine, and simulated for one with a core for every
 * thread.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allChecks } from '../../conformance/all-checks.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { split, weigh } from '../../conformance/engine/shard.ts';
import { parseResults } from '../../reports/json.ts';
import { type Measurement, rounded } from './measurement.ts';

const main = new URL('../../src/cli/main.ts', import.meta.url).pathname;
const measuredCounts = [1, 2, 4];
const simulatedCounts = [1, 2, 4, 8, 16];

interface TimedRun {
  readonly seconds: number;
  readonly results: Results;
}

function run(folder: string, args: readonly string[]): TimedRun {
  const begun = performance.now();
  execFileSync(process.execPath, [main, 'run', '--quiet', '--seed', '1', '--out', folder, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const seconds = (performance.now() - begun) / 1_000;
  return { seconds, results: parseResults(readFileSync(join(folder, 'results.json'), 'utf8')) };
}

/** Seconds of the worker that takes longest when the checks are split by how long they took one at a time. */
function simulate({ checks }: Results, workers: number): number {
  const millis = new Map(checks.map(({ id, durationMillis }) => [id, durationMillis]));
  const plan = split(weigh(allChecks, millis), workers, 1);
  const sums = Array.from({ length: workers }, (_, before) =>
    plan
      .filter(({ shard }) => shard === before + 1)
      .reduce((sum, { check }) => sum + (millis.get(check) ?? 0), 0),
  );
  return Math.max(...sums) / 1_000;
}

const list = (values: readonly number[]) => values.map((value) => value.toFixed(1)).join(', ');

export async function measureWorkers(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const measured = measuredCounts.map((count) => run(folder, ['--workers', String(count)]).seconds);
    // One at a time, so that no check waits for another one.
    const alone = run(folder, ['--concurrency', '1']);
    const start = alone.seconds - alone.results.run.durationMillis / 1_000;
    const simulated = simulatedCounts.map((count) => start + simulate(alone.results, count));
    const longest = Math.max(...alone.results.checks.map(({ durationMillis }) => durationMillis));
    return [
      {
        what: `a run by ${measuredCounts.join(', ')} workers on this machine`,
        figure: `${list(measured)} s`,
      },
      {
        what: `by simulation with enough cores, ${simulatedCounts.join(', ')} workers with one check at a time`,
        figure: `${list(simulated)} s`,
      },
      {
        what: 'the longest check, which no number of workers makes shorter',
        figure: `${rounded(longest)} ms`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
