import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scenario, startScenario } from '../testing/scenario.ts';

let scenario: Scenario;
let personId: string;
beforeAll(async () => {
  scenario = await startScenario();
  const address = { countryCode: 'NG', state: 'Lagos' };
  personId = (await scenario.client.ok('createPerson', { body: { firstName: 'Adaeze', address } })).id ?? '';
});
afterAll(() => scenario.close());

const salary = { amount: 850_000, currency: 'NGN' };

test('a calculation returns the person, the salary and the deductions', async () => {
  const answer = await scenario.client.ok('calculateTax', { body: { personId, salary } });
  const ngn = (amount: number) => ({ amount, currency: 'NGN' });
  expect(answer).toMatchObject({
    personId,
    grossAmount: salary,
    netAmount: ngn(663_800),
    deductions: [
      { name: 'Income tax', amount: ngn(118_200) },
      { name: 'Pension', amount: ngn(68_000) },
    ],
    employerContributions: [{ name: 'Pension', amount: ngn(85_000) }],
  });
  expect(answer.summary).toHaveLength(3);
});

test('attributes of the calculation change its result, and unknown ones do not', async () => {
  const netOf = async (additionalAttributes: Record<string, unknown>) =>
    (await scenario.client.ok('calculateTax', { body: { personId, salary, additionalAttributes } })).netAmount
      .amount;
  expect(await netOf({ yearToDateSalary: 1_700_000 })).toBe(625_600);
  expect(await netOf({ pensionContribution: 0 })).toBe(850_000 - 131_800);
  expect(await netOf({ shoeSize: 43, constructor: 1 })).toBe(663_800);
  expect(await netOf({})).toBe(663_800);
});

test.each<[string, object, string]>([
  ['nobody', { salary }, 'personId'],
  ['a stranger', { personId: randomUUID(), salary }, 'personId'],
  ['no salary', { personId: 'own' }, 'salary'],
  ['a salary of nothing', { personId: 'own', salary: { ...salary, amount: 0 } }, 'salary.amount'],
  ['a debt', { personId: 'own', salary: { ...salary, amount: -1 } }, 'salary.amount'],
  ['more than can be counted', { personId: 'own', salary: { ...salary, amount: 2 ** 53 } }, 'salary.amount'],
  [
    'an attribute that is no amount',
    { personId: 'own', salary, additionalAttributes: { yearToDateSalary: '1700000' } },
    'additionalAttributes.yearToDateSalary',
  ],
  [
    'an attribute that is null',
    { personId: 'own', salary, additionalAttributes: { pensionContribution: null } },
    'additionalAttributes.pensionContribution',
  ],
  [
    'a contribution above the salary',
    { personId: 'own', salary, additionalAttributes: { pensionContribution: 850_001 } },
    'additionalAttributes.pensionContribution',
  ],
])('a calculation for %s is refused', async (_name, given: { personId?: string }, field) => {
  const body = given.personId === 'own' ? { ...given, personId } : given;
  const { status, body: refusal } = await scenario.client.send('calculateTax', { body });
  expect(status).toBe(400);
  expect(refusal).toMatchObject({
    code: 'invalid_request_body',
    params: { [field]: expect.any(String) },
  });
});

test('a contribution that leaves less than the deductions is refused where they do not count it', async () => {
  const { id: elsewhere = '' } = await scenario.client.ok('createPerson', { body: {} });
  const calculation = (pensionContribution: number) => ({
    body: { personId: elsewhere, salary, additionalAttributes: { pensionContribution } },
  });
  const most = 850_000 - 85_000 - 17_000;
  expect((await scenario.client.ok('calculateTax', calculation(most))).netAmount.amount).toBe(0);
  expect((await scenario.client.send('calculateTax', calculation(most + 1))).status).toBe(400);
});

test('a person of another business is rejected like one that does not exist', async () => {
  const { tenantKey } = await scenario.client.ok('createBusiness', { body: { businessName: 'Other' } });
  const strangers = [personId, randomUUID()].map((id) =>
    scenario.client.send('calculateTax', { tenantKey: tenantKey ?? '', body: { personId: id, salary } }),
  );
  const [foreign, unknown] = await Promise.all(strangers);
  expect(foreign?.status).toBe(400);
  expect(foreign).toEqual(unknown);
});

test('each supported country has its regions and its required fields', async () => {
  const { countries } = await scenario.client.ok('listSupportedLocations');
  expect(countries.map(({ code, regions }) => [code, regions.map((region) => region.code)])).toEqual([
    ['NG', ['LA', 'FC']],
    ['GB', []],
    ['CO', []],
    ['US', ['CA', 'NY', 'TX']],
  ]);
  for (const { code } of countries) {
    const { country, fields } = await scenario.client.ok('listRequiredTaxFields', {
      query: { country: code },
    });
    expect(country).toBe(code);
    expect(fields.some(({ required }) => required)).toBe(true);
  }
});

test('an unsupported country has no required fields, and a missing country is rejected', async () => {
  expect(await scenario.client.ok('listRequiredTaxFields', { query: { country: 'DE' } })).toEqual({
    country: 'DE',
    fields: [],
  });
  const { status, body } = await scenario.client.send('listRequiredTaxFields');
  expect([status, body]).toEqual([400, expect.objectContaining({ params: { country: 'is missing' } })]);
});
