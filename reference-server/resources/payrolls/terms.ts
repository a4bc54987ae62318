/** The amounts of a payroll: one tax calculation for each entry, added up. */

import type {
  PayAmounts,
  PayEntry,
  PayLine,
  PayrollTerms,
  PayrollTotals,
} from '../../state/records/payrolls.ts';
import type { PersonRecord } from '../../state/records/people.ts';
import { invalidBody } from '../../state/refusal.ts';
import type { Schemas } from '../../state/schemas.ts';
import { defined } from '../../state/values.ts';
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

/** The amount that goes to the authorities for one entry. */
export const remittedOf = ({
  tax,
  pension,
  statutoryDeductions,
  employerContributions,
}: PayAmounts): number => tax + pension + statutoryDeductions + employerContributions;

/** Totals of lines of one currency; `debit` is the amount that the business pays, the fee included. */
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

type Entry = Schemas['PayrollEntry'];
type Params = Record<string, string>;

/** The line of an entry; none, and the reason in `params`, when it is not valid. */
function lineOf(
  { personId, salary }: Entry,
  place: string,
  currency: string | undefined,
  persons: ReadonlyMap<string, PersonRecord>,
  params: Params,
): PayLine | undefined {
  const person = personId === undefined ? undefined : persons.get(personId);
  if (personId === undefined) params[`${place}.personId`] = 'is missing';
  else if (person === undefined) params[`${place}.personId`] = 'must name a person of this business';
  if (salary === undefined) params[`${place}.salary`] = 'is missing';
  else if (!Number.isSafeInteger(salary.amount) || salary.amount <= 0)
    params[`${place}.salary.amount`] = 'must be a positive integer';
  else if (salary.currency !== currency)
    params[`${place}.salary.currency`] = 'must be the currency of the other entries';
  else if (personId !== undefined && person !== undefined) return payLineOf({ personId, salary }, person);
  return undefined;
}

/** A sum of positive integers that came out as a safe one is exact, however long it is. */
const isExact = ({ debit }: Pick<PayrollTerms['totals'], 'debit'>) => Number.isSafeInteger(debit.amount);

/**
 * Decides whether the entries of a payroll are valid (section "States and transitions, Payroll": "entries valid"). The
 * document does not show which entries are valid; a payroll that cannot be paid as it stands is rejected.
 *
 * @throws Refusal `invalid_request_body` that names each offending field.
 */
export function termsOf(input: Schemas['PayrollSave'], persons: readonly PersonRecord[]): PayrollTerms {
  const params: Params = {};
  const { payrollDate, payPeriod, entries = [], ...extras } = input;
  const { fromDate, toDate } = payPeriod ?? {};
  if (payrollDate === undefined) params.payrollDate = 'is missing';
  if (payPeriod === undefined) params.payPeriod = 'is missing';
  else if (fromDate === undefined) params['payPeriod.fromDate'] = 'is missing';
  else if (toDate === undefined) params['payPeriod.toDate'] = 'is missing';
  else if (fromDate > toDate) params['payPeriod.toDate'] = 'must not be before fromDate';
  if (entries.length === 0) params.entries = 'must hold at least one entry';

  const currency = entries[0]?.salary?.currency;
  const byId = new Map(persons.map((person) => [person.id, person]));
  const lines = entries.flatMap(
    (entry, index) => lineOf(entry, `entries.${index}`, currency, byId, params) ?? [],
  );
  const { fxValidUntil, feeLineItems, customData } = extras;
  const fee = feeOf(feeLineItems ?? [], currency ?? '');
  const totals = totalsOf(lines, fee);
  if (Object.keys(params).length === 0 && !isExact(totals)) {
    const offending = isExact(totalsOf(lines, 0)) ? 'feeLineItems' : 'entries';
    params[offending] = 'must not add up to more than can be counted exactly';
  }

  // The dates are tested once more for the compiler, which does not connect them with params.
  if (Object.keys(params).length > 0 || !payrollDate || !fromDate || !toDate) throw invalidBody(params);
  return {
    payrollDate,
    payPeriod: { fromDate, toDate },
    lines,
    fee,
    totals,
    extras: {
      ...defined({ fxValidUntil, feeLineItems, customData }),
    },
  };
}
