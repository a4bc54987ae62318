/** Calendar dates as times. The document shows no time zone; UTC is our interpretation. */

export const secondsPerDay = 86_400;

/** The last date that can be written as YYYY-MM-DD. */
const lastDate = '9999-12-31';

/** Last Unix second of a clock: a `Date` can hold it, and every time that is planned within a thousand years of it. */
export const lastSecond = 8_600_000_000_000;

/** Unix seconds of 00:00 of a calendar date. */
export const startOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000;

/** The first Unix second after a date. */
export const endOf = (date: string): number => startOf(date) + secondsPerDay;

/** The date of a time in Unix seconds. */
export const dateAt = (seconds: number): string =>
  seconds > startOf(lastDate) ? lastDate : new Date(seconds * 1000).toISOString().slice(0, 10);

/** The date some days after another one. */
export const daysAfter = (date: string, days: number): string => dateAt(startOf(date) + days * secondsPerDay);
