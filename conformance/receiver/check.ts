/** A check of a receiver: what it covers, and its cases. */
import fc from 'fast-check';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { byList, type CasePlan, type Check } from '../engine/check.ts';
import type { ProfileName } from '../engine/events.ts';
import type { ReceiverScenario } from './scenario.ts';

/** One conversation, independent of the others. */
export interface Case {
  readonly label: string;
  readonly run: (scenario: ReceiverScenario) => Promise<void>;
}

export type ReceiverCheck = Check<ReceiverScenario>;

interface ReceiverCheckSpec {
  /** Such as `receiver.order`. */
  readonly id: string;
  readonly title: string;
  readonly covers: readonly RequirementId[];
  readonly cases: (plan: CasePlan) => readonly Case[];
}

export const receiverCheck = ({ cases, ...details }: ReceiverCheckSpec): ReceiverCheck => ({
  ...details,
  needs: [],
  ...byList((plan) => {
    const all = cases(plan);
    return all.map(({ run }, index) => async (scenario) => {
      const { pace } = scenario.session;
      if (pace?.admits({ index, count: all.length }) === false) scenario.skipAll(leftOut, ...details.covers);
      else await run(scenario);
    });
  }),
});

const leftOut = 'The receiver is slow, so this case was left out: --profile thorough tries all.';

/** How many random orders a check tries. */
const choices: Readonly<Record<ProfileName, number>> = { smoke: 1, standard: 3, thorough: 20 };

/** Random orders of the same things, which depend only on the seed of the run. */
export function ordersOf<T>(things: readonly T[], { seed, profile }: CasePlan): readonly (readonly T[])[] {
  const all = fc.shuffledSubarray([...things], { minLength: things.length, maxLength: things.length });
  return fc.sample(all, { seed, numRuns: choices[profile.name] });
}

export const noProbe = 'Without --probe, the effects of events and of duplicates cannot be seen.';
export const untracked = 'The probe does not know the events that were sent.';
