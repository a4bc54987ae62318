import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReferenceServerOptions } from '../server.ts';
import type { Schemas } from '../state/schemas.ts';
import { checkMoney } from '../testing/money.ts';
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

describe('a run', () => {
  let scenario: Scenario;
  beforeEach(async () => {
    scenario = await startScenario();
  });
  afterEach(() => scenario.close());

  const usd = (amount: number) => ({ amount, currency: 'USD' });
  const payPeriod = { fromDate: '2026-03-01', toDate: '2026-03-31' };
  const startOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000;

  async function personIn(address?: Schemas['Address']): Promise<string> {
    const { id = '' } = await scenario.client.ok('createPerson', { body: { ...(address && { address }) } });
    return id;
  }

  test('a payroll of contractors in three countries pays each of them, the fee and the authorities', async () => {
    const { client, control, server } = scenario;
    const { businessId, tenantKey } = server.businesses.platform;
    const now = await scenario.now();
    const payrollDate = new Date((now + 2 * 86_400) * 1000).toISOString().slice(0, 10);
    const persons = [
      await personIn({ countryCode: 'NG' }),
      await personIn({ countryCode: 'US', state: 'California' }),
      await personIn(),
    ];
    const gross = [850_000, 10_000, 1000];
    const net = [663_800, 6531, 830];
    const entries = persons.map((personId, index) => ({ personId, salary: usd(gross[index] ?? 0) }));
    const { payrollId = '' } = await client.ok('createPayroll', { body: { workerType: 'CONTRACTOR' } });
    const feeLineItems = [{ amount: usd(40), description: 'Processing' }, { note: 'stored only' }];
    await client.ok('savePayroll', {
      path: { payrollId },
      body: { payrollDate, payPeriod, entries, feeLineItems },
    });

    const [listed] = (await client.ok('listPayrolls')).data;
    const total = (amounts: number[]) => usd(amounts.reduce((sum, amount) => sum + amount, 0));
    expect(listed).toMatchObject({
      numPeople: 3,
      gross: total(gross),
      net: total(net),
      tax: usd(118_200 + 1738 + 546 + 100),
      pension: usd(68_000 + 300 + 50),
      statutoryDeductions: usd(620 + 145 + 120 + 20),
      employerContributions: usd(85_000 + 765 + 60),
      debit: usd(861_000 + 85_825 + 40),
    });
    expect(await client.ok('readPayroll', { path: { payrollId } })).toMatchObject({ ...listed, entries });

    await scenario.deposit(1_000_000);
    await client.ok('approvePayroll', { path: { payrollId } });
    expect(await scenario.balance()).toBe(1_000_000 - 946_865);
    await checkMoney(scenario);
    const events = await scenario.watch();
    await control.advance(businessId, startOf(payrollDate) - now);
    await checkMoney(scenario);
    const fee = { type: 'PAYROLL_FEE', recipientId: businessId, recipientType: 'BUSINESS', amount: usd(40) };
    const payments = [
      ...persons.map((recipientId, index) => ({
        type: 'PAYROLL',
        recipientId,
        recipientType: 'CONTRACTOR',
        amount: usd(net[index] ?? 0),
      })),
      fee,
    ];
    const announced = (await events()).filter(({ eventType }) => eventType === 'transaction.initiated');
    expect(announced.map(({ data }) => data)).toEqual(
      payments.map((payment) => ({ ...payment, id: expect.any(String), reference: payrollId, tenantKey })),
    );
    expect((await events()).filter(({ eventType }) => eventType === 'transaction.succeeded')).toMatchObject([
      { data: fee },
    ]);

    await control.advance(businessId, 3600);
    await checkMoney(scenario);
    expect(await scenario.statusOf(payrollId)).toBe('Completed');
    const { data: payslips = [] } = await client.ok('listPayslips', { path: { payrollId } });
    expect(payslips.map((payslip) => [payslip.personId, payslip.gross, payslip.net])).toEqual(
      persons.map((personId, index) => [personId, usd(gross[index] ?? 0), usd(net[index] ?? 0)]),
    );
    await control.advance(businessId, 3600);
    const { data: remittances = [] } = await client.ok('listRemittances');
    expect(remittances.map(({ countryCode, amount, status }) => [countryCode, amount, status])).toEqual([
      ['NG', usd(118_200 + 68_000 + 85_000), 'completed'],
      ['US', usd(2284 + 300 + 885 + 765), 'completed'],
      [undefined, usd(230), 'completed'],
    ]);
    await checkMoney(scenario);
    expect(await scenario.balance()).toBe(1_000_000 - 946_865);
    const words = (await events()).flatMap(({ eventType, data }) =>
      eventType === 'payroll.status.updated' ? (data.status ?? '') : [],
    );
    expect(words).toEqual(['processing', 'completed']);
  });

  test('a payroll with a past payrollDate moves no money and files nothing', async () => {
    const { client } = scenario;
    await scenario.deposit(5000);
    const events = await scenario.watch();
    const payrollId = await scenario.savedPayroll({ payrollDate: '2020-01-31' });
    await client.ok('approvePayroll', { path: { payrollId } });
    expect(await scenario.balance()).toBe(5000);
    expect((await client.ok('listFilings')).data).toEqual([]);
    expect((await events()).filter(({ eventType }) => !/^(payroll|person)\./.test(eventType))).toEqual([]);
  });

  test('a person of another business cannot be paid, and the total cannot exceed the largest number', async () => {
    const { client } = scenario;
    const personId = await personIn();
    const { tenantKey = '' } = await client.ok('createBusiness', { body: { businessName: 'Other' } });
    const { payrollId = '' } = await client.ok('createPayroll', { tenantKey, body: {} });
    const save = (body: Schemas['PayrollSave']) =>
      client.send('savePayroll', {
        tenantKey,
        path: { payrollId },
        body: { payrollDate: '2999-12-31', payPeriod, ...body },
      });
    const strangers = await Promise.all(
      [personId, randomUUID()].map((id) => save({ entries: [{ personId: id, salary: usd(1) }] })),
    );
    for (const stranger of strangers) expect(stranger).toEqual(strangers[0]);
    expect(strangers[0]).toMatchObject({
      status: 400,
      body: { params: { 'entries.0.personId': expect.any(String) } },
    });

    const { id: own = '' } = await client.ok('createPerson', { tenantKey, body: {} });
    const largest = usd(Number.MAX_SAFE_INTEGER);
    expect(await save({ entries: [{ personId: own, salary: largest }] })).toMatchObject({
      status: 400,
      body: { params: { entries: expect.any(String) } },
    });
    const entries = [{ personId: own, salary: usd(1) }];
    expect(await save({ entries, feeLineItems: [{ amount: largest }] })).toMatchObject({
      status: 400,
      body: { params: { feeLineItems: expect.any(String) } },
    });
    // Anything that is not a fee is stored unchanged.
    expect(
      (await save({ entries, feeLineItems: [null, 1e300, { amount: [] }, { amount: usd(-1) }] })).status,
    ).toBe(200);
  });
});
