/** When a document can enter its expiry stages. Section "States and transitions, KYC". */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { dateAfter, earliestStart, latestStart, midnight } from '../provider/calendar.ts';
import type { Judging } from './judging.ts';

export const stages = ['about-to-expire', 'in-grace-period', 'expired'] as const;
export type Stage = (typeof stages)[number];

/** Days from the expiry to the first day of a stage, if that day counts. */
const beginsAfter: Record<Stage, number> = { 'about-to-expire': -30, 'in-grace-period': 0, expired: 60 };

const firstDay = (stage: Stage, expiry: string) => dateAfter(midnight(expiry), beginsAfter[stage]);

/** First second at which a document can be in a stage: the day counts, and begins in the earliest time zone. */
export const possibleFrom = (stage: Stage, expiry: string) => earliestStart(firstDay(stage, expiry));

/** Midnight in UTC of the first day of a stage, if that day counts. */
export const midnightOf = (stage: Stage, expiry: string) => midnight(firstDay(stage, expiry));

/** First second at which a document must be in a stage: the day does not count, and ends in the latest time zone. */
export const surelyFrom = (stage: Stage, expiry: string) =>
  latestStart(dateAfter(midnight(firstDay(stage, expiry)), 1));

/** The latest stage that a document must have entered by a time. */
export const stageAt = (expiry: string, now: number): Stage | undefined =>
  stages.findLast((stage) => now >= surelyFrom(stage, expiry));

/** The requirement that is violated if a stage is announced before a document can have entered it. */
export function tooEarly(stage: Stage, expiry: string, now: number): RequirementId {
  if (stage === 'about-to-expire' || stageAt(expiry, now) === undefined) return 'LIMIT-002';
  return stage === 'expired' ? 'LIMIT-003' : 'EXPIRY-002';
}

/** Evaluates that a stage is not announced before a document can have entered it. */
export function requireNotEarly(judging: Judging, stage: Stage, expiry: string, now: number): void {
  const what = `user.kyc.expiry with ${stage} for a document that expires on ${expiry}`;
  const actual = `it at ${new Date(now * 1_000).toISOString()}`;
  judging.require(
    tooEarly(stage, expiry, now),
    now >= possibleFrom(stage, expiry),
    `no ${what}, yet`,
    actual,
  );
}
