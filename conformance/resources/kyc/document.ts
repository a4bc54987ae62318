/** When the document of an identity enters the stages of its expiry. Section "States and transitions, KYC". */

import { possibleFrom, type Stage, stageAt, stages } from '../../judgements/expiry-stages.ts';
import { dateAfter, midnight } from '../../provider/calendar.ts';

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
  /** The documentType that its events have shown so far; null when they did not agree. */
  shownAs?: string | null;
  /** There was a review since events have shown its documentType. */
  reviewed?: true;
  /** Stages that it has surely entered while it was in force. */
  readonly entered: Stage[];
}

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

/** When a submitted document expires: after a number of days, or on the next day of a kind. */
export type Expiry =
  | { readonly days: number }
  | {
      readonly on:
        | 'a leap day'
        | 'the end of a month'
        | '30 days after a leap day'
        | '60 days before a leap day';
    };

/** The first date that fulfils a condition, after a number of days. */
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
