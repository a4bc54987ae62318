/** Explains a calculation line by line: "step-by-step breakdown of formulas, brackets and rates per line item". */
import type { CalculatedLine, Calculation, Slice } from './calculation.ts';
import type { Bracket } from './tables.ts';

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

/** The last steps: what the brackets add up to, and what is left when fractions are dropped. */
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
