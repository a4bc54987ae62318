/** Options of runs that are split, limited, or have failures that are known. */

import { readFileSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { allChecks } from '../../../conformance/all-checks.ts';
import { ConformanceError, messageOf } from '../../../conformance/engine/errors.ts';
import type { Shard } from '../../../conformance/engine/events.ts';
import type { KnownFailure, KnownList } from '../../../conformance/engine/known.ts';
import type { Results } from '../../../conformance/engine/results.ts';
import { type ShardPlan, split, weigh } from '../../../conformance/engine/shard.ts';
import type { Check } from '../../../conformance/provider/check.ts';
import type { RunOptions } from '../../../conformance/provider/run.ts';
import { requirements } from '../../../openapi/catalogue.ts';
import type { KnownOptions } from '../../config/known-failures.ts';
import type { RunSettings } from '../../config/settings.ts';
import { leastRate, mostBudgetSeconds, mostRate } from '../../config/values.ts';
import { parseText } from '../config-file.ts';

/**
 * Which of the checks a shard runs.
 *
 * @param measured an earlier run, by which the shards are made to take as long as each other
 * @param lanes checks that a shard runs at a time
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when there are more shards than checks
 */
export function planShard(
  { index, count }: Shard,
  checks: readonly Check[],
  { measured, lanes }: { readonly measured?: Results; readonly lanes: number },
): ShardPlan {
  if (count > checks.length) {
    throw new ConformanceError(
      'CONFIGURATION_INVALID',
      `There are ${count} shards for ${checks.length} checks: take at most ${checks.length}`,
    );
  }
  // What was cut short says nothing of how long it takes.
  const whole = measured?.checks.filter(({ status, runs }) => status !== 'errored' && runs > 0) ?? [];
  const millis = new Map(whole.map(({ id, durationMillis }) => [id, durationMillis]));
  return { index, count, plan: split(weigh(checks, millis), count, lanes) };
}

function readShard(text: string): Shard {
  const [, index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && count !== undefined && index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError('It must be the number of the shard and of all shards, from 1/4 to 4/4.');
}

function between(least: number, most: number, what: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+(\.\d+)?$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be ${what} from ${least} to ${most}.`);
  };
}

export const shardOption = () =>
  new Option('--shard <i/n>', 'run one of n parts; `report merge` joins them').argParser(readShard);

export const balanceOption = () =>
  new Option('--balance <results>', 'split by the durations of an earlier run, the same for each shard');

export const timeBudgetOption = () =>
  new Option('--time-budget <seconds>', 'end after so long with what was done (exit 4)').argParser(
    between(1, mostBudgetSeconds, 'a number of seconds'),
  );

export const rateOption = () =>
  new Option('--rate <n>', 'requests per second at the most').argParser(
    between(leastRate, mostRate, 'a number of requests per second'),
  );

export const knownFailuresOption = () =>
  new Option('--known-failures <file>', 'findings that do not decide the verdict; one that passes exits 1');

export const flakyOption = () =>
  new Option('--flaky <file>', 'findings that come and go and do not decide the verdict');

/** What the entries of a list may name. */
type Listed = Pick<KnownOptions, 'requirements' | 'checks' | 'checksList'>;

async function readList(file: string, list: KnownList, listed: Listed): Promise<KnownFailure[]> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ConformanceError(
      'CONFIGURATION_INVALID',
      `${file} could not be read: ${messageOf(cause)}: name a list that is there`,
      {
        cause,
      },
    );
  }
  // A file without entries is a list that has become empty.
  const value = text.trim() === '' ? [] : await parseText(text, file);
  const { parseKnownFailures } = await import('../../config/known-failures.ts');
  return parseKnownFailures(value, { list, file, ...listed });
}

export interface KnownFlags {
  readonly knownFailures?: string;
  readonly flaky?: string;
}

/**
 * The entries of both lists.
 *
 * @returns undefined when there is neither list
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export async function readKnown(
  { knownFailures, flaky }: KnownFlags,
  listed: Listed,
): Promise<KnownFailure[] | undefined> {
  if (knownFailures === undefined && flaky === undefined) return undefined;
  return [
    ...(knownFailures === undefined ? [] : await readList(knownFailures, 'known-failures', listed)),
    ...(flaky === undefined ? [] : await readList(flaky, 'flaky', listed)),
  ];
}

/**
 * What the settings say of the engine beside the target and the seed.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export async function scaleOptions(
  { shard, concurrency, timeBudgetMillis, rate, knownFailures, flaky }: RunSettings,
  checks: readonly Check[],
  { balance, shard: asked }: { readonly balance?: string; readonly shard?: Shard },
): Promise<Pick<RunOptions, 'shard' | 'timeBudgetMillis' | 'rate' | 'knownFailures'>> {
  if (balance !== undefined && asked === undefined) {
    throw new ConformanceError(
      'CONFIGURATION_INVALID',
      '--balance is about shards: add --shard, or leave it out',
    );
  }
  const measured = balance === undefined ? undefined : (await import('./run-files.ts')).readRun(balance);
  const lists = {
    ...(knownFailures !== undefined && { knownFailures }),
    ...(flaky !== undefined && { flaky }),
  };
  const known = await readKnown(lists, { requirements, checks: allChecks, checksList: 'checks' });
  return {
    ...(shard && { shard: planShard(shard, checks, { lanes: concurrency, ...(measured && { measured }) }) }),
    ...(timeBudgetMillis !== undefined && { timeBudgetMillis }),
    ...(rate !== undefined && { rate }),
    ...(known && { knownFailures: known }),
  };
}
