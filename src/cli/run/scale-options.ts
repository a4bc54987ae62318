/** Shards, limits and known failures. */
import { allChecks } from '../../../conformance/all-checks.ts';
import type { Shard } from '../../../conformance/engine/events.ts';
import type { Finding } from '../../../conformance/engine/finding.ts';
import type { KnownFailure, KnownList } from '../../../conformance/engine/known.ts';
import { usualConcurrency } from '../../../conformance/engine/run.ts';
import { type ShardPlan, split, weigh } from '../../../conformance/engine/shard.ts';
import type { Check } from '../../../conformance/provider/check.ts';
import type { RunOptions } from '../../../conformance/provider/run.ts';
import { requirements } from '../../../openapi/catalogue.ts';
import { requirementSets } from '../../../openapi/generated/requirement-sets.ts';
import { plural } from '../../../reports/wording.ts';
import { readForeignFile } from '../../config/foreign-file.ts';
import type { KnownOptions } from '../../config/known-failures.ts';
import { refuse } from '../../config/refuse.ts';
import type { RunValues } from '../../config/run-flags.ts';
import { given } from '../../config/values.ts';
import { parseText } from '../config-file.ts';

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
  { knownFailures, flaky }: Partial<Pick<RunValues, 'knownFailures' | 'flaky'>>,
  listed: Listed,
): Promise<KnownFailure[] | undefined> {
  if (knownFailures === undefined && flaky === undefined) return undefined;
  return [
    ...(knownFailures === undefined ? [] : await readList(knownFailures, 'known-failures', listed)),
    ...(flaky === undefined ? [] : await readList(flaky, 'flaky', listed)),
  ];
}

export const decidesVerdict = ({ level, known }: Finding) => level === 'documented' && known === undefined;

/**
 * The engine options of the settings, apart from the target and the seed.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export async function scaleOptions(
  settings: RunValues,
  checks: readonly Check[],
): Promise<
  Pick<
    RunOptions,
    'shard' | 'timeBudgetMillis' | 'rate' | 'knownFailures' | 'basis' | 'strictToTheLetter' | 'endAt'
  >
> {
  const { shard, concurrency, timeBudget, rate, strictToTheLetter, failFast } = settings;
  const plan = shard && planShard(shard, checks, concurrency ?? usualConcurrency);
  const timeBudgetMillis = timeBudget === undefined ? undefined : timeBudget * 1_000;
  const knownFailures = await readKnown(settings, { requirements, checks: allChecks, checksList: 'checks' });
  const endAt = failFast ? decidesVerdict : undefined;
  const basis = given({ set: settings.requirements ?? requirementSets.at(-1), claims: settings.claim });
  return given({ shard: plan, timeBudgetMillis, rate, knownFailures, basis, strictToTheLetter, endAt });
}
