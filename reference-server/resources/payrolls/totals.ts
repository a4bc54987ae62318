/** The amounts of a payroll: one tax calculation for each entry, added up. */

import type { PayAmounts, PayEntry, PayLine, PayrollTotals } from '../../state/records/payrolls.ts';
import type { PersonRecord } from '../../state/records/people.ts';
import { type CalculatedLine, calculate, sumOf } from '../tax/calculation.ts';
import { residenceOf } from '../tax/rules.ts';
import { type Levy, leviesOf } from '../tax/tables.ts';

const sumOfKind = (lines: readonly CalculatedLine[], kind: Levy['kind']) =>
  sumOf(lines.filter(({ levy }) => levy.kind === kind));

/** Calculates the entry of a person by the levies of where they live. */
export function payLineOf({ personId, salary }: PayEntry, person: Pick<PersonRecord, 'person'>): PayLine {
  const residence = residenceOf(person);
  const { countryCode } = residence;
  const { gross, net, deductions, employerContributions } = calculate(leviesOf(residence), salary.amount);
  return {
    personId,
    salary: { amount: salary.amount, currency: salary.currency },
    ...(countryCode !== undefined && { countryCode }),
    amounts: {
      gross,
      net,
      tax: sumOfKind(deductions, 'tax'),
      pension: sumOfKind(deductions, 'pension'),
      statutoryDeductions: sumOfKind(deductions, 'statutory'),
      employerContributions: sumOf(employerContributions),
    },
  };
}

/** What goes to the authorities for one entry. */
export const remittedOf = ({
  tax,
  pension,
  statutoryDeductions,
  employerContributions,
}: PayAmounts): number => tax + pension + statutoryDeductions + employerContributions;

/** Totals of lines of one currency; `debit` is what the business pays, the fee included. */
export function totalsOf(lines: readonly PayLine[], fee: number): PayrollTotals {
  const currency = lines[0]?.salary.currency ?? '';
  const money = (amount: number) => ({ amount, currency });
  const total = (name: keyof PayAmounts) => lines.reduce((sum, { amounts }) => sum + amounts[name], 0);
  const [gross, employerContributions] = [total('gross'), total('employerContributions')];
  return {
    debit: money(gross + employerContributions + fee),
    gross: money(gross),
    net: money(total('net')),
    tax: money(total('tax')),
    pension: money(total('pension')),
    statutoryDeductions: money(total('statutoryDeductions')),
    employerContributions: money(employerContributions),
  };
}

/**
 * The fee of a payroll. The document shows no structure of fee line items: one that has an `amount` of money in the
 * payroll's currency is charged, anything else is only stored.
 */
export function feeOf(feeLineItems: readonly unknown[], currency: string): number {
  return feeLineItems.reduce<number>((sum, item) => {
    if (typeof item !== 'object' || item === null || !('amount' in item)) return sum;
    const money = item.amount;
    if (typeof money !== 'object' || money === null) return sum;
    if (!('amount' in money && 'currency' in money && money.currency === currency)) return sum;
    const { amount } = money;
    return typeof amount === 'number' && Number.isInteger(amount) && amount > 0 ? sum + amount : sum;
  }, 0);
}
