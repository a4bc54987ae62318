import type { FaultOverrides } from '../../reference-server/fault.ts';
import { taxRules } from '../../reference-server/resources/tax/rules.ts';
import type { BusinessState } from '../../reference-server/state/business-state.ts';
import { invalidBody } from '../../reference-server/state/refusal.ts';
import type { Money, Schemas } from '../../reference-server/state/schemas.ts';
import { faultsOf } from './fault.ts';
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
    title: 'Every tax calculation names the first person of the business.',
    breaks: ['TAX-001'],
    subtle: ['wrong-id'],
    overrides: calculating((result, { persons }) => ({
      ...result,
      personId: persons[0]?.id ?? result.personId,
    })),
  },
  'tax-of-nobody': {
    title: 'A tax calculation has no personId.',
    breaks: ['TAX-001', 'CONV-001'],
    overrides: calculating((result) => ({ ...result, personId: '' })),
  },
  'tax-gross-with-contributions': {
    title: 'The gross amount includes the employer contributions.',
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
    title: 'The net amount has no currency.',
    breaks: ['TAX-003', 'CONV-006'],
    overrides: inAnswers('calculateTax', 'netAmount', withoutCurrency),
  },
  'tax-net-as-fraction': {
    title: 'The net amount is a fraction.',
    breaks: ['TAX-003', 'CONV-006'],
    subtle: ['rounding'],
    overrides: inAnswers('calculateTax', 'netAmount.amount', (amount) => Number(amount) + 0.5),
  },
  'tax-deductions-by-name': {
    title: 'The deductions are an object instead of a list.',
    breaks: ['TAX-004'],
    overrides: inAnswers('calculateTax', 'deductions', byName),
  },
  'tax-deduction-names-lost': {
    title: 'A payslip shows amounts and not what they are for.',
    breaks: ['TAX-004'],
    overrides: inAnswers('calculateTax', 'deductions.*.name', remove),
  },
  'tax-contributions-without-currency': {
    title: 'The employer contributions have no currency.',
    breaks: ['TAX-005', 'CONV-006'],
    overrides: inAnswers('calculateTax', 'employerContributions.*.amount', withoutCurrency),
  },
  'tax-contributions-as-one-sum': {
    title: 'The employer contributions are one sum instead of a list.',
    breaks: ['TAX-005'],
    overrides: inAnswers('calculateTax', 'employerContributions', (lines) =>
      Array.isArray(lines) ? lines.reduce((sum, { amount }) => sum + amount.amount, 0) : lines,
    ),
  },
  'tax-without-summary': {
    title: 'A tax calculation has no summary.',
    breaks: ['TAX-006'],
    overrides: inAnswers('calculateTax', 'summary', remove),
  },
  'tax-summary-without-figures': {
    title: 'The summary of a tax calculation contains no figures.',
    breaks: ['TAX-006'],
    overrides: inAnswers('calculateTax', 'summary', () => [
      'Taxes and contributions by the rules of the country.',
    ]),
  },
  'tax-needs-additional-attributes': {
    title: 'A tax calculation without additionalAttributes is rejected.',
    breaks: ['TAX-008', 'ERR-007'],
    overrides: calculating((result, _state, { additionalAttributes }) => {
      if (additionalAttributes === undefined) throw invalidBody({ additionalAttributes: 'is missing' });
      return result;
    }),
  },
  'tax-refuses-additional-attributes': {
    title: 'A tax calculation with additionalAttributes is rejected.',
    breaks: ['TAX-009', 'ERR-007'],
    overrides: calculating((result, _state, { additionalAttributes }) => {
      if (additionalAttributes !== undefined) throw invalidBody({ additionalAttributes: 'is not expected' });
      return result;
    }),
  },
  'country-without-regions-lacks-the-list': {
    title: 'A country without regions lacks the list.',
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
    title: 'The country code of a supported location does not exist.',
    breaks: ['TAX-012', 'TAX-010', 'CONV-004'],
    overrides: inAnswers('listSupportedLocations', 'countries.*.code', () => 'EN'),
  },
  'required-tax-field-as-text': {
    title: 'The flag required of a tax field is the string "false", which code reads as true.',
    breaks: ['TAX-011'],
    overrides: inAnswers('listRequiredTaxFields', 'fields.*.required', String),
  },
  'tax-field-without-description': {
    title: 'A required tax field has no description.',
    breaks: ['TAX-011'],
    overrides: inAnswers('listRequiredTaxFields', 'fields.*.description', remove),
  },
  'tax-fields-without-country': {
    title: 'The list of required tax fields does not name its country.',
    breaks: ['TAX-011'],
    overrides: inAnswers('listRequiredTaxFields', 'country', remove),
  },
  'tax-gross-rounded-to-tens': {
    title: 'The gross amount is rounded down to tens.',
    breaks: ['TAX-002'],
    subtle: ['rounding'],
    overrides: grossShown(({ amount, currency }) => ({ amount: amount - (amount % 10), currency })),
  },
});
