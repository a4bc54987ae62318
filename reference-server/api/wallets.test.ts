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

const value = { amount: 500, currency: 'USD' };

test('a sandbox deposit is a transaction that settles instantly', async () => {
  const scenario = await start();
  const { client, server, control } = scenario;
  const { businessId } = server.businesses.platform;
  const events = await scenario.watch();
  const { id } = await client.ok('createBusinessDeposit', {
    body: { value, description: 'Funds for March' },
  });
  const { data: [transaction] = [] } = await client.ok('listTransactions');
  const facts = {
    id: transaction?.id,
    amount: value,
    type: 'DEPOSIT',
    reference: id,
    recipientId: businessId,
    recipientType: 'BUSINESS',
  };
  expect(transaction).toMatchObject({ ...facts, status: 'succeeded', description: 'Funds for March' });
  const { tenantKey } = server.businesses.platform;
  expect((await events()).map(({ eventType, data }) => [eventType, data])).toEqual([
    ['transaction.initiated', { ...facts, tenantKey }],
    ['transaction.succeeded', { ...facts, description: 'Funds for March', tenantKey }],
  ]);
  expect((await client.ok('listDisbursements')).data).toMatchObject([{ description: 'Funds for March' }]);
  expect(await control.ledger(businessId)).toMatchObject([
    { from: 'outside', to: 'wallet', ...value, cause: `transaction/${transaction?.id}` },
  ]);
  await checkMoney(scenario);
});

test.each([
  [{}, 'value'],
  [{ value: { amount: 0, currency: 'USD' } }, 'value.amount'],
  [{ value: { amount: -1, currency: 'USD' } }, 'value.amount'],
  [{ value: { amount: 2 ** 53, currency: 'USD' } }, 'value.amount'],
  [{ value: { amount: 1e300, currency: 'USD' } }, 'value.amount'],
])('the deposit %j is refused', async (body, field) => {
  const scenario = await start();
  const refused = await scenario.client.send('createBusinessDeposit', { body });
  expect(refused).toMatchObject({ status: 400, body: { params: { [field]: expect.any(String) } } });
  expect((await scenario.client.ok('listTransactions')).data).toEqual([]);
});

test('deposits whose sum would exceed the largest number are rejected and leave no trace', async () => {
  const scenario = await start();
  const { client } = scenario;
  const most = { amount: Number.MAX_SAFE_INTEGER, currency: 'USD' };
  await client.ok('createBusinessDeposit', { body: { value: most } });
  const refused = await client.send('createBusinessDeposit', { body: { value } });
  expect(refused).toMatchObject({ status: 400, body: { params: { 'value.amount': expect.any(String) } } });
  expect(await scenario.balance()).toBe(most.amount);
  await checkMoney(scenario);
});

test('an instant payment pays a person at once', async () => {
  const scenario = await startStoredScenario();
  scenarios.push(scenario);
  const { client, control } = scenario;
  const events = await scenario.watch();
  const pay = (personId: string, amount: number) =>
    control.send('POST', `/persons/${personId}/instant-payments`, { amount: { amount, currency: 'USD' } });
  const { id: contractor = '' } = await client.ok('createPerson', { body: { type: 'CONTRACTOR' } });
  const userId = await scenario.addUser({ personId: contractor });
  const { id: employee = '' } = await client.ok('createPerson', { body: { firstName: 'Adaeze' } });
  expect(await pay(contractor, 1)).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
  await scenario.deposit(500);
  expect((await pay(contractor, 200)).status).toBe(201);
  expect((await pay(employee, 300)).status).toBe(201);
  expect((await pay(scenario.server.businesses.platform.businessId, 1)).status).toBe(404);
  expect(await scenario.balance()).toBe(0);
  expect((await client.ok('listTransactions', { query: { type: 'PAYOUT' } })).data).toMatchObject([
    { status: 'succeeded', recipientId: contractor, recipientType: 'CONTRACTOR', amount: { amount: 200 } },
    { status: 'succeeded', recipientId: employee, recipientType: 'EMPLOYEE', amount: { amount: 300 } },
  ]);
  const ofMoney = (await events()).filter(({ eventType }) => !eventType.startsWith('person.'));
  const seen = ofMoney.slice(2, 5);
  expect(seen.map(({ eventType }) => eventType)).toEqual([
    'transaction.initiated',
    'transaction.succeeded',
    'instant-pay.succeeded',
  ]);
  expect(seen[2]?.data).toMatchObject({
    id: seen[0]?.data.reference,
    userId,
    amount: { amount: 200, currency: 'USD' },
  });
  await checkMoney(scenario);
});

test('each business has wallets and a ledger of its own', async () => {
  const scenario = await start();
  const { client, control, server } = scenario;
  const { businessId = '', tenantKey = '' } = await client.ok('createBusiness', {
    body: { businessName: 'Marina' },
  });
  await client.ok('createBusinessDeposit', { body: { value }, tenantKey });
  expect((await client.ok('listWallets')).data).toEqual([]);
  expect((await client.ok('listTransactions')).data).toEqual([]);
  expect((await client.ok('listDisbursements')).data).toEqual([]);
  expect((await client.ok('listWallets', { tenantKey })).data).toMatchObject([{ balance: value }]);
  expect((await control.ledger(server.businesses.platform.businessId)).length).toBe(0);
  expect((await control.send('GET', `/businesses/${crypto.randomUUID()}/ledger`)).status).toBe(404);
  await checkMoney(scenario, [{ businessId, tenantKey }]);
});
