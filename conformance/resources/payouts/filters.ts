/** How the checks of lists of payouts read and filter them. */
import type { Caller } from '../../http/message.ts';
import type { PayoutExpectation } from '../../judgements/payout-days.ts';
import { idOf, succeeded } from '../../provider/answers.ts';
import { type Query, readAll } from '../../provider/cursor.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { type Payout, type PayoutRequest, sendPayout } from './actions.ts';

export const statuses = ['initiated', 'processing', 'succeeded', 'failed'] as const;
export const exactly = (holds: boolean): PayoutExpectation => (holds ? 'in' : 'out');

export async function listedPayouts(
  scenario: Scenario,
  caller: Caller,
  created: readonly string[],
  query: Query = {},
) {
  const { items, complete } = await readAll<Payout>(scenario, 'listPayouts', caller, query);
  return { mine: items.filter(({ id }) => created.includes(id)), all: items, complete };
}

/** Pays out with a reference that a target may reject by a rule of its own. */
export async function payOutIfTaken(
  scenario: Scenario,
  caller: Caller,
  request: PayoutRequest,
): Promise<readonly string[]> {
  const answer = await sendPayout(scenario, caller, request);
  return succeeded(answer) ? [idOf(answer, 'createPayout')] : [];
}

/** Every filter can be combined with the others, such as the reference of a payout with a status. */
export async function filterByBoth(
  scenario: Scenario,
  caller: Caller,
  created: readonly string[],
  { reference, status: own }: Payout,
): Promise<void> {
  if (reference === undefined) return;
  const other = statuses[(statuses.indexOf(own) + 1) % statuses.length] ?? 'failed';
  for (const status of [own, other]) {
    scenario.independentStep(`list the payouts that are ${status} with the reference ${reference}`);
    const { mine } = await listedPayouts(scenario, caller, created, { reference, status });
    const actual = show(mine.map((payout) => [payout.status, payout.reference]));
    // A payout may move on, so it need not be listed. A listed one must have the requested status.
    const expected = `payouts with the status ${status} only`;
    scenario.require(
      'PAYOUT-010',
      mine.every((payout) => payout.status === status),
      expected,
      actual,
    );
    const wanted = `payouts with the reference ${reference} only`;
    scenario.require(
      'PAYOUT-011',
      mine.every((payout) => payout.reference === reference),
      wanted,
      actual,
    );
  }
}

/** The first day has not ended anywhere, and the second has begun everywhere. */
export const apart = [
  { days: 0, hour: 4 },
  { days: 3, hour: 16 },
  { days: 3, hour: 4 },
] as const;

/** Two adjacent days: neither time belongs to the other day in any time zone. */
export const adjoining = [
  { days: 0, hour: 4 },
  { days: 1, hour: 16 },
] as const;

export const inOrder = (times: readonly number[], sort: 'asc' | 'desc') =>
  times.every((time, index) => {
    const before = times[index - 1] ?? time;
    return sort === 'asc' ? before <= time : before >= time;
  });
