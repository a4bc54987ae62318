import { taxRules } from '../resources/tax/rules.ts';
import type { BusinessState } from '../state/business-state.ts';
import { invalidBody } from '../state/refusal.ts';
import type { Schemas } from '../state/schemas.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { asObject, type FieldFault, fieldFaults } from './field-faults.ts';
import { remove } from './tools.ts';

type Input = Schemas['TaxCalculationInput'];
type Result = Schemas['TaxCalculation'];

const calculating = (
  change: (result: Result, state: Pick<BusinessState, 'persons'>, input: Input) => Result,
): FaultOverrides => ({
  rules: {
    tax: { calculate: (state, input) => change(taxRules.calculate(state, input), state, input) },
  },
});

/** An object by name in place of a list. */
const byName = (lines: unknown) =>
  Array.isArray(lines) ? Object.fromEntries(lines.map(({ name, amount }) => [name, amount])) : lines;

const results: readonly FieldFault[] = [
  [
    'tax-net-without-currency',
    'Nobody knows what the net amount is counted in.',
    ['TAX-003', 'CONV-006'],
    'netAmount',
    asObject(({ amount }) => amount),
  ],
  [
    'tax-net-as-fraction',
    'A client that pays out whole units cannot pay what is left of a salary.',
    ['TAX-003', 'CONV-006'],
    'netAmount.amount',
    (amount) => Number(amount) + 0.5,
  ],
  [
    'tax-deductions-by-name',
    'A client that goes through the deductions finds no list.',
    ['TAX-004'],
    'deductions',
    byName,
  ],
  [
    'tax-deduction-names-lost',
    'A payslip shows amounts and not what they are for.',
    ['TAX-004'],
    'deductions.*.name',
    remove,
  ],
  [
    'tax-contributions-without-currency',
    'Nobody knows what the contributions of the employer are counted in.',
    ['TAX-005', 'CONV-006'],
    'employerContributions.*.amount',
    asObject(({ amount }) => amount),
  ],
  [
    'tax-contributions-as-one-sum',
    'An employer cannot see what the contributions are for.',
    ['TAX-005'],
    'employerContributions',
    (lines) => (Array.isArray(lines) ? lines.reduce((sum, { amount }) => sum + amount.amount, 0) : lines),
  ],
  ['tax-without-summary', 'Nobody can follow how a tax was calculated.', ['TAX-006'], 'summary', remove],
];

const locations: readonly FieldFault[] = [
  [
    'country-without-regions-lacks-the-list',
    'A client that goes through the regions of a country crashes where there are none.',
    ['TAX-010'],
    'regions',
    (regions) => (Array.isArray(regions) && regions.length === 0 ? undefined : regions),
  ],
  [
    'regions-as-codes',
    'A client cannot show the name of a region.',
    ['TAX-010'],
    'regions.*',
    asObject(({ code }) => code),
  ],
];

const taxFields: readonly FieldFault[] = [
  [
    'required-tax-field-as-text',
    'A form demands every field, because the text false is true.',
    ['TAX-011'],
    'fields.*.required',
    String,
  ],
  [
    'tax-field-without-description',
    'Nobody knows what to fill in.',
    ['TAX-011'],
    'fields.*.description',
    remove,
  ],
  [
    'tax-fields-without-country',
    'A client that asked for two countries mixes them up.',
    ['TAX-011'],
    'country',
    remove,
  ],
];

export const taxFaults: readonly Fault[] = [
  {
    id: 'tax-of-the-first-person',
    title: 'A client that calculates for several persons books all taxes for the first.',
    area: 'tax',
    breaks: ['TAX-001'],
    overrides: calculating((result, { persons }) => ({
      ...result,
      personId: persons[0]?.id ?? result.personId,
    })),
  },
  {
    id: 'tax-of-nobody',
    title: 'A client cannot tell for whom a tax was calculated.',
    area: 'tax',
    breaks: ['TAX-001', 'CONV-001'],
    overrides: calculating((result) => ({ ...result, personId: '' })),
  },
  {
    id: 'tax-gross-with-contributions',
    title: 'A worker is promised a gross pay that includes what the employer pays on top.',
    area: 'tax',
    breaks: ['TAX-002'],
    overrides: calculating((result) => {
      const { amount, currency } = result.grossAmount;
      const paid = result.employerContributions.reduce((sum, line) => sum + line.amount.amount, 0);
      return { ...result, grossAmount: { amount: amount + paid, currency } };
    }),
  },
  {
    id: 'tax-gross-in-another-currency',
    title: 'A salary in naira is shown in dollars, with the same number.',
    area: 'tax',
    breaks: ['TAX-002'],
    overrides: calculating((result) => {
      const { amount, currency } = result.grossAmount;
      return { ...result, grossAmount: { amount, currency: currency === 'USD' ? 'NGN' : 'USD' } };
    }),
  },
  ...fieldFaults('tax', 'calculateTax', '', results),
  {
    id: 'tax-needs-additional-attributes',
    title: 'A client that has nothing to add to a salary cannot calculate its taxes.',
    area: 'tax',
    breaks: ['TAX-008', 'ERR-007'],
    overrides: calculating((result, _state, { additionalAttributes }) => {
      if (additionalAttributes === undefined) throw invalidBody({ additionalAttributes: 'is missing' });
      return result;
    }),
  },
  {
    id: 'tax-refuses-additional-attributes',
    title: 'The taxes of a salary in the middle of a year cannot be calculated.',
    area: 'tax',
    breaks: ['TAX-009', 'ERR-007'],
    overrides: calculating((result, _state, { additionalAttributes }) => {
      if (additionalAttributes !== undefined) throw invalidBody({ additionalAttributes: 'is not expected' });
      return result;
    }),
  },
  ...fieldFaults('tax', 'listSupportedLocations', 'countries.*.', locations),
  ...fieldFaults('tax', 'listRequiredTaxFields', '', taxFields),
];
