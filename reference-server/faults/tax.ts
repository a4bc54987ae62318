import { taxRules } from '../resources/tax/rules.ts';
import type { BusinessState } from '../state/business-state.ts';
import { invalidBody } from '../state/refusal.ts';
import type { Money, Schemas } from '../state/schemas.ts';
import { type FaultOverrides, faultsOf } from './fault.ts';
import { inAnswers, inObjects, remove, replacing, withoutCurrency } from './tools.ts';

type Result = Schemas['TaxCalculation'];
type Input = Schemas['TaxCalculationInput'];

const calculating = (
  change: (result: Result, state: Pick<BusinessState, 'persons'>, input: Input) => Result,
): FaultOverrides =>
  replacing('tax', { calculate: (state, input) => change(taxRules.calculate(state, input), state, input) });

/** Shows another gross amount than the one that was calculated with. */
const grossShown = (change: (gross: Money, result: Result) => Money) =>
  calculating((result) => ({ ...result, grossAmount: change(result.grossAmount, result) }));

/** An object by name in place of a list. */
const byName = (lines: unknown) =>
  Array.isArray(lines) ? Object.fromEntries(lines.map(({ name, amount }) => [name, amount])) : lines;

export const taxFaults = faultsOf('tax', {
  'tax-of-the-first-person': {
    title: 'A client that calculates for several persons books all taxes for the first.',
    breaks: ['TAX-001'],
    subtle: ['wrong-id'],
    overrides: calculating((result, { persons }) => ({
      ...result,
      personId: persons[0]?.id ?? result.personId,
    })),
  },
  'tax-of-nobody': {
    title: 'A client cannot tell for whom a tax was calculated.',
    breaks: ['TAX-001', 'CONV-001'],
    overrides: calculating((result) => ({ ...result, personId: '' })),
  },
  'tax-gross-with-contributions': {
    title: 'A worker is promised a gross pay that includes what the employer pays on top.',
    breaks: ['TAX-002'],
    overrides: grossShown(({ amount, currency }, { employerContributions }) => ({
      amount: employerContributions.reduce((sum, line) => sum + line.amount.amount, amount),
      currency,
    })),
  },
  'tax-gross-in-another-currency': {
    title: 'A salary in naira is shown in dollars, with the same number.',
    breaks: ['TAX-002'],
    overrides: grossShown(({ amount, currency }) => ({
      amount,
      currency: currency === 'USD' ? 'NGN' : 'USD',
    })),
  },
  'tax-net-without-currency': {
    title: 'Nobody knows what the net amount is counted in.',
    breaks: ['TAX-003', 'CONV-006'],
    overrides: inAnswers('calculateTax', 'netAmount', withoutCurrency),
  },
  'tax-net-as-fraction': {
    title: 'A client that pays out whole units cannot pay what is left of a salary.',
    breaks: ['TAX-003', 'CONV-006'],
    subtle: ['rounding'],
    overrides: inAnswers('calculateTax', 'netAmount.amount', (amount) => Number(amount) + 0.5),
  },
  'tax-deductions-by-name': {
    title: 'A client that goes through the deductions finds no list.',
    breaks: ['TAX-004'],
    overrides: inAnswers('calculateTax', 'deductions', byName),
  },
  'tax-deduction-names-lost': {
    title: 'A payslip shows amounts and not what they are for.',
    breaks: ['TAX-004'],
    overrides: inAnswers('calculateTax', 'deductions.*.name', remove),
  },
  'tax-contributions-without-currency': {
    title: 'Nobody knows what the contributions of the employer are counted in.',
    breaks: ['TAX-005', 'CONV-006'],
    overrides: inAnswers('calculateTax', 'employerContributions.*.amount', withoutCurrency),
  },
  'tax-contributions-as-one-sum': {
    title: 'An employer cannot see what the contributions are for.',
    breaks: ['TAX-005'],
    overrides: inAnswers('calculateTax', 'employerContributions', (lines) =>
      Array.isArray(lines) ? lines.reduce((sum, { amount }) => sum + amount.amount, 0) : lines,
    ),
  },
  'tax-without-summary': {
    title: 'Nobody can follow how a tax was calculated.',
    breaks: ['TAX-006'],
    overrides: inAnswers('calculateTax', 'summary', remove),
  },
  'tax-summary-without-figures': {
    title: 'Whoever asks how a tax was calculated reads that it was.',
    breaks: ['TAX-006'],
    overrides: inAnswers('calculateTax', 'summary', () => [
      'Taxes and contributions by the rules of the country.',
    ]),
  },
  'tax-needs-additional-attributes': {
    title: 'A client that has nothing to add to a salary cannot calculate its taxes.',
    breaks: ['TAX-008', 'ERR-007'],
    overrides: calculating((result, _state, { additionalAttributes }) => {
      if (additionalAttributes === undefined) throw invalidBody({ additionalAttributes: 'is missing' });
      return result;
    }),
  },
  'tax-refuses-additional-attributes': {
    title: 'The taxes of a salary in the middle of a year cannot be calculated.',
    breaks: ['TAX-009', 'ERR-007'],
    overrides: calculating((result, _state, { additionalAttributes }) => {
      if (additionalAttributes !== undefined) throw invalidBody({ additionalAttributes: 'is not expected' });
      return result;
    }),
  },
  'country-without-regions-lacks-the-list': {
    title: 'A client that goes through the regions of a country crashes where there are none.',
    breaks: ['TAX-010'],
    overrides: inAnswers('listSupportedLocations', 'countries.*.regions', (regions) =>
      Array.isArray(regions) && regions.length === 0 ? undefined : regions,
    ),
  },
  'regions-as-codes': {
    title: 'A client cannot show the name of a region.',
    breaks: ['TAX-010'],
    overrides: inObjects('listSupportedLocations', 'countries.*.regions.*', ({ code }) => code),
  },
  'country-of-taxes-that-is-none': {
    title: 'A client that looks up a country by its code finds none.',
    breaks: ['TAX-012', 'TAX-010', 'CONV-004'],
    overrides: inAnswers('listSupportedLocations', 'countries.*.code', () => 'EN'),
  },
  'required-tax-field-as-text': {
    title: 'A form demands every field, because the text false is true.',
    breaks: ['TAX-011'],
    overrides: inAnswers('listRequiredTaxFields', 'fields.*.required', String),
  },
  'tax-field-without-description': {
    title: 'Nobody knows what to fill in.',
    breaks: ['TAX-011'],
    overrides: inAnswers('listRequiredTaxFields', 'fields.*.description', remove),
  },
  'tax-fields-without-country': {
    title: 'A client that asked for two countries mixes them up.',
    breaks: ['TAX-011'],
    overrides: inAnswers('listRequiredTaxFields', 'country', remove),
  },
  'tax-gross-rounded-to-tens': {
    title: 'The tax of a salary is calculated for a little less than is earned.',
    breaks: ['TAX-002'],
    subtle: ['rounding'],
    overrides: grossShown(({ amount, currency }) => ({ amount: amount - (amount % 10), currency })),
  },
});
