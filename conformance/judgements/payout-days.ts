/** Judges startDate and endDate of the list of payouts. Section "Beneficiaries and payouts". */
import { dateAfter, earliestStart, latestStart, midnight } from '../provider/calendar.ts';

/** Whether a filter keeps an item, removes it, or may do either. */
export type PayoutExpectation = 'in' | 'out' | 'either';

/** A payout is only expected in or out if its day has begun in every time zone, or in none. */
export const startsWith = (date: string, created: number): PayoutExpectation =>
  created >= latestStart(date) ? 'in' : created < earliestStart(date) ? 'out' : 'either';

export function endsWith(date: string, created: number): PayoutExpectation {
  const next = dateAfter(midnight(date), 1);
  return created < earliestStart(next) ? 'in' : created >= latestStart(next) ? 'out' : 'either';
}
