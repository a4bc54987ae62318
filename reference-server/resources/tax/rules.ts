/** Tax calculation, location support and required tax fields (section "Invoices, reimbursements, tax"). */
import type { BusinessState } from '../../state/business-state.ts';
import type { PersonRecord } from '../../state/records/people.ts';
import { invalidBody } from '../../state/refusal.ts';
import type { Schemas } from '../../state/schemas.ts';
import {
  type CalculatedLine,
  type Calculation,
  type CalculationAttributes,
  calculate,
  type Slice,
} from './calculation.ts';
import { type Bracket, leviesOf, type TaxResidence, tableOf, taxTables } from './tables.ts';

const isCountryCode = (code: string | undefined) => code !== undefined && /^[A-Z]{2}$/.test(code);

/** The country and region in which a person is taxed. An address without a country code yields nothing. */
export function residenceOf({ person }: Pick<PersonRecord, 'person'>): TaxResidence {
  const { countryCode, state } = person.address ?? {};
  if (countryCode === undefined || !isCountryCode(countryCode)) return {};
  return { countryCode, ...(state !== undefined && { state }) };
}

/**
 * The attributes that the table knows; their names are ours, and any other is ignored.
 *
 * @throws Refusal when one of them is not an amount of the salary's currency.
 */
function attributesOf(given: Readonly<Record<string, unknown>> = {}): CalculationAttributes {
  const params: Record<string, string> = {};
  const read = (name: keyof CalculationAttributes) => {
    const value = given[name];
    if (value === undefined) return {};
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return { [name]: value };
    params[`additionalAttributes.${name}`] = 'must be an integer of 0 or more';
    return {};
  };
  const attributes = { ...read('yearToDateSalary'), ...read('pensionContribution') };
  if (Object.keys(params).length > 0) throw invalidBody(params);
  return attributes;
}

// Explains a calculation line by line: "step-by-step breakdown of formulas, brackets and rates per line item".

export interface LineSummary {
  readonly name: string;
  readonly lineItem: 'deduction' | 'employerContribution';
  readonly formula: string;
  readonly brackets: readonly { readonly above: number; readonly upTo?: number; readonly rate: string }[];
  /** From the salary to the amount of the line. */
  readonly steps: readonly string[];
}

/** Ten thousandths of a unit as a decimal without superfluous zeros. */
function decimal(tenThousandths: bigint): string {
  const fraction = String(tenThousandths % 10_000n)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return `${tenThousandths / 10_000n}${fraction && `.${fraction}`}`;
}

const bracketsOf = (brackets: readonly Bracket[]): LineSummary['brackets'] =>
  brackets.map(({ upTo, percent }, index) => ({
    above: brackets[index - 1]?.upTo ?? 0,
    ...(upTo !== undefined && { upTo }),
    rate: `${percent}%`,
  }));

const sliceStep = ({ bracket, amount, tenThousandths }: Slice) =>
  `${bracket.percent}% of ${amount} = ${decimal(tenThousandths)}`;

/** The last steps: the sum of the brackets, and the amount without fractions. */
function closingSteps(slices: readonly Slice[], amount: number): string[] {
  const parts = slices.map(({ tenThousandths }) => decimal(tenThousandths));
  const exact = decimal(slices.reduce((sum, { tenThousandths }) => sum + tenThousandths, 0n));
  return [
    ...(parts.length > 1 ? [`${parts.join(' + ')} = ${exact}`] : []),
    ...(exact === String(amount) ? [] : [`${exact} rounded down = ${amount}`]),
  ];
}

function explain(line: CalculatedLine, { gross, pension, attributes }: Calculation): LineSummary {
  const { levy, base, slices, amount } = line;
  const { name, kind } = levy;
  const lineItem = kind === 'employer' ? 'employerContribution' : 'deduction';
  if (kind === 'pension' && attributes.pensionContribution !== undefined)
    return {
      name,
      lineItem,
      formula: 'the pensionContribution of this calculation',
      brackets: [],
      steps: [`given: ${amount}`],
    };
  const { yearToDateSalary = 0 } = attributes;
  const isGraded = levy.brackets.length > 1;
  const what = levy.base === 'gross' ? 'the gross pay' : 'the gross pay less the pension';
  const end = BigInt(yearToDateSalary) + base;
  return {
    name,
    lineItem,
    formula: isGraded ? `brackets of the year on ${what}` : `${levy.brackets[0]?.percent}% of ${what}`,
    brackets: bracketsOf(levy.brackets),
    steps: [
      ...(levy.base === 'taxable' ? [`${gross} - ${pension} = ${base} taxable`] : []),
      ...(isGraded && yearToDateSalary > 0 ? [`from ${yearToDateSalary} to ${end} of the year`] : []),
      ...slices.map(sliceStep),
      ...closingSteps(slices, amount),
    ],
  };
}

/** One explanation for each line, in the order of the lines. */
export const summaryOf = (calculation: Calculation): LineSummary[] =>
  [...calculation.deductions, ...calculation.employerContributions].map((line) => explain(line, calculation));

export const taxRules = {
  /** @throws Refusal `invalid_request_body` that names each offending field. */
  calculate(
    { persons }: Pick<BusinessState, 'persons'>,
    { personId, salary, additionalAttributes }: Schemas['TaxCalculationInput'],
  ): Schemas['TaxCalculation'] {
    const params: Record<string, string> = {};
    const person = persons.find(({ id }) => id === personId);
    if (personId === undefined) params.personId = 'is missing';
    else if (person === undefined) params.personId = 'must name a person of this business';
    if (salary === undefined) params.salary = 'is missing';
    else if (!Number.isSafeInteger(salary.amount) || salary.amount <= 0)
      params['salary.amount'] = 'must be a positive integer';
    // Tested once more for the compiler, which does not connect them with params.
    if (Object.keys(params).length > 0 || person === undefined || salary === undefined)
      throw invalidBody(params);

    const { amount: gross, currency } = salary;
    const attributes = attributesOf(additionalAttributes);
    const calculation = calculate(leviesOf(residenceOf(person)), gross, attributes);
    const { pension, net } = calculation;
    if (pension > gross || net < 0)
      throw invalidBody({
        'additionalAttributes.pensionContribution': 'must not exceed what the other deductions leave',
      });
    const money = (amount: number) => ({ amount, currency });
    const item = ({ levy: { name }, amount }: CalculatedLine) => ({ name, amount: money(amount) });
    return {
      personId: person.id,
      grossAmount: money(gross),
      netAmount: money(net),
      deductions: calculation.deductions.map(item),
      employerContributions: calculation.employerContributions.map(item),
      summary: summaryOf(calculation),
    };
  },

  locations: (): Schemas['TaxLocations'] => ({
    countries: taxTables.map(({ name, code, regions }) => ({
      name,
      code,
      regions: regions.map((region) => ({ name: region.name, code: region.code })),
    })),
  }),

  /**
   * The fields that a country requires of a person; none if the country has no table of its own.
   *
   * @throws Refusal `invalid_request_body` when no country is named.
   */
  requiredFields(country: string | undefined): Schemas['TaxFields'] {
    if (country === undefined) throw invalidBody({ country: 'is missing' });
    return { country, fields: [...(tableOf(country)?.fields ?? [])] };
  },
};
