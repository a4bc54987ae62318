import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Scenario, startScenario } from '../testing/scenario.ts';

const amount = { amount: 93_000, currency: 'NGN' };
let scenario: Scenario;
let personId = '';
let reimbursementId = '';
beforeAll(async () => {
  scenario = await startScenario();
  personId = (await scenario.client.ok('createPerson', { body: { firstName: 'Adaeze' } })).id ?? '';
});
beforeEach(async () => {
  const body = { personId, amount, sourceCurrency: 'USD' };
  reimbursementId = (await scenario.client.ok('createReimbursement', { body })).id ?? '';
});
afterAll(() => scenario.close());

const read = () => scenario.client.ok('readReimbursement', { path: { reimbursementId } });
const review = (body: { action: 'approve' | 'reject'; reason?: string }) =>
  scenario.client.send('reviewReimbursement', { path: { reimbursementId }, body });

test('approval without funds is refused and changes nothing', async () => {
  const before = await read();
  expect(await review({ action: 'approve' })).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
  expect(await read()).toEqual(before);
});

test('from approval to payment, with the events on the way', async () => {
  const { control, server } = scenario;
  const { businessId, tenantKey } = server.businesses.platform;
  await scenario.deposit(100);
  const balance = await scenario.balance();
  const events = await scenario.watch();
  await control.advance(businessId, 0);
  expect((await review({ action: 'approve' })).body).toMatchObject({ status: 'approved' });
  expect(await scenario.balance()).toBe(balance - 60);
  await control.advance(businessId, 3600 - 1);
  expect((await read()).status).toBe('approved');
  await control.advance(businessId, 1);
  expect((await read()).status).toBe('paid');
  expect(await scenario.balance()).toBe(balance - 60);

  const received = await events();
  expect(received.map(({ eventType }) => eventType)).toEqual([
    'reimbursement.approved',
    'transaction.initiated',
    'transaction.processing',
    'transaction.succeeded',
    'reimbursement.paid',
  ]);
  expect(received.at(-1)?.data).toEqual({ id: reimbursementId, personId, amount, tenantKey });
});

test('a rejection gives the reason', async () => {
  const events = await scenario.watch();
  expect((await review({ action: 'reject', reason: 'Unreadable' })).body).toMatchObject({
    status: 'rejected',
    rejectionReason: 'Unreadable',
  });
  expect((await review({ action: 'approve' })).status).toBe(400);
  expect((await events()).at(-1)).toMatchObject({
    eventType: 'reimbursement.rejected',
    data: { id: reimbursementId, reason: 'Unreadable' },
  });
});

test('the list has pages', async () => {
  const { client } = scenario;
  const first = await client.ok('listReimbursements', { query: { limit: '1' } });
  expect(first.data).toHaveLength(1);
  const next = await client.ok('listReimbursements', { query: { cursor: first.node?.next ?? '' } });
  expect([...(first.data ?? []), ...(next.data ?? [])].at(-1)?.id).toBe(reimbursementId);
});

test('another business can neither see nor use it', async () => {
  const { client } = scenario;
  const { tenantKey } = await client.ok('createBusiness', { body: {} });
  const path = { reimbursementId };
  const unknown = await client.send('readReimbursement', {
    tenantKey,
    path: { reimbursementId: randomUUID() },
  });
  expect(unknown.status).toBe(404);
  expect(await client.send('readReimbursement', { tenantKey, path })).toEqual(unknown);
  const body = { action: 'approve' } as const;
  expect(await client.send('reviewReimbursement', { tenantKey, path, body })).toEqual(unknown);
  expect(await client.send('createReimbursement', { tenantKey, body: { personId, amount } })).toMatchObject({
    status: 400,
    body: { params: { personId: expect.any(String) } },
  });
  expect((await client.ok('listReimbursements', { tenantKey })).data).toEqual([]);
});
