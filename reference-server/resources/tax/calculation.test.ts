import { describe, expect, test } from 'vitest';
import type { Schemas } from '../../state/schemas.ts';
import { type CalculatedLine, type CalculationAttributes, calculate, sumOf } from './calculation.ts';
import { residenceOf, summaryOf } from './rules.ts';
import { leviesOf, type TaxResidence, taxTables } from './tables.ts';

const linesOf = (lines: readonly CalculatedLine[]) =>
  Object.fromEntries(lines.map(({ levy, amount }) => [levy.name, amount]));

const largest = Number.MAX_SAFE_INTEGER;
const residences: TaxResidence[] = [
  {},
  ...taxTables.flatMap(({ code: countryCode, regions }) => [
    { countryCode },
    ...regions.map(({ code }) => ({ countryCode, state: code })),
  ]),
];

describe('a calculation', () => {
  test.each<
    [
      name: string,
      residence: TaxResidence,
      gross: number,
      attributes: CalculationAttributes,
      deductions: Record<string, number>,
      employerContributions: Record<string, number>,
      net: number,
    ]
  >([
    [
      'of no known country',
      {},
      1000,
      {},
      { 'Income tax': 100, Pension: 50, 'Statutory deductions': 20 },
      { 'Employer contributions': 60 },
      830,
    ],
    [
      'of a country without a table, which the year does not change',
      { countryCode: 'DE' },
      999,
      { yearToDateSalary: 50_000 },
      { 'Income tax': 99, Pension: 49, 'Statutory deductions': 19 },
      { 'Employer contributions': 59 },
      832,
    ],
    [
      'of a contribution that is given',
      {},
      1000,
      { pensionContribution: 7 },
      { 'Income tax': 100, Pension: 7, 'Statutory deductions': 20 },
      { 'Employer contributions': 60 },
      873,
    ],
    [
      'of Nigeria, as the example of the description has it',
      { countryCode: 'NG' },
      850_000,
      {},
      { 'Income tax': 118_200, Pension: 68_000 },
      { Pension: 85_000 },
      663_800,
    ],
    [
      'of Nigeria later in the year',
      { countryCode: 'NG' },
      850_000,
      { yearToDateSalary: 1_700_000 },
      { 'Income tax': 156_400, Pension: 68_000 },
      { Pension: 85_000 },
      625_600,
    ],
    [
      'of the end of the first bracket',
      { countryCode: 'GB' },
      1000,
      { pensionContribution: 0 },
      { 'Income tax': 0, Pension: 0, 'National Insurance': 0 },
      { 'National Insurance': 90, Pension: 30 },
      1000,
    ],
    [
      'of five units beyond the end of the first bracket',
      { countryCode: 'GB' },
      1005,
      { pensionContribution: 0 },
      { 'Income tax': 1, Pension: 0, 'National Insurance': 0 },
      { 'National Insurance': 90, Pension: 30 },
      1004,
    ],
    [
      'of the United Kingdom in three brackets',
      { countryCode: 'GB' },
      5000,
      {},
      { 'Income tax': 900, Pension: 250, 'National Insurance': 260 },
      { 'National Insurance': 690, Pension: 150 },
      3590,
    ],
    [
      'of Colombia',
      { countryCode: 'CO' },
      6_000_000,
      {},
      { 'Income tax': 239_400, Pension: 240_000, Health: 240_000, 'Pension solidarity fund': 3000 },
      { Pension: 720_000, Health: 510_000, 'Family compensation fund': 240_000 },
      5_277_600,
    ],
    [
      'of the United States without a state',
      { countryCode: 'US' },
      10_000,
      {},
      { 'Federal income tax': 1738, 'Retirement plan': 300, 'Social Security': 620, Medicare: 145 },
      { 'Social Security': 620, Medicare: 145 },
      7197,
    ],
    [
      'of a state with a tax, by its code',
      { countryCode: 'US', state: 'CA' },
      10_000,
      {},
      {
        'Federal income tax': 1738,
        'Retirement plan': 300,
        'Social Security': 620,
        Medicare: 145,
        'State income tax': 546,
        'State disability insurance': 120,
      },
      { 'Social Security': 620, Medicare: 145 },
      6531,
    ],
    [
      'of a state without one, by its name',
      { countryCode: 'US', state: 'Texas' },
      10_000,
      {},
      { 'Federal income tax': 1738, 'Retirement plan': 300, 'Social Security': 620, Medicare: 145 },
      { 'Social Security': 620, Medicare: 145 },
      7197,
    ],
    [
      'that crosses the ceiling of the year',
      { countryCode: 'US' },
      10_000,
      { yearToDateSalary: 176_000 },
      { 'Federal income tax': 2328, 'Retirement plan': 300, 'Social Security': 6, Medicare: 145 },
      { 'Social Security': 6, Medicare: 145 },
      7221,
    ],
    [
      'of the smallest salary',
      { countryCode: 'US', state: 'NY' },
      1,
      {},
      {
        'Federal income tax': 0,
        'Retirement plan': 0,
        'Social Security': 0,
        Medicare: 0,
        'State income tax': 0,
      },
      { 'Social Security': 0, Medicare: 0 },
      1,
    ],
    [
      'of the largest salary that a number can count',
      {},
      largest,
      {},
      {
        'Income tax': 900_719_925_474_099,
        Pension: 450_359_962_737_049,
        'Statutory deductions': 180_143_985_094_819,
      },
      { 'Employer contributions': 540_431_955_284_459 },
      7_475_975_381_435_024,
    ],
  ])('%s', (_name, residence, gross, attributes, deductions, employerContributions, net) => {
    const calculation = calculate(leviesOf(residence), gross, attributes);
    expect(linesOf(calculation.deductions)).toEqual(deductions);
    expect(linesOf(calculation.employerContributions)).toEqual(employerContributions);
    expect(calculation.net).toBe(net);
  });

  test.each(residences)('of %j leaves a net amount and adds up, whatever the amount', (residence) => {
    for (const gross of [1, 2, 99, 100, 101, 12_345, 300_001, 9_999_999, largest - 1, largest]) {
      const { net, deductions, employerContributions } = calculate(leviesOf(residence), gross);
      expect(net).toBeGreaterThan(0);
      expect(BigInt(net) + deductions.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(
        BigInt(gross),
      );
      expect(Number.isSafeInteger(sumOf(employerContributions))).toBe(true);
    }
  });

  test('of a year in parts adds up to that of the whole', () => {
    const levies = leviesOf({ countryCode: 'US', state: 'NY' }).filter(({ base }) => base === 'gross');
    const whole = calculate(levies, 200_000).deductions;
    const parts = [0, 50_000, 100_000, 150_000].map(
      (yearToDateSalary) => calculate(levies, 50_000, { yearToDateSalary }).deductions,
    );
    for (const [index, { amount }] of whole.entries())
      expect(sumOf(parts.flatMap((lines) => lines[index] ?? []))).toBe(amount);
  });
});

describe('a summary', () => {
  test('explains formulas, brackets and rates of each line', () => {
    const calculation = calculate(leviesOf({ countryCode: 'NG' }), 850_000);
    expect(summaryOf(calculation)).toEqual([
      {
        name: 'Income tax',
        lineItem: 'deduction',
        formula: 'brackets of the year on the gross pay less the pension',
        brackets: [
          { above: 0, upTo: 82_000, rate: '0%' },
          { above: 82_000, upTo: 300_000, rate: '10%' },
          { above: 300_000, rate: '20%' },
        ],
        steps: [
          '850000 - 68000 = 782000 taxable',
          '0% of 82000 = 0',
          '10% of 218000 = 21800',
          '20% of 482000 = 96400',
          '0 + 21800 + 96400 = 118200',
        ],
      },
      {
        name: 'Pension',
        lineItem: 'deduction',
        formula: '8% of the gross pay',
        brackets: [{ above: 0, rate: '8%' }],
        steps: ['8% of 850000 = 68000'],
      },
      {
        name: 'Pension',
        lineItem: 'employerContribution',
        formula: '10% of the gross pay',
        brackets: [{ above: 0, rate: '10%' }],
        steps: ['10% of 850000 = 85000'],
      },
    ]);
  });

  test.each<[string, TaxResidence, number, CalculationAttributes, string, string[]]>([
    ['a fraction', {}, 999, {}, 'Income tax', ['10% of 999 = 99.9', '99.9 rounded down = 99']],
    ['nothing', {}, 1, {}, 'Pension', ['5% of 1 = 0.05', '0.05 rounded down = 0']],
    ['what was given', {}, 999, { pensionContribution: 12 }, 'Pension', ['given: 12']],
    [
      'the year so far',
      { countryCode: 'US' },
      10_000,
      { yearToDateSalary: 176_000 },
      'Social Security',
      [
        'from 176000 to 186000 of the year',
        '6.2% of 100 = 6.2',
        '0% of 9900 = 0',
        '6.2 + 0 = 6.2',
        '6.2 rounded down = 6',
      ],
    ],
  ])('explains %s', (_name, residence, gross, attributes, line, steps) => {
    const summary = summaryOf(calculate(leviesOf(residence), gross, attributes));
    expect(summary.find(({ name }) => name === line)?.steps).toEqual(steps);
  });

  test.each(residences)('of %j ends each line with its amount', (residence) => {
    for (const gross of [1, 12_345, 9_999_999, largest]) {
      const calculation = calculate(leviesOf(residence), gross);
      const lines = [...calculation.deductions, ...calculation.employerContributions];
      expect(summaryOf(calculation).map(({ steps }) => steps.at(-1)?.split(' = ').at(-1))).toEqual(
        lines.map(({ amount }) => String(amount)),
      );
    }
  });
});

describe('the table', () => {
  test('has brackets in rising order and rates of at most two decimals', () => {
    for (const residence of residences)
      for (const { brackets } of leviesOf(residence)) {
        const ends = brackets.map(({ upTo }) => upTo ?? Number.POSITIVE_INFINITY);
        expect(ends).toEqual([...new Set(ends)].sort((one, other) => one - other));
        expect(ends.at(-1)).toBe(Number.POSITIVE_INFINITY);
        for (const { percent } of brackets)
          expect(Math.abs(percent * 100 - Math.round(percent * 100))).toBeLessThan(1e-9);
      }
  });

  test('has one pension of the person everywhere', () => {
    for (const residence of residences)
      expect(leviesOf(residence).filter(({ kind }) => kind === 'pension').length).toBe(1);
  });
});

test.each<[address: Schemas['Address'] | undefined, residence: ReturnType<typeof residenceOf>]>([
  [undefined, {}],
  [{}, {}],
  [{ countryCode: 'US' }, { countryCode: 'US' }],
  [
    { countryCode: 'US', state: 'NY', city: 'New York' },
    { countryCode: 'US', state: 'NY' },
  ],
  [{ state: 'NY' }, {}],
  [{ countryCode: 'us', state: 'NY' }, {}],
  [{ countryCode: 'USA', state: 'NY' }, {}],
  [{ countryCode: 'AUS', state: 'NY' }, {}],
])('who lives at %j is taxed at %j', (address, residence) => {
  expect(residenceOf({ person: { id: 'person', ...(address && { address }) } })).toEqual(residence);
});
