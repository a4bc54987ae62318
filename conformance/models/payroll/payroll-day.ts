/** The dates that payrolls are saved for. */
import { dateAfter } from '../../actions/payroll.ts';

/** Days from now; the last day of a month, counted from this one; or the next 29th of February. */
export type PayrollDay = { readonly days: number } | { readonly monthEnd: number } | 'leap day';

/** The date in UTC. */
export function dateOf(day: PayrollDay, now: number): string {
  const today = new Date(now * 1_000);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const asDate = (...parts: [year: number, month: number, day: number]) =>
    new Date(Date.UTC(...parts)).toISOString().slice(0, 10);
  if (day !== 'leap day') {
    return 'days' in day ? dateAfter(now, day.days) : asDate(year, month + day.monthEnd + 1, 0);
  }
  for (let leapYear = year; ; leapYear += 1) {
    const date = asDate(leapYear, 1, 29);
    if (date.endsWith('-02-29') && date > dateAfter(now, 0)) return date;
  }
}

/** Such as `in 3 days`. */
export function nameOfDay(day: PayrollDay): string {
  if (day === 'leap day') return 'the leap day';
  return 'days' in day ? `in ${day.days} days` : `month end ${day.monthEnd}`;
}
