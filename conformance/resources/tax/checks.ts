/** Sections "Tax calculation result" and "Invoices, reimbursements, tax" of the interface document: taxes. */

import fc from 'fast-check';
import { isInCodeList } from '../../../openapi/codes.ts';
import { type OperationId, operation, responseFor } from '../../../openapi/description.ts';
import { evidenceOf } from '../../../openapi/evidence.ts';
import type { components } from '../../../openapi/generated/types.ts';
import { expectationOf } from '../../../openapi/validate.ts';
import { anySuccess, shows } from '../../engine/expectation.ts';
import type { Caller } from '../../http/message.ts';
import { succeeded } from '../../provider/answers.ts';
import { type Check, example, property } from '../../provider/check.ts';
import { type ApiResponse, describe, show, showAt } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { expectationOfSchema } from '../../provider/shape.ts';
import { openTenant } from '../../provider/tenant.ts';
import { taxInput } from '../../provider/valid-requests.ts';
import { amountWithin } from '../../target/test-data.ts';
import { createPerson } from '../persons/actions.ts';

/**
 * Evaluates the requirements that the response schema of an operation is marked with. A scenario only does that for
 * documented operations; these have an assumed path, but a documented response.
 */
function judgeShape(scenario: Scenario, id: OperationId, { status, json, text }: ApiResponse): void {
  const schema = responseFor(operation(id), status)?.schema;
  if (schema === undefined) return;
  for (const each of evidenceOf(schema, json)) {
    const { requirement, path, violation } = each;
    scenario.require(
      requirement,
      violation === undefined,
      () =>
        `${['body', ...(violation?.path ?? path)].join('.')} ${violation ? expectationOf(violation) : ''}`,
      () => `${status} with ${showAt(json ?? text, violation?.path ?? path)}`,
      expectationOfSchema(each, violation),
    );
  }
}

type Schemas = components['schemas'];
type Calculation = Schemas['TaxCalculation'];
type Attributes = Readonly<Record<string, unknown>>;

interface TaxCase {
  readonly personId: string;
  readonly amount: number;
  readonly attributes?: Attributes | undefined;
}

function calculate(scenario: Scenario, caller: Caller, { personId, amount, attributes }: TaxCase) {
  const body: Schemas['TaxCalculationInput'] = {
    ...taxInput(scenario.data, personId, amount),
    ...(attributes !== undefined && { additionalAttributes: attributes }),
  };
  return scenario.send('calculateTax', caller, { body });
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Evaluates the result of a calculation. */
function requireResult(scenario: Scenario, { personId, amount }: TaxCase, response: ApiResponse): void {
  judgeShape(scenario, 'calculateTax', response);
  const result = (response.json ?? {}) as Partial<Calculation>;
  scenario.require(
    'TAX-001',
    result.personId === personId,
    `personId ${personId}`,
    show(result.personId),
    shows(['personId'], personId),
  );
  const { grossAmount, netAmount } = result;
  const { currency } = scenario.data;
  const holds = grossAmount?.amount === amount && grossAmount.currency === currency;
  scenario.require('TAX-002', holds, `grossAmount ${amount} in ${currency}`, show(grossAmount));
  const deductions = Array.isArray(result.deductions) ? result.deductions : [];
  const contributions = Array.isArray(result.employerContributions) ? result.employerContributions : [];
  if (deductions.length + contributions.length > 0) {
    const expected = `a summary of ${deductions.length + contributions.length} line items`;
    scenario.require('TAX-006', !isEmpty(result.summary), expected, show(result.summary));
    // Formulas, brackets and rates are written in figures, whatever the shape.
    const hasFigures = /\d/.test(JSON.stringify(result.summary ?? ''));
    if ([...deductions, ...contributions].some((line) => (line?.amount?.amount ?? 0) > 0))
      scenario.require('TAX-006', hasFigures, `${expected}, with figures`, show(result.summary));
  }
  const currencies = new Set(
    [grossAmount, netAmount, ...deductions.map((line) => line?.amount)].map((money) => money?.currency),
  );
  if (currencies.size !== 1 || grossAmount === undefined || !Array.isArray(result.deductions)) return;
  const deducted = deductions.reduce((sum, line) => sum + line.amount.amount, 0);
  const expected = `netAmount ${grossAmount.amount} - ${deducted} = ${grossAmount.amount - deducted}`;
  scenario.require('TAX-007', netAmount?.amount === grossAmount.amount - deducted, expected, show(netAmount));
}

/** Every target must accept an empty object. */
const noAttributes: Attributes = {};

const namesAttributes = ({ text }: ApiResponse) => text.includes('additionalAttributes');

const isCountry = (code: unknown): boolean =>
  typeof code === 'string' && isInCodeList('iso-3166-1-alpha-2', code);

/** Codes of a few countries that the target supports; without a list of them, one that it may support. */
async function supportedCountries(scenario: Scenario, caller: Caller): Promise<readonly string[]> {
  scenario.setup('find the supported countries');
  const located = scenario.has('list-supported-locations')
    ? await scenario.send('listSupportedLocations', caller)
    : undefined;
  const { countries } = (located?.json ?? {}) as Partial<Schemas['TaxLocations']>;
  const codes = Array.isArray(countries) ? countries.map((country) => country?.code) : [];
  const known = codes.filter((code) => typeof code === 'string').slice(0, 5);
  return known.length === 0 ? [scenario.data.country] : known;
}

export const taxChecks: readonly Check[] = [
  property({
    id: 'taxes.calculation',
    title: 'A tax calculation returns the documented result',
    covers: [
      'TAX-001',
      'TAX-002',
      'TAX-003',
      'TAX-004',
      'TAX-005',
      'TAX-006',
      'TAX-007',
      'TAX-008',
      'TAX-009',
    ],
    needs: ['calculate-tax'],
    stateless: ['TAX-003', 'TAX-004', 'TAX-005', 'TAX-006', 'TAX-008', 'TAX-009'],
    examples: [850_000, 1],
    arbitrary: () =>
      fc.oneof(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 100_000, max: 90_000_000 })),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 2),
    run: async (scenario, chosen) => {
      const amount = amountWithin(scenario.data, chosen);
      const { caller } = await openTenant(scenario);
      const personId = await createPerson(scenario, caller);
      const plainCase = { personId, amount };
      const other = await createPerson(scenario, caller);
      scenario.step(`calculate the taxes of a salary of ${amount}, for two persons at the same time`);
      const emptyCase = { personId: other, amount, attributes: noAttributes };
      const [plain, empty] = await Promise.all([
        calculate(scenario, caller, plainCase),
        calculate(scenario, caller, emptyCase),
      ]);
      scenario.step('calculate them with additionalAttributes');
      const usual = { additionalAttributes: { yearToDateSalary: amount, pensionContribution: 0 } };
      const { additionalAttributes: attributes } = scenario.data.fill('calculateTax', usual);
      const named = { ...plainCase, attributes };
      const filled = await calculate(scenario, caller, named);
      // The path and the required data of a person are the target's own.
      if (![plain, empty, filled].some(succeeded) && !namesAttributes(plain))
        throw scenario.refusal('calculateTax', plain);
      const expected = 'a success status without additionalAttributes';
      scenario.require('TAX-008', succeeded(plain), expected, describe(plain), anySuccess);
      const wanted = 'a success status with empty additionalAttributes';
      scenario.require('TAX-009', succeeded(empty), wanted, describe(empty), anySuccess);
      // The names of the attributes are not shown; only the reference server certainly knows ours.
      const isKnown = scenario.target.kind === 'reference' || attributes !== usual.additionalAttributes;
      if (succeeded(filled) || isKnown) {
        const expected = 'a success status with additionalAttributes';
        scenario.require('TAX-009', succeeded(filled), expected, describe(filled), anySuccess);
      }
      for (const [value, response] of [
        [plainCase, plain],
        [emptyCase, empty],
        [named, filled],
      ] as const) {
        if (succeeded(response)) requireResult(scenario, value, response);
      }
    },
  }),
  example({
    id: 'taxes.locations',
    title: 'Location support returns countries and their regions, with name and code',
    covers: ['TAX-010', 'TAX-012'],
    needs: ['list-supported-locations'],
    stateless: ['TAX-010'],
    reads: true,
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      scenario.step('list the supported locations');
      const response = await scenario.succeed('listSupportedLocations', caller);
      judgeShape(scenario, 'listSupportedLocations', response);
      const { countries } = (response.json ?? {}) as Partial<Schemas['TaxLocations']>;
      if (!Array.isArray(countries)) return;
      for (const country of countries) {
        const expected = 'an ISO 3166-1 alpha-2 code';
        scenario.require('TAX-012', isCountry(country?.code), expected, show(country?.code));
      }
    },
  }),
  example({
    id: 'taxes.required-fields',
    title: 'Required tax fields returns the fields of a country',
    covers: ['TAX-011'],
    needs: ['list-required-tax-fields'],
    stateless: true,
    reads: true,
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      for (const country of await supportedCountries(scenario, caller)) {
        scenario.independentStep(`list the required tax fields of ${country}`);
        const response = await scenario.succeed('listRequiredTaxFields', caller, { query: { country } });
        judgeShape(scenario, 'listRequiredTaxFields', response);
      }
    },
  }),
  example({
    id: 'taxes.required-fields-country',
    title: 'Required tax fields returns the requested country',
    covers: ['TAX-011'],
    needs: ['list-required-tax-fields'],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      for (const country of await supportedCountries(scenario, caller)) {
        scenario.independentStep(`list the required tax fields of ${country}`);
        const { json } = await scenario.succeed('listRequiredTaxFields', caller, { query: { country } });
        const shown = (json as Partial<Schemas['TaxFields']> | undefined)?.country;
        scenario.require(
          'TAX-011',
          shown === country,
          `the country ${country}`,
          show(shown),
          shows(['country'], country),
        );
      }
    },
  }),
];
