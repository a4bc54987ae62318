import { afterEach, expect, test } from 'vitest';
import { checkMoney } from '../testing/money.ts';
import { type Scenario, startScenario } from '../testing/scenario.ts';

const scenarios: Scenario[] = [];
afterEach(async () => {
  await Promise.all(scenarios.splice(0).map((scenario) => scenario.close()));
});

/** A server with 1000 USD and a payout of 100 USD, which costs 1 more. */
async function start() {
  const scenario = await startScenario();
  scenarios.push(scenario);
  const { client, control, server } = scenario;
  const { businessId } = server.businesses.platform;
  await scenario.now();
  await scenario.deposit(1000);
  const { id: beneficiaryId = '' } = await client.ok('createBeneficiary', {
    body: { name: 'Adaeze Okafor', countryCode: 'US', currency: 'USD' },
  });
  const amount = { amount: 100, currency: 'USD' };
  await client.ok('createPayout', { body: { beneficiaryId, amount, reference: 'bonus' } });
  const { data: [transaction] = [] } = await client.ok('listTransactions', { query: { type: 'PAYOUT' } });
  const path = { transactionId: transaction?.id ?? '' };
  return {
    ...scenario,
    path,
    transition: (name: string, body?: object) =>
      control.send('POST', `/transactions/${path.transactionId}/${name}`, body),
    advance: (seconds: number) => control.advance(businessId, seconds),
    status: async () => (await client.ok('readTransaction', { path })).status,
  };
}

test('a payment passes its checks and settles at its time', async () => {
  const scenario = await start();
  const events = await scenario.watch();
  await scenario.advance(4);
  expect(await scenario.status()).toBe('initiated');
  await scenario.advance(1);
  expect(await scenario.status()).toBe('processing');
  await checkMoney(scenario);
  await scenario.advance(3594);
  expect(await scenario.status()).toBe('processing');
  await scenario.advance(1);
  expect(await scenario.status()).toBe('succeeded');
  expect((await events()).map(({ eventType }) => eventType)).toEqual([
    'transaction.processing',
    'transaction.succeeded',
  ]);
  expect(await scenario.balance()).toBe(899);
  await checkMoney(scenario);
});

test('a payment can be moved only along its documented transitions by controls', async () => {
  const scenario = await start();
  const events = await scenario.watch();
  expect((await scenario.transition('settlement')).status).toBe(400);
  expect((await scenario.transition('checks')).status).toBe(204);
  expect((await scenario.transition('checks')).status).toBe(400);
  expect((await scenario.transition('settlement')).status).toBe(204);
  expect((await scenario.transition('failure', { message: 'late' })).status).toBe(400);
  expect((await scenario.transition('return', { message: 'Account closed' })).status).toBe(204);
  expect((await scenario.transition('return', { message: 'again' })).status).toBe(400);
  expect(await scenario.client.ok('readTransaction', { path: scenario.path })).toMatchObject({
    status: 'failed',
    isReturned: true,
    message: 'Account closed',
  });
  expect((await events()).at(-1)).toMatchObject({
    eventType: 'transaction.failed',
    data: { id: scenario.path.transactionId, message: 'Account closed', isReturned: true, type: 'PAYOUT' },
  });
  expect(await scenario.balance()).toBe(1000);
  await checkMoney(scenario);
});

test('a failure gives the money back to payrolls that wait for it', async () => {
  const scenario = await start();
  const payrollId = await scenario.savedPayroll({ salary: 900 });
  await scenario.client.ok('approvePayroll', { path: { payrollId } });
  expect(await scenario.statusOf(payrollId)).toBe('Awaiting Funds');
  expect((await scenario.transition('failure', { message: 'Rejected' })).status).toBe(204);
  expect(await scenario.statusOf(payrollId)).toBe('scheduled');
});

test('a review holds a payment up until its information is provided', async () => {
  const { client, transition, advance, status, path, watch } = await start();
  const events = await watch();
  const answer = (body: object) => client.send('answerRfi', { path, body });
  expect((await answer({ message: 'early' })).status).toBe(400);
  expect((await transition('rfi', { actionRequired: 'Provide the invoice' })).status).toBe(204);
  expect((await transition('rfi', { actionRequired: 'Provide more' })).status).toBe(400);
  expect((await transition('checks')).status).toBe(400);
  await advance(9_999);
  const reviewed = {
    status: 'initiated',
    rfi: { status: 'RFI_REQUESTED', actionRequired: 'Provide the invoice' },
  };
  expect(await client.ok('readTransaction', { path })).toMatchObject(reviewed);
  expect(await answer({})).toMatchObject({ status: 400, body: { params: { message: 'is missing' } } });
  expect(await answer({ message: 'see', fileIds: [crypto.randomUUID()] })).toMatchObject({
    status: 400,
    body: { params: { 'fileIds.0': expect.any(String) } },
  });
  expect(await answer({ message: 'see' })).toMatchObject({
    status: 200,
    body: { status: 'initiated', rfi: { status: 'RFI_PROVIDED' } },
  });
  await advance(5);
  expect(await status()).toBe('processing');
  const [requested, provided] = (await events()).map(({ data }) => data);
  expect(requested).toMatchObject({ status: 'RFI_REQUESTED', actionRequired: 'Provide the invoice' });
  expect(provided).toMatchObject({ id: path.transactionId, status: 'RFI_PROVIDED' });
  expect(provided).not.toHaveProperty('actionRequired');
});

test('a transaction of another business is not found', async () => {
  const { client, server, control, path } = await start();
  const token = server.keys.orgToken;
  for (const given of [path, { transactionId: crypto.randomUUID() }]) {
    const read = await client.send('readTransaction', { path: given, token });
    const answered = await client.send('answerRfi', { path: given, token, body: {} });
    expect([read.status, answered.status]).toEqual([404, 404]);
  }
  expect((await client.ok('listTransactions', { token })).data).toEqual([]);
  expect((await client.ok('listDisbursements', { token })).data).toEqual([]);
  const checks = await control.send('POST', `/transactions/${crypto.randomUUID()}/checks`);
  expect(checks.status).toBe(404);
});

test('lists are paged by cursors and reject an invalid filter', async () => {
  const { client } = await start();
  const first = await client.ok('listDisbursements', { query: { limit: '1' } });
  expect(first.data).toMatchObject([{ type: 'DEPOSIT' }]);
  const second = await client.ok('listDisbursements', {
    query: { limit: '1', cursor: first.node?.next ?? '' },
  });
  expect([second.data?.[0]?.type, second.node?.next]).toEqual(['PAYOUT', null]);
  for (const query of [{ type: 'OTHER' }, { status: 'done' }, { cursor: 'x' }, { limit: '0' }]) {
    expect((await client.send('listTransactions', { query: { ...query } })).status).toBe(400);
  }
});
