import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scenario, startScenario } from '../testing/scenario.ts';

const day = 86_400;
const items = [{ description: 'Brand refresh', amount: { amount: 2000, currency: 'USD' } }];
let scenario: Scenario;
let personId = '';
beforeAll(async () => {
  scenario = await startScenario();
  personId = (await scenario.client.ok('createPerson', { body: { type: 'CONTRACTOR' } })).id ?? '';
});
afterAll(() => scenario.close());

const submit = (more: { dueDate?: string } = {}) =>
  scenario.client.ok('submitContractorInvoice', { body: { personId, items, ...more } });
const statusOf = async (invoiceId: string) =>
  (await scenario.client.ok('readInvoice', { path: { invoiceId } })).status;

test('from submission to payment, with the events on the way', async () => {
  const { client, server } = scenario;
  const events = await scenario.watch();
  const invoice = await submit();
  const path = { invoiceId: invoice.id };
  expect(await client.ok('readInvoice', { path })).toEqual(invoice);
  expect((await client.send('recordInvoicePayment', { path, body: {} })).status).toBe(400);
  await client.ok('reviewInvoice', { path, body: { action: 'approve' } });
  expect((await client.send('reviewInvoice', { path, body: { action: 'approve' } })).status).toBe(400);
  const paid = await client.ok('recordInvoicePayment', { path, body: { amount: invoice.total } });
  expect(paid.status).toBe('paid');
  expect((await client.send('recordInvoicePayment', { path, body: {} })).status).toBe(400);

  const facts = {
    id: invoice.id,
    invoiceNumber: invoice.invoiceNumber,
    personId,
    source: 'CONTRACTOR_SUBMITTED',
    total: invoice.total,
    tenantKey: server.businesses.platform.tenantKey,
  };
  expect((await events()).map(({ eventType, data }) => ({ eventType, data }))).toEqual([
    { eventType: 'invoice.contractor.submitted', data: { ...facts, status: 'pending' } },
    { eventType: 'invoice.contractor.approved', data: { ...facts, status: 'pending' } },
    { eventType: 'invoice.contractor.paid', data: { ...facts, status: 'paid' } },
  ]);
});

test('a rejection says why and cancels the invoice', async () => {
  const { client } = scenario;
  const events = await scenario.watch();
  const { id: invoiceId } = await submit();
  const body = { action: 'reject', reason: 'The hours do not match' } as const;
  expect((await client.ok('reviewInvoice', { path: { invoiceId }, body })).status).toBe('cancelled');
  expect((await events()).at(-1)).toMatchObject({
    eventType: 'invoice.contractor.rejected',
    data: { id: invoiceId, reason: 'The hours do not match' },
  });
});

test('an invoice is overdue when its last day has passed, not a second before, and can still be paid', async () => {
  const { client, control, server } = scenario;
  const { businessId } = server.businesses.platform;
  const now = await scenario.now();
  const dueDate = new Date((now + 2 * day) * 1000).toISOString().slice(0, 10);
  const { id: invoiceId } = await submit({ dueDate });
  await control.advance(businessId, Date.parse(`${dueDate}T23:59:59Z`) / 1000 - now);
  expect(await statusOf(invoiceId)).toBe('pending');
  await control.advance(businessId, 1);
  expect(await statusOf(invoiceId)).toBe('overdue');
  const path = { invoiceId };
  expect((await client.ok('reviewInvoice', { path, body: { action: 'approve' } })).status).toBe('overdue');
  expect((await client.ok('recordInvoicePayment', { path, body: {} })).status).toBe('paid');
});

test('the list has pages and a filter', async () => {
  const { client } = scenario;
  const { tenantKey } = await client.ok('createBusiness', { body: {} });
  const { id = '' } = await client.ok('createPerson', { tenantKey, body: { type: 'CONTRACTOR' } });
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1)
    ids.push((await client.ok('submitContractorInvoice', { tenantKey, body: { personId: id, items } })).id);
  const first = await client.ok('listInvoices', { tenantKey, query: { limit: '2' } });
  expect(first.data?.map((invoice) => invoice.id)).toEqual(ids.slice(0, 2));
  const query = { limit: '2', cursor: first.node?.next ?? '' };
  const second = await client.ok('listInvoices', { tenantKey, query });
  expect(second.data?.map((invoice) => invoice.id)).toEqual(ids.slice(2));
  expect(second.node?.next).toBeNull();
  expect((await client.ok('listInvoices', { tenantKey, query: { status: 'paid' } })).data).toEqual([]);
  expect((await client.send('listInvoices', { tenantKey, query: { status: 'lost' } })).status).toBe(400);
  expect((await client.send('listInvoices', { tenantKey, query: { cursor: 'x' } })).status).toBe(400);
});

test('another business can neither see nor use it', async () => {
  const { client } = scenario;
  const { tenantKey } = await client.ok('createBusiness', { body: {} });
  const { id: invoiceId } = await submit();
  const path = { invoiceId };
  const unknown = await client.send('readInvoice', { tenantKey, path: { invoiceId: randomUUID() } });
  expect(unknown.status).toBe(404);
  expect(await client.send('readInvoice', { tenantKey, path })).toEqual(unknown);
  expect(await client.send('reviewInvoice', { tenantKey, path, body: { action: 'approve' } })).toEqual(
    unknown,
  );
  expect(await client.send('recordInvoicePayment', { tenantKey, path, body: {} })).toEqual(unknown);
  expect(
    await client.send('submitContractorInvoice', { tenantKey, body: { personId, items } }),
  ).toMatchObject({
    status: 400,
    body: { params: { personId: expect.any(String) } },
  });
});
