import { expect, test } from 'vitest';
import { dateOf, type PayrollDay } from './payroll-day.ts';

test.each<[now: string, day: PayrollDay, date: string]>([
  ['2027-02-27', { days: 3 }, '2027-03-02'],
  ['2027-01-31', { monthEnd: 0 }, '2027-01-31'],
  ['2027-01-31', { monthEnd: 1 }, '2027-02-28'],
  ['2028-01-31', { monthEnd: 1 }, '2028-02-29'],
  ['2027-12-31', { monthEnd: 2 }, '2028-02-29'],
  ['2027-03-31', { monthEnd: -1 }, '2027-02-28'],
  ['2027-02-27', 'leap day', '2028-02-29'],
  ['2028-02-28', 'leap day', '2028-02-29'],
  ['2028-02-29', 'leap day', '2032-02-29'],
  ['2096-03-01', 'leap day', '2104-02-29'],
])('on %s, %o is %s', (now, day, date) => {
  expect(dateOf(day, Date.parse(`${now}T13:00:00Z`) / 1_000)).toBe(date);
});
