import type { PayEntry, PayrollTotals } from './records.ts';

/**
 * Flat rates in percent of the gross pay. The document names the amounts of a payroll and shows no formula, so these
 * are ours; all that matters is that the amounts agree with one another.
 */
const ratePercent = { tax: 10, pension: 5, statutoryDeductions: 2, employerContributions: 6 };

/** Whole part of a percentage; BigInt because the product may exceed what a number holds exactly. */
const share = (amount: number, percent: number) => Number((BigInt(amount) * BigInt(percent)) / 100n);

/** The amounts of one gross pay: `net` is what the worker gets, `debit` what the business pays. */
export function amountsOf(gross: number): Record<keyof PayrollTotals, number> {
  const tax = share(gross, ratePercent.tax);
  const pension = share(gross, ratePercent.pension);
  const statutoryDeductions = share(gross, ratePercent.statutoryDeductions);
  const employerContributions = share(gross, ratePercent.employerContributions);
  const net = gross - tax - pension - statutoryDeductions;
  return {
    gross,
    tax,
    pension,
    statutoryDeductions,
    employerContributions,
    net,
    debit: gross + employerContributions,
  };
}

/** Totals of entries of one currency, computed from the sum of the salaries. */
export function totalsOf(entries: readonly PayEntry[]): PayrollTotals {
  const currency = entries[0]?.salary.currency ?? '';
  const amounts = amountsOf(entries.reduce((sum, { salary }) => sum + salary.amount, 0));
  const money = (amount: number) => ({ amount, currency });
  return {
    debit: money(amounts.debit),
    gross: money(amounts.gross),
    net: money(amounts.net),
    tax: money(amounts.tax),
    pension: money(amounts.pension),
    statutoryDeductions: money(amounts.statutoryDeductions),
    employerContributions: money(amounts.employerContributions),
  };
}
