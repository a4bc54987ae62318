import { afterEach, expect, test } from 'vitest';
import type { ReferenceServerOptions } from '../server.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import { type Scenario, startScenario } from '../testing/scenario.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((part) => part.close()));
});

async function start(options?: ReferenceServerOptions): Promise<Scenario & { words(): Promise<string[]> }> {
  const receiver: Receiver = await startReceiver();
  const scenario = await startScenario(options);
  open.push(scenario.server, receiver);
  const { businessId } = scenario.server.businesses.platform;
  await scenario.control.register(receiver.url, businessId);
  return {
    ...scenario,
    async words() {
      await scenario.control.advance(businessId, 0);
      const ofPayrolls = receiver.received.filter(({ event }) => event.eventType.startsWith('payroll.'));
      return ofPayrolls.map(({ event }) => event.data.status ?? event.eventType);
    },
  };
}

const inTwoDays = (now: number) => new Date((now + 2 * 86_400) * 1000).toISOString().slice(0, 10);
const startOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000;

test('a payroll goes from draft to Completed by way of Awaiting Funds', async () => {
  const scenario = await start();
  const { client, control, server, statusOf } = scenario;
  const { businessId } = server.businesses.platform;
  const { now } = await control.advance(businessId, 0);
  const payrollDate = inTwoDays(now);
  const payrollId = await scenario.savedPayroll({ payrollDate });
  expect((await client.ok('listPayrolls')).data).toMatchObject([
    { payrollId, status: 'saved', type: 'ONE-OFF' },
  ]);

  await client.ok('approvePayroll', { path: { payrollId } });
  expect(await statusOf(payrollId)).toBe('Awaiting Funds');
  await scenario.deposit(1059);
  expect(await statusOf(payrollId)).toBe('Awaiting Funds');
  await scenario.deposit(1);
  expect(await statusOf(payrollId)).toBe('scheduled');
  expect(await scenario.balance()).toBe(0);

  await control.advance(businessId, startOf(payrollDate) - now - 1);
  expect(await statusOf(payrollId)).toBe('scheduled');
  await control.advance(businessId, 1);
  expect(await statusOf(payrollId)).toBe('processing');
  expect((await client.ok('listPayslips', { path: { payrollId } })).data).toEqual([]);
  await control.advance(businessId, 3599);
  expect(await statusOf(payrollId)).toBe('processing');
  await control.advance(businessId, 1);
  expect(await statusOf(payrollId)).toBe('Completed');
  expect((await client.ok('listPayslips', { path: { payrollId } })).data).toMatchObject([
    { payrollId, net: { amount: 830 } },
  ]);
  expect(await scenario.words()).toEqual([
    'payroll.created',
    'saved',
    'approved',
    'scheduled',
    'processing',
    'completed',
  ]);
});

test('a deposit funds every waiting payroll that it covers, in the order of approval', async () => {
  const { client, statusOf, savedPayroll, deposit, balance } = await start();
  const ids = [await savedPayroll(), await savedPayroll(), await savedPayroll({ salary: 100 })];
  for (const index of [1, 0, 2]) await client.ok('approvePayroll', { path: { payrollId: ids[index] ?? '' } });
  await deposit(1200);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['Awaiting Funds', 'scheduled', 'scheduled']);
  await deposit(2000);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['scheduled', 'scheduled', 'scheduled']);
  expect(await balance()).toBe(1200 + 2000 - 1060 - 1060 - 106);
});

test('a payroll with a past payrollDate is Completed at once and costs nothing', async () => {
  const { client, savedPayroll, deposit, balance, words } = await start();
  await deposit(5000);
  const payrollId = await savedPayroll({ payrollDate: '2020-01-31' });
  expect(await client.ok('approvePayroll', { path: { payrollId } })).toMatchObject({ status: 'Completed' });
  expect((await client.ok('listPayslips', { path: { payrollId } })).data?.length).toBe(1);
  expect(await balance()).toBe(5000);
  expect(await words()).toEqual(['payroll.created', 'saved', 'approved', 'completed']);
});

test('a settlement confirms the disbursements early, and only once', async () => {
  const { client, control, server, savedPayroll, deposit, statusOf } = await start();
  const { businessId } = server.businesses.platform;
  const { now } = await control.advance(businessId, 0);
  await deposit(1060);
  const payrollDate = inTwoDays(now);
  const payrollId = await savedPayroll({ payrollDate });
  await client.ok('approvePayroll', { path: { payrollId } });
  expect((await control.send('POST', `/payrolls/${payrollId}/settlement`)).status).toBe(400);
  await control.advance(businessId, startOf(payrollDate) - now);
  await control.settle(payrollId);
  expect(await statusOf(payrollId)).toBe('Completed');
  expect((await control.send('POST', `/payrolls/${payrollId}/settlement`)).status).toBe(400);
});

test('a draft is not listed, and only a saved payroll can be approved', async () => {
  const { client, statusOf } = await start();
  const { payrollId = '', status } = await client.ok('createPayroll', { body: { workerType: 'CONTRACTOR' } });
  expect([status, await statusOf(payrollId)]).toEqual(['draft', 'draft']);
  expect((await client.ok('listPayrolls')).data).toEqual([]);
  const refused = await client.send('approvePayroll', { path: { payrollId } });
  expect([refused.status, refused.body]).toEqual([400, expect.objectContaining({ code: 'invalid_state' })]);
});

test('production has no sandbox operations and no special route for a past payrollDate', async () => {
  const { client, savedPayroll, statusOf, server } = await start({ environment: 'production' });
  const deposit = await fetch(`${server.url}/v1/sandbox/business-deposits`, { method: 'POST' });
  expect(deposit.status).toBe(404);
  const payrollId = await savedPayroll({ payrollDate: '2020-01-31' });
  await client.ok('approvePayroll', { path: { payrollId } });
  expect(await statusOf(payrollId)).toBe('Awaiting Funds');
});
