/**
 * The tax table. The document shows no rates, so all of them are ours: simplified from the systems of four countries,
 * so that a calculation has brackets, ceilings and regions to explain. Not for real taxes.
 */
import type { Schemas } from '../../state/schemas.ts';

/** A rate on the amount between the previous bracket and `upTo`; the last bracket has no end. */
export interface Bracket {
  /** In units of the salary's currency, counted from the start of the tax year. */
  readonly upTo?: number;
  /** At most two decimals. */
  readonly percent: number;
}

/** One line of a calculation. */
export interface Levy {
  readonly name: string;
  /** How it counts in the totals of a payroll; `employer` is paid on top of the gross pay, the others out of it. */
  readonly kind: 'tax' | 'pension' | 'statutory' | 'employer';
  /** Whether it is on the gross pay or on the gross pay without the pension. */
  readonly base: 'gross' | 'taxable';
  readonly brackets: readonly Bracket[];
}

export interface Region {
  readonly name: string;
  readonly code: string;
  /** Levies of the region, in addition to those of the country. */
  readonly levies: readonly Levy[];
}

export interface TaxTable {
  readonly name: string;
  readonly code: string;
  readonly regions: readonly Region[];
  readonly levies: readonly Levy[];
  /** The fields that must be known about a person of the country. */
  readonly fields: readonly Schemas['TaxField'][];
}

const flat = (percent: number): readonly Bracket[] => [{ percent }];

const above = Number.POSITIVE_INFINITY;

/** Ends of brackets with their rates; the last one ends nowhere. */
const graded = (...steps: readonly (readonly [upTo: number, percent: number])[]): Bracket[] =>
  steps.map(([upTo, percent]) => ({ ...(upTo !== above && { upTo }), percent }));

const levy =
  (kind: Levy['kind'], base: Levy['base'] = 'gross') =>
  (name: string, brackets: readonly Bracket[]): Levy => ({ name, kind, base, brackets });

const tax = levy('tax', 'taxable');
const taxOnGross = levy('tax');
const pension = levy('pension');
const statutory = levy('statutory');
const employer = levy('employer');

const taxId = (description: string) => ({ name: 'taxId', required: true, type: 'string', description });
const socialSecurityId = (description: string) => ({ ...taxId(description), name: 'socialSecurityId' });

/** For every country without a table of its own, and for a person whose country is not known. */
const defaultLevies: readonly Levy[] = [
  taxOnGross('Income tax', flat(10)),
  pension('Pension', flat(5)),
  statutory('Statutory deductions', flat(2)),
  employer('Employer contributions', flat(6)),
];

export const taxTables: readonly TaxTable[] = [
  {
    name: 'Nigeria',
    code: 'NG',
    // Each state collects the tax, all of them at the rates of the country.
    regions: [
      { name: 'Lagos', code: 'LA', levies: [] },
      { name: 'Abuja', code: 'FC', levies: [] },
    ],
    levies: [
      tax('Income tax', graded([82_000, 0], [300_000, 10], [above, 20])),
      pension('Pension', flat(8)),
      employer('Pension', flat(10)),
    ],
    fields: [
      taxId('Tax identification number'),
      {
        name: 'maritalStatus',
        required: true,
        type: 'string',
        enum: ['single', 'married'],
        description: 'Marital status, as the authority has it',
      },
      {
        name: 'numberOfDependents',
        required: false,
        type: 'integer',
        description: 'Dependents, as the authority has them',
      },
    ],
  },
  {
    name: 'United Kingdom',
    code: 'GB',
    regions: [],
    levies: [
      tax('Income tax', graded([1_000, 0], [4_000, 20], [above, 40])),
      pension('Pension', flat(5)),
      statutory('National Insurance', graded([1_000, 0], [4_000, 8], [above, 2])),
      employer('National Insurance', graded([400, 0], [above, 15])),
      employer('Pension', flat(3)),
    ],
    fields: [socialSecurityId('National Insurance number')],
  },
  {
    name: 'Colombia',
    code: 'CO',
    regions: [],
    levies: [
      tax('Income tax', graded([4_500_000, 0], [8_000_000, 19], [above, 28])),
      pension('Pension', flat(4)),
      statutory('Health', flat(4)),
      statutory('Pension solidarity fund', graded([5_700_000, 0], [above, 1])),
      employer('Pension', flat(12)),
      employer('Health', flat(8.5)),
      employer('Family compensation fund', flat(4)),
    ],
    fields: [taxId('NIT or number of the identity card')],
  },
  {
    name: 'United States',
    code: 'US',
    regions: [
      {
        name: 'California',
        code: 'CA',
        levies: [
          tax('State income tax', graded([1_000, 1], [5_000, 4], [above, 8])),
          statutory('State disability insurance', flat(1.2)),
        ],
      },
      { name: 'New York', code: 'NY', levies: [tax('State income tax', graded([1_500, 4], [above, 6.5]))] },
      { name: 'Texas', code: 'TX', levies: [] },
    ],
    levies: [
      tax('Federal income tax', graded([1_000, 10], [4_000, 12], [8_500, 22], [above, 24])),
      pension('Retirement plan', flat(3)),
      // Nothing more is due above the yearly ceiling.
      statutory('Social Security', graded([176_100, 6.2], [above, 0])),
      statutory('Medicare', flat(1.45)),
      employer('Social Security', graded([176_100, 6.2], [above, 0])),
      employer('Medicare', flat(1.45)),
    ],
    fields: [
      socialSecurityId('Social Security number'),
      {
        name: 'state',
        required: false,
        type: 'string',
        enum: ['CA', 'NY', 'TX'],
        description:
          'State of residence, in the address of the person; without it no state tax is calculated',
      },
    ],
  },
];

const byCode = new Map(taxTables.map((table) => [table.code, table]));

/** @returns undefined for a country without a table of its own. */
export const tableOf = (countryCode: string | undefined): TaxTable | undefined =>
  countryCode === undefined ? undefined : byCode.get(countryCode);

/** The country and region in which a person is taxed, from the person's address. */
export interface TaxResidence {
  readonly countryCode?: string;
  /** Code or name of a region. */
  readonly state?: string;
}

/** The levies of a residence: those of the country, then those of the region, or else the default ones. */
export function leviesOf({ countryCode, state }: TaxResidence): readonly Levy[] {
  const table = tableOf(countryCode);
  if (table === undefined) return defaultLevies;
  const region = table.regions.find(({ code, name }) => state === code || state === name);
  return [...table.levies, ...(region?.levies ?? [])];
}
