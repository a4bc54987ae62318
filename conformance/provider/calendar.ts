/**
 * When a calendar date begins and ends. The document names no time zone, so a date has surely begun only when it has
 * begun everywhere, and has surely not begun only while it has begun nowhere.
 */

export type DateCertainty = 'no' | 'maybe' | 'yes';

const hour = 3_600;
const day = 24 * hour;
/** Unix seconds at which the date begins in UTC. */
export const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1_000;

/** The earliest time zone is 14 hours ahead of UTC. */
export const earliestStart = (date: string) => midnight(date) - 14 * hour;

/** The latest time zone is 12 hours behind UTC. */
export const latestStart = (date: string) => midnight(date) + 12 * hour;

/** Whether the date has begun at a Unix time. */
export function reached(date: string, now: number): DateCertainty {
  if (now < earliestStart(date)) return 'no';
  return now >= latestStart(date) ? 'yes' : 'maybe';
}

/** Whether the date is over at a Unix time. */
export function past(date: string, now: number): DateCertainty {
  if (now < earliestStart(date) + day) return 'no';
  return now >= latestStart(date) + day ? 'yes' : 'maybe';
}

/**
 * The first time from now on that is an hour after noon in UTC. At that time, yesterday is over everywhere and today is
 * not over anywhere, so the findings do not depend on the hour of the run.
 */
export function nextAfternoon(now: number): number {
  return now + ((((13 * hour - now) % day) + day) % day);
}

/** The calendar date, in UTC, a number of days after a Unix time. */
export function dateAfter(unixSeconds: number, days: number): string {
  return new Date(unixSeconds * 1_000 + days * day * 1_000).toISOString().slice(0, 10);
}

/** A whole month, a number of months before the month of a date. */
export function monthBefore(date: string, months: number): { fromDate: string; toDate: string } {
  const [year = 0, month = 1] = date.split('-').map(Number);
  const dayOf = (monthIndex: number, dayOfMonth: number) =>
    new Date(Date.UTC(year, monthIndex, dayOfMonth)).toISOString().slice(0, 10);
  const first = month - 1 - months;
  return { fromDate: dayOf(first, 1), toDate: dayOf(first + 1, 0) };
}
