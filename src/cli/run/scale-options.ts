/** Options for shards, limits and known failures. */
import { InvalidArgumentError, Option } from 'commander';
import { allChecks } from '../../../conformance/all-checks.ts';
import type { Shard } from '../../../conformance/engine/events.ts';
import type { Finding } from '../../../conformance/engine/finding.ts';
import type { KnownFailure, KnownList } from '../../../conformance/engine/known.ts';
import { type ShardPlan, split, weigh } from '../../../conformance/engine/shard.ts';
import type { Check } from '../../../conformance/provider/check.ts';
import type { RunOptions } from '../../../conformance/provider/run.ts';
import { requirements } from '../../../openapi/catalogue.ts';
import { plural } from '../../../reports/wording.ts';
import { readForeignFile } from '../../config/foreign-file.ts';
import type { KnownOptions } from '../../config/known-failures.ts';
import { refuse } from '../../config/refuse.ts';
import type { RunFlags, RunSettings } from '../../config/settings.ts';
import { given, leastRate, mostBudgetSeconds, mostRate } from '../../config/values.ts';
import { parseText } from '../config-file.ts';
import { numberBetween } from '../options.ts';

/**
 * The checks that a shard runs.
 *
 * @param slots checks that a shard runs at a time
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when there are more shards than checks
 */
export function planShard({ index, count }: Shard, checks: readonly Check[], slots: number): ShardPlan {
  if (count > checks.length) {
    throw refuse(
      `There are ${count} shards for ${plural(checks.length, 'check')}: use at most ${checks.length}`,
    );
  }
  return { index, count, plan: split(weigh(checks), count, slots) };
}

function readShard(text: string): Shard {
  const [, index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && count !== undefined && index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError('It must be the shard and the number of shards, such as 1/4.');
}

export const shardOption = () =>
  new Option('--shard <i/n>', 'run part i of n; `report merge` joins the parts').argParser(readShard);

export const timeBudgetOption = () =>
  new Option(
    '--time-budget <seconds>',
    'end the run after this time and report what was done (exit 4)',
  ).argParser(numberBetween(1, mostBudgetSeconds, 'a number of seconds'));

export const rateOption = () =>
  new Option('--rate <n>', 'maximum number of requests per second').argParser(
    numberBetween(leastRate, mostRate, 'a number of requests per second'),
  );

export const knownFailuresOption = () =>
  new Option(
    '--known-failures <file>',
    'file of known failures, which do not affect the verdict; exit 1 if one of them now passes',
  );

export const flakyOption = () =>
  new Option('--flaky <file>', 'file of findings that come and go; they never affect the verdict');

export const strictToTheLetterOption = () =>
  new Option(
    '--strict-to-the-letter',
    'drop findings of documented requirements that depend on an interpretation of the document',
  );

export const failFastOption = () =>
  new Option(
    '--fail-fast',
    'end the run at the first failure of a documented requirement that is not a known failure',
  );

/** The ids that entries of a list may name. */
type Listed = Pick<KnownOptions, 'requirements' | 'checks' | 'checksList'>;

async function readList(file: string, list: KnownList, listed: Listed): Promise<KnownFailure[]> {
  const text = readForeignFile(
    file,
    (reason) => `${file} cannot be read: ${reason}: give the path of an existing list`,
  );
  // An empty file is an empty list.
  const value = text.trim() === '' ? [] : await parseText(text, file);
  const { parseKnownFailures } = await import('../../config/known-failures.ts');
  return parseKnownFailures(value, { list, file, ...listed });
}

/**
 * The entries of both lists.
 *
 * @returns undefined when there is neither list
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export async function readKnown(
  { knownFailures, flaky }: Pick<RunFlags | RunSettings, 'knownFailures' | 'flaky'>,
  listed: Listed,
): Promise<KnownFailure[] | undefined> {
  if (knownFailures === undefined && flaky === undefined) return undefined;
  return [
    ...(knownFailures === undefined ? [] : await readList(knownFailures, 'known-failures', listed)),
    ...(flaky === undefined ? [] : await readList(flaky, 'flaky', listed)),
  ];
}

const decidesVerdict = ({ level, known }: Finding) => level === 'documented' && known === undefined;

/**
 * The engine options of the settings, apart from the target and the seed.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export async function scaleOptions(
  settings: RunSettings,
  checks: readonly Check[],
): Promise<
  Pick<RunOptions, 'shard' | 'timeBudgetMillis' | 'rate' | 'knownFailures' | 'strictToTheLetter' | 'endAt'>
> {
  const { shard, concurrency, timeBudgetMillis, rate, strictToTheLetter, failFast } = settings;
  const plan = shard && planShard(shard, checks, concurrency);
  const knownFailures = await readKnown(settings, { requirements, checks: allChecks, checksList: 'checks' });
  const endAt = failFast ? decidesVerdict : undefined;
  return given({ shard: plan, timeBudgetMillis, rate, knownFailures, strictToTheLetter, endAt });
}
