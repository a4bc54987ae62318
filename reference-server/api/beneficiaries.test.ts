import { afterEach, expect, test } from 'vitest';
import { type Scenario, startScenario } from '../testing/scenario.ts';

const scenarios: Scenario[] = [];
afterEach(async () => {
  await Promise.all(scenarios.splice(0).map((scenario) => scenario.close()));
});
async function start(): Promise<Scenario> {
  const scenario = await startScenario();
  scenarios.push(scenario);
  return scenario;
}

const least = { name: 'Mateo Rojas', countryCode: 'CO', currency: 'COP' };
const noBank = {
  accountName: '',
  accountNumber: '',
  accountType: '',
  bankCode: '',
  bankName: '',
  branchName: '',
  beneficiaryId: { type: '', value: '' },
  address: { line1: '', line2: '', city: '', postalCode: '', state: '', countryCode: '' },
  email: '',
};
const noKyc = {
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  countryCode: '',
  idType: '',
  idNumber: '',
  idFileFront: '',
  idFileBack: '',
};

test('empty strings stand for omitted fields', async () => {
  const { client, server, now } = await start();
  const createdTimestamp = await now();
  const { businessId, tenantKey } = server.businesses.platform;
  const { id } = await client.ok('createBeneficiary', { body: least });
  expect(await client.ok('listBeneficiaries')).toEqual({
    data: [
      {
        id,
        tenantKey,
        businessId,
        ...least,
        paymentDetails: { preferredMethod: '', bank: noBank },
        kyc: noKyc,
        createdTimestamp,
        lastUpdatedTimestamp: createdTimestamp,
      },
    ],
    node: { previous: null, next: null },
  });
});

test('given fields are listed, and undescribed fields are dropped', async () => {
  const { client } = await start();
  const kyc = { firstName: 'Mateo', dateOfBirth: '1991-08-24', idFileFront: crypto.randomUUID() };
  const bank = {
    accountName: 'Mateo Rojas',
    bankCode: '007',
    address: { line1: 'Carrera 7', countryCode: 'CO' },
  };
  const body = {
    ...least,
    email: 'mateo@example.com',
    kyc: { ...kyc, odd: 1 },
    paymentDetails: { preferredMethod: 'bank', bank: { ...bank, odd: 1 } },
    odd: 1,
  };
  await client.ok('createBeneficiary', { body });
  const { data: [listed] = [] } = await client.ok('listBeneficiaries');
  expect(listed).toMatchObject({
    ...least,
    kyc: { ...noKyc, ...kyc },
    paymentDetails: {
      preferredMethod: 'bank',
      bank: { ...noBank, ...bank, address: { ...noBank.address, ...bank.address } },
    },
  });
  expect(JSON.stringify(listed)).not.toContain('odd');
});

test.each(['name', 'countryCode', 'currency'])('a beneficiary without %s is refused', async (field) => {
  const { client } = await start();
  const refused = await client.send('createBeneficiary', { body: { ...least, [field]: undefined } });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'invalid_request_body', params: { [field]: 'is missing' } },
  });
  expect((await client.ok('listBeneficiaries')).data).toEqual([]);
});

test('the list is paged by cursors, in the order of creation and for one business alone', async () => {
  const { client, server } = await start();
  const names = ['a', 'b', 'c'];
  for (const name of names) await client.ok('createBeneficiary', { body: { ...least, name } });
  const seen: string[] = [];
  let query: Record<string, string> = { limit: '2' };
  for (;;) {
    const { data, node } = await client.ok('listBeneficiaries', { query });
    seen.push(...data.map(({ name }) => name));
    if (node.next === null) break;
    query = { limit: '2', cursor: node.next };
  }
  expect(seen).toEqual(names);
  expect((await client.send('listBeneficiaries', { query: { cursor: 'x' } })).status).toBe(400);
  expect((await client.ok('listBeneficiaries', { token: server.keys.orgToken })).data).toEqual([]);
});
