/** When the document of an identity enters the stages of its expiry. Section "States and transitions, KYC". */

import { dateAfter, earliestStart, latestStart, midnight } from '../../provider/calendar.ts';

export const stages = ['about-to-expire', 'in-grace-period', 'expired'] as const;
export type Stage = (typeof stages)[number];

export interface ExpectedDocument {
  readonly expiry: string;
  /** Since when an approved identity rests on it; absent while none does. */
  inForceSince?: number;
  /** An identity has rested on it before; whether it announces what it entered meanwhile is not shown. */
  lapsed?: true;
  /** A review rejected it as a replacement; which document an approval then goes back to is not shown. */
  disputed?: true;
  /** The identity was rejected because it expired, which happens once. */
  spent?: true;
  /** Stages that it has surely entered while it was in force. */
  readonly entered: Stage[];
}

/** Days from the expiry to the day with which a stage begins, if that day counts. */
const beginsAfter: Record<Stage, number> = { 'about-to-expire': -30, 'in-grace-period': 0, expired: 60 };

const firstDay = (stage: Stage, expiry: string) => dateAfter(midnight(expiry), beginsAfter[stage]);

/** First second at which a document can be in a stage: the day counts, and begins where it begins first. */
export const possibleFrom = (stage: Stage, expiry: string) => earliestStart(firstDay(stage, expiry));

/** Midnight in UTC of the day with which a stage begins, if that day counts. */
export const midnightOf = (stage: Stage, expiry: string) => midnight(firstDay(stage, expiry));

/** First second at which a document has to be in a stage: the day does not count, and ends where it ends last. */
export const surelyFrom = (stage: Stage, expiry: string) =>
  latestStart(dateAfter(midnight(firstDay(stage, expiry)), 1));

/** The latest stage that a document has surely entered by a time. */
export const stageAt = (expiry: string, now: number): Stage | undefined =>
  stages.findLast((stage) => now >= surelyFrom(stage, expiry));

/** Whether a document can have been in a stage after the one that it is surely in. */
function mayBeFurther(stage: Stage, expiry: string, now: number): boolean {
  const next = stages[stages.indexOf(stage) + 1];
  return next !== undefined && now >= possibleFrom(next, expiry);
}

/**
 * The stage that a document in force is in beyond doubt, and has entered while it was in force. One that was approved for
 * the first time when it was about to expire enters that stage then.
 */
export function stageEntered(
  { expiry, inForceSince, lapsed }: ExpectedDocument,
  now: number,
): Stage | undefined {
  const stage = stageAt(expiry, now);
  if (stage === undefined || inForceSince === undefined || mayBeFurther(stage, expiry, now)) return undefined;
  const first = stage === 'about-to-expire' && lapsed === undefined;
  return first || possibleFrom(stage, expiry) > inForceSince ? stage : undefined;
}

/** When a document that is handed in expires: so many days later, or on the next such day. */
export type Expiry =
  | { readonly days: number }
  | {
      readonly on:
        | 'a leap day'
        | 'the end of a month'
        | '30 days after a leap day'
        | '60 days before a leap day';
    };

/** The first date that fulfils a condition, after so many days. */
function nextDate(now: number, isMeant: (date: string) => boolean): string {
  let days = 40;
  while (!isMeant(dateAfter(now, days))) days += 1;
  return dateAfter(now, days);
}

const isLeapDay = (date: string) => date.endsWith('-02-29');

/** @param taken dates of other documents of the same user, so that an event tells which document it is about. */
export function expiryDate(expiry: Expiry, now: number, taken: Iterable<string>): string {
  const wanted = (() => {
    if ('days' in expiry) return dateAfter(now, expiry.days);
    const { on } = expiry;
    switch (on) {
      case 'a leap day':
        return nextDate(now, isLeapDay);
      case 'the end of a month':
        return nextDate(now, (date) => dateAfter(midnight(date), 1).endsWith('-01'));
      case '30 days after a leap day':
        return nextDate(now, (date) => isLeapDay(dateAfter(midnight(date), -30)));
      case '60 days before a leap day':
        return nextDate(now, (date) => isLeapDay(dateAfter(midnight(date), 60)));
      default:
        return on satisfies never;
    }
  })();
  const others = new Set(taken);
  let date = wanted;
  while (others.has(date)) date = dateAfter(midnight(date), 1);
  return date;
}
