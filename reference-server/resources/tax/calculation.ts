/**
 * The net pay and the employer's cost of a salary (section "Tax calculation result"), exact for every safe integer
 * amount.
 */
import type { Bracket, Levy } from './tables.ts';

/** Values that only one calculation needs, beside the salary. */
export interface CalculationAttributes {
  /**
   * The person's earnings in the tax year before this salary. They move the salary up in every bracket.
   *
   * @defaultValue 0, the first salary of the year
   */
  readonly yearToDateSalary?: number;
  /** The person's pension contribution, in place of the one in the table. */
  readonly pensionContribution?: number;
}

/** The part of a base that lies in one bracket. */
export interface Slice {
  readonly bracket: Bracket;
  readonly amount: bigint;
  /** Its levy in ten thousandths of a unit, before anything is rounded. */
  readonly tenThousandths: bigint;
}

export interface CalculatedLine {
  readonly levy: Levy;
  readonly base: bigint;
  /** The brackets that contain a part of the base; none if the amount was given. */
  readonly slices: readonly Slice[];
  /** Rounded down to a whole unit. */
  readonly amount: number;
}

export interface Calculation {
  readonly gross: number;
  /** Gross less every deduction. */
  readonly net: number;
  /** The pension of the person, which some levies do not count. */
  readonly pension: number;
  readonly deductions: readonly CalculatedLine[];
  readonly employerContributions: readonly CalculatedLine[];
  readonly attributes: CalculationAttributes;
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other);
const larger = (one: bigint, other: bigint) => (one > other ? one : other);

/** @param from where the base begins within the brackets. */
function slicesOf(brackets: readonly Bracket[], from: bigint, base: bigint): Slice[] {
  let start = 0n;
  return brackets.flatMap((bracket) => {
    const end = bracket.upTo === undefined ? from + base : BigInt(bracket.upTo);
    const amount = smaller(end, from + base) - larger(start, from);
    start = end;
    if (amount <= 0n) return [];
    return { bracket, amount, tenThousandths: amount * BigInt(Math.round(bracket.percent * 100)) };
  });
}

function lineOf(levy: Levy, from: bigint, base: bigint): CalculatedLine {
  const slices = slicesOf(levy.brackets, from, base);
  const sum = slices.reduce((total, { tenThousandths }) => total + tenThousandths, 0n);
  return { levy, base, slices, amount: Number(sum / 10_000n) };
}

/** Sum of the amounts of the lines. */
export const sumOf = (lines: readonly { readonly amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Calculates every levy on a salary. The net amount is negative when a given pension contribution leaves too little.
 *
 * @param gross a positive safe integer.
 */
export function calculate(
  levies: readonly Levy[],
  gross: number,
  attributes: CalculationAttributes = {},
): Calculation {
  const from = BigInt(attributes.yearToDateSalary ?? 0);
  const salary = BigInt(gross);
  const { pensionContribution } = attributes;
  const pensionLine = (levy: Levy): CalculatedLine =>
    pensionContribution === undefined
      ? lineOf(levy, from, salary)
      : { levy, base: salary, slices: [], amount: pensionContribution };
  const pension = sumOf(levies.filter(({ kind }) => kind === 'pension').map(pensionLine));
  const taxable = salary - BigInt(pension);
  const lines = levies.map((levy) =>
    levy.kind === 'pension'
      ? pensionLine(levy)
      : lineOf(levy, from, levy.base === 'gross' ? salary : taxable),
  );
  const deductions = lines.filter(({ levy }) => levy.kind !== 'employer');
  return {
    gross,
    net: gross - sumOf(deductions),
    pension,
    deductions,
    employerContributions: lines.filter(({ levy }) => levy.kind === 'employer'),
    attributes,
  };
}
