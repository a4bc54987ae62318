import { afterEach, expect, test } from 'vitest';
import { checkMoney } from '../testing/money.ts';
import { type Scenario, startScenario, startStoredScenario } from '../testing/scenario.ts';

const scenarios: Scenario[] = [];
afterEach(async () => {
  await Promise.all(scenarios.splice(0).map((scenario) => scenario.close()));
});
async function start(): Promise<Scenario> {
  const scenario = await startScenario();
  scenarios.push(scenario);
  return scenario;
}

const approved = { type: 'BVN', number: '99999900' };

test('an account is requested, submitted after a short time and created by the bank', async () => {
  const { client, control, server, watch, now } = await start();
  const { businessId } = server.businesses.platform;
  const events = await watch();
  const createdTimestamp = await now();
  const body = {
    customIdentification: { type: 'BVN', number: '22144170893' },
    currency: 'NGN',
    countryCode: 'NG',
  };
  const requested = await client.ok('createVirtualAccount', { body });
  expect(requested).toEqual({
    id: requested.id,
    status: 'requested',
    businessId,
    currency: 'NGN',
    countryCode: 'NG',
    createdTimestamp,
    lastUpdatedTimestamp: createdTimestamp,
  });
  const transition = (status: string) =>
    control.send('POST', `/virtual-accounts/${requested.id}/transition`, { status });
  expect((await transition('created')).status).toBe(400);
  await control.advance(businessId, 5);
  expect((await client.ok('listVirtualAccounts')).data).toMatchObject([{ status: 'submitted' }]);
  expect((await transition('created')).status).toBe(204);
  const { data: [account] = [] } = await client.ok('listVirtualAccounts');
  expect(account).toMatchObject({ status: 'created', accountNumber: expect.stringMatching(/^\d{10}$/) });
  expect((await events()).map(({ eventType, data }) => [eventType, data.id, data.businessId])).toEqual(
    ['requested', 'submitted', 'created'].map((word) => [
      `virtual-account.${word}`,
      requested.id,
      businessId,
    ]),
  );
  expect(
    (await control.send('POST', `/virtual-accounts/${businessId}/transition`, { status: 'created' })).status,
  ).toBe(404);
});

test('a bank transfer is checked, settles, and shows who sent it', async () => {
  const scenario = await start();
  const { client, control, server } = scenario;
  const { businessId, tenantKey } = server.businesses.platform;
  await scenario.now();
  const body = { customIdentification: approved, currency: 'GBP' };
  const { id, status } = await client.ok('createVirtualAccount', { body });
  expect(status).toBe('created');
  const events = await scenario.watch();
  const { status: answered, body: created } = await control.send('POST', `/virtual-accounts/${id}/deposits`, {
    amount: { amount: 400_000, currency: 'GBP' },
    reference: 'MARINA-DEP-0331',
    description: 'Funds for March',
    sender: { accountName: 'Harbour Analytics Ltd', accountNumber: '31244417', bankCode: '204418' },
  });
  expect(answered).toBe(201);
  expect((await client.ok('listWallets')).data).toEqual([]);
  await control.advance(businessId, 5);
  await checkMoney(scenario);
  await control.advance(businessId, 3600);
  expect((await client.ok('listWallets')).data).toMatchObject([
    { balance: { amount: 400_000, currency: 'GBP' } },
  ]);

  const seen = await events();
  expect(seen.map(({ eventType }) => eventType)).toEqual([
    'transaction.initiated',
    'transaction.processing',
    'transaction.succeeded',
  ]);
  expect(seen[2]?.data).toEqual({
    id: (created as { id: string }).id,
    amount: { amount: 400_000, currency: 'GBP' },
    type: 'DEPOSIT',
    reference: 'MARINA-DEP-0331',
    recipientId: businessId,
    recipientType: 'BUSINESS',
    description: 'MARINA-DEP-0331',
    paymentInfo: {
      preferredMethod: 'bank',
      bank: {
        accountName: 'Harbour Analytics Ltd',
        sortCode: '204418',
        accountNumber: '****4417',
        bankCode: '',
        iban: '',
      },
      ach: {},
      wire: {},
      swift: {},
    },
    tenantKey,
  });
  const { data: [disbursement] = [] } = await client.ok('listDisbursements');
  expect(disbursement?.description).toBe(seen[2]?.data.description);
  await checkMoney(scenario);
});

test('a deposit that would exceed the largest number is rejected', async () => {
  const scenario = await start();
  const { client, control, server } = scenario;
  await scenario.now();
  const { id } = await client.ok('createVirtualAccount', { body: { customIdentification: approved } });
  const amount = { amount: Number.MAX_SAFE_INTEGER, currency: 'USD' };
  const deposit = () => control.send('POST', `/virtual-accounts/${id}/deposits`, { amount });
  expect((await deposit()).status).toBe(201);
  expect((await deposit()).status).toBe(400);
  await control.advance(server.businesses.platform.businessId, 9_999);
  expect(await scenario.balance()).toBe(amount.amount);
  await checkMoney(scenario);
});

test('a user has to be one of the business, and each business has its own accounts', async () => {
  const { client, server } = await start();
  const body = { userId: crypto.randomUUID() };
  expect(await client.send('createVirtualAccount', { body })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request_body', params: { userId: expect.any(String) } },
  });
  await client.ok('createVirtualAccount', { body: {} });
  expect((await client.ok('listVirtualAccounts', { token: server.keys.orgToken })).data).toEqual([]);
});

test('an account of a user names the user and never the business', async () => {
  const scenario = await startStoredScenario();
  scenarios.push(scenario);
  const { client, server, control } = scenario;
  const userId = await scenario.addUser();
  const foreign = await scenario.addUser({ businessId: server.businesses.org.businessId });
  const events = await scenario.watch();
  const refused = await client.send('createVirtualAccount', { body: { userId: foreign } });
  expect(refused.status).toBe(400);
  const account = await client.ok('createVirtualAccount', {
    body: { userId, customIdentification: approved },
  });
  expect(account).toMatchObject({ userId, status: 'created' });
  expect(account).not.toHaveProperty('businessId');
  const seen = await events();
  expect(seen.map(({ data }) => [data.userId, data.businessId])).toEqual([
    [userId, undefined],
    [userId, undefined],
    [userId, undefined],
  ]);
  const deposit = { amount: { amount: 1, currency: 'USD' } };
  const answer = await control.send('POST', `/virtual-accounts/${account.id}/deposits`, deposit);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
});
