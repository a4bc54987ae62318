/** Which of the checks a shard runs. */

import { ConformanceError } from '../../../conformance/engine/errors.ts';
import type { Shard } from '../../../conformance/engine/events.ts';
import type { Results } from '../../../conformance/engine/results.ts';
import { type ShardPlan, split, weigh } from '../../../conformance/engine/shard.ts';
import type { Check } from '../../../conformance/provider/check.ts';

/**
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
