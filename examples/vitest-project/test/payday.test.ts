/** The application against the reference server: real requests and deliveries, and a clock that the tests move. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { unwrap } from 'workforce-conformance/client';
import { createReferenceServer, type TestServer } from 'workforce-conformance/reference-server';
import { type Incoming, Payday } from '../payday.ts';
import { startReceiver } from './receiver.ts';

const day = 86_400;
let server: TestServer;

beforeAll(async () => {
  server = await createReferenceServer();
});
afterAll(() => server.close());

/** A business with money, one worker, and the application listening to it. */
async function setUp(answer = (payday: Payday, delivery: Incoming) => payday.take(delivery)) {
  const business = await server.createBusiness();
  const client = server.client(business);
  const params = { path: { businessId: business.businessId } };
  const clock = async () => {
    const { now } = await unwrap(server.control.GET('/_control/clocks/{businessId}', { params }));
    return new Date(now * 1_000);
  };
  let payday: Payday | undefined;
  const receiver = await startReceiver(async (delivery) =>
    payday === undefined ? 503 : answer(payday, delivery),
  );
  const { secret } = await server.deliverTo(receiver.url, business);
  payday = new Payday({ client, secret, now: clock });

  const value = { amount: 1_000_000, currency: 'USD' };
  await unwrap(client.POST('/v1/sandbox/business-deposits', { body: { value, description: 'Funds' } }));
  // A deposit takes an hour and five seconds to settle.
  await server.advance(3_605, business);
  const body = { firstName: 'Amara', lastName: 'Diallo', email: 'amara@example.com', type: 'CONTRACTOR' };
  const { id: personId = '' } = await unwrap(client.POST('/v1/persons', { body }));
  return { business, client, clock, payday, personId, receiver };
}

/** Approves a payroll of one salary that is paid tomorrow. */
async function approvePayroll({
  client,
  clock,
  personId,
}: Awaited<ReturnType<typeof setUp>>): Promise<string> {
  const { payrollId = '' } = await unwrap(
    client.POST('/v1/payrolls', { body: { workerType: 'CONTRACTOR', type: 'ONE_OFF' } }),
  );
  const params = { path: { payrollId } };
  const payrollDate = new Date((await clock()).getTime() + day * 1_000).toISOString().slice(0, 10);
  const salary = { amount: 250_000, currency: 'USD' };
  const payPeriod = { fromDate: `${payrollDate.slice(0, 8)}01`, toDate: payrollDate };
  await unwrap(
    client.POST('/v1/payrolls/{payrollId}/save', {
      params,
      body: { payrollDate, payPeriod, entries: [{ personId, salary }] },
    }),
  );
  await unwrap(client.POST('/v1/payrolls/{payrollId}/approve', { params }));
  return payrollId;
}

it('notes who was paid, once the day of the payroll has come', async () => {
  const setting = await setUp();
  await using _ = setting.receiver;
  const payrollId = await approvePayroll(setting);
  await server.advance(60, setting.business);
  expect(setting.payday.paid).toEqual(new Map());
  await server.advance(3 * day, setting.business);
  expect(setting.payday.paid).toEqual(new Map([[payrollId, [setting.personId]]]));
});

it('hears of it later when it was down, because what it does not acknowledge comes again', async () => {
  let down = true;
  const setting = await setUp(async (payday, delivery) => (down ? 503 : payday.take(delivery)));
  await using _ = setting.receiver;
  const payrollId = await approvePayroll(setting);
  // The service has made several attempts by then, and continues.
  await server.advance(1.5 * day, setting.business);
  expect(setting.payday.paid.size).toBe(0);
  down = false;
  await server.advance(2 * day, setting.business);
  expect([...setting.payday.paid.keys()]).toEqual([payrollId]);
});

it('refuses what somebody else sends', async () => {
  const setting = await setUp();
  await using _ = setting.receiver;
  const rawBody = new TextEncoder().encode('{"eventType":"payroll.status.updated","id":"evt_1","data":{}}');
  const headers = new Headers({ 'hook-id': 'evt_1', 'hook-timestamp': '1', 'hook-signature': 'v1,AAAA' });
  expect(await setting.payday.take({ rawBody, headers })).toBe(401);
});
