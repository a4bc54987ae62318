/** Payouts of several days and in several states, and the ones that a filter may keep. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { Caller } from '../../http/message.ts';
import type { PayoutExpectation } from '../../judgements/payout-days.ts';
import { attempt } from '../../provider/answers.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { advance, drain, openTenant, readClock } from '../../provider/tenant.ts';
import { createBeneficiary } from '../beneficiaries/actions.ts';
import { createPayout, findTransactions, fund, type Payout } from './actions.ts';

export interface PlannedPayout {
  /** Days since the payout before. Without a control of the clock, neither days nor hour apply. */
  readonly days: number;
  /** Hour of the day in UTC. At 4 the day has not ended in any time zone, at 16 it has begun in all of them. */
  readonly hour: 4 | 16;
  /** How the payout ends; without the control, the target decides. */
  readonly fate?: 'settle' | 'fail' | undefined;
}

export const payoutPlan: fc.Arbitrary<readonly PlannedPayout[]> = fc.array(
  fc.record({
    days: fc.integer({ min: 0, max: 3 }),
    hour: fc.constantFrom(4, 16),
    fate: fc.constantFrom(undefined, 'settle' as const, 'fail' as const),
  }),
  { minLength: 1, maxLength: 4 },
);

const day = 86_400;

/** The seconds from now until an hour of the day `days` days later, or of the day after if that hour has passed. */
function secondsUntil(now: number, { days, hour }: PlannedPayout): number {
  const wanted = now - (now % day) + days * day + hour * 3_600;
  return wanted < now ? wanted + day - now : wanted - now;
}

async function meetFate(scenario: Scenario, caller: Caller, reference: string, fate: 'settle' | 'fail') {
  const control = fate === 'settle' ? 'settle-transaction' : 'fail-transaction';
  if (!scenario.has('list-transactions', control)) return;
  const ids = await findTransactions(
    scenario,
    caller,
    (transaction) => transaction.type === 'PAYOUT' && transaction.reference === reference,
  );
  // A payout may have settled instantly, which leaves nothing to settle or to fail.
  for (const id of ids) {
    await attempt(() =>
      fate === 'settle'
        ? scenario.control('settleTransaction')(scenario.controlSend, id)
        : scenario.control('failTransaction')(scenario.controlSend, id, 'The account is closed'),
    );
  }
}

/** Creates the payouts of a plan in a new business; their references resemble each other. */
export async function makePayouts(scenario: Scenario, plan: readonly PlannedPayout[]) {
  const tenant = await openTenant(scenario, 'moves');
  const { caller } = tenant;
  await fund(scenario, tenant);
  const beneficiaryId = await createBeneficiary(scenario, caller);
  const common = `bonus-${randomUUID()}`;
  const created: string[] = [];
  for (const [index, planned] of plan.entries()) {
    const { days, hour, fate } = planned;
    if (scenario.has('clock') && tenant.businessId !== undefined) {
      scenario.setup(
        `advance the clock to the next ${hour}:00 in UTC${days > 0 ? `, ${days} days later` : ''}`,
      );
      await advance(scenario, tenant, secondsUntil(await readClock(scenario, tenant), planned));
    }
    // The first reference is the beginning of the others.
    const reference = index === 0 ? common : `${common}-${index}`;
    scenario.setup(`create a payout${fate === undefined ? '' : `, and ${fate} it`}`);
    created.push(await createPayout(scenario, caller, { beneficiaryId, reference }));
    if (fate !== undefined) await meetFate(scenario, caller, reference, fate);
  }
  await drain(scenario, tenant);
  return { tenant, caller, beneficiaryId, created };
}

/** Compares a filtered list with the unfiltered one. */
export function requireSame(
  scenario: Scenario,
  requirement: RequirementId,
  unfiltered: readonly Payout[],
  filtered: { readonly mine: readonly Payout[]; readonly complete: boolean },
  expectation: (payout: Payout) => PayoutExpectation,
): void {
  const fits = (times: number, expected: PayoutExpectation) => {
    switch (expected) {
      case 'in':
        return times === 1 || (times === 0 && !filtered.complete);
      case 'out':
        return times === 0;
      case 'either':
        return times <= 1;
    }
  };
  const wrong = unfiltered.flatMap((payout) => {
    const times = filtered.mine.filter(({ id }) => id === payout.id).length;
    if (fits(times, expectation(payout))) return [];
    return [
      `the payout with status ${payout.status}, reference ${payout.reference}, createdTimestamp ${payout.createdTimestamp}: listed ${times === 1 ? 'once' : `${times} times`}`,
    ];
  });
  const wanted = `of the ${unfiltered.length} payouts, each matching one exactly once and no other`;
  scenario.require(requirement, wrong.length === 0, wanted, wrong.join('; '));
}
