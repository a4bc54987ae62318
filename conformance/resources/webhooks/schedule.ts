/** How much of the retry schedule the patience for a target lets a run see. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { inWords, lateSeconds, retries, usualWait } from '../../judgements/retry-schedule.ts';
import type { Scenario } from '../../provider/scenario.ts';

/** What is seen of a retry only. */
const shownByRetries: readonly RequirementId[] = ['HOOK-005', 'HOOK-011', 'HOOK-012', 'HOOK-017'];

/** How many retries, from the first on, can be waited for; of the others it says what would let them. */
export function fittingRetries(scenario: Scenario): number {
  const { seconds } = scenario.patience;
  const canMove = scenario.has('clock');
  const waitOf = (index: number) => usualWait(index) + lateSeconds;
  const tooLong = retries.findIndex((_, index) => canMove || waitOf(index) > seconds);
  const fitting = tooLong < 0 ? retries.length : tooLong;
  if (canMove) return fitting;
  const reasonOf = (index: number, delay: number) =>
    `The retry after ${inWords(delay)} does not fit in the patience of ${seconds} s: --patience ${waitOf(index)}.`;
  for (const [index, { requirement, delay }] of retries.entries()) {
    if (index < fitting) continue;
    scenario.skip(requirement, reasonOf(index, delay));
    for (const id of index === 0 ? shownByRetries : []) scenario.skip(id, reasonOf(index, delay));
  }
  return fitting;
}
