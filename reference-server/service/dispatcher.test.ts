import { createServer, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test } from 'vitest';
import { eventSchemas } from '../../openapi/description.ts';
import { validate } from '../../openapi/validate.ts';
import { lastSecond } from '../state/dates.ts';
import { type Received, type Receiver, startReceiver } from '../testing/receiver.ts';
import { type Scenario, startScenario } from '../testing/scenario.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((part) => part.close()));
});

async function start(
  statusOf?: (count: number) => number,
  clock: 'stopped' | 'flowing' = 'stopped',
): Promise<Scenario & { receiver: Receiver }> {
  const receiver = await startReceiver(statusOf);
  const scenario = await startScenario();
  open.push(scenario.server, receiver);
  if (clock === 'stopped') await scenario.control.advance(scenario.server.businesses.platform.businessId, 0);
  return { ...scenario, receiver };
}

const offsets = (received: readonly Received[]) => {
  const times = received.map(({ headers }) => Number(headers['hook-timestamp']));
  return times.map((time) => time - (times[0] ?? 0));
};

/** Seconds from the first attempt to each of the eight. */
const schedule = [0, 5, 305, 2105, 9305, 27_305, 63_305, 149_705];

function verify({ headers, body }: Received, secret: string): void {
  const webhook = new Webhook(secret);
  const [id, timestamp] = [String(headers['hook-id']), Number(headers['hook-timestamp'])];
  const expected = webhook.sign(id, new Date(timestamp * 1000), body.toString());
  expect(headers['hook-signature']).toBe(expected);
}

describe('a delivery', () => {
  test.each([200, 201, 202, 204, 299])('that is answered %i is acknowledged', async (status) => {
    const { receiver, control, client, server } = await start(() => status);
    const { businessId, tenantKey } = server.businesses.platform;
    const { secret } = await control.register(receiver.url, businessId);
    const { payrollId } = await client.ok('createPayroll', { body: { type: 'ONE-OFF é' } });
    await control.advance(businessId, 200_000);
    expect(receiver.received.length).toBe(1);
    const [only] = receiver.received;
    if (only === undefined) throw new Error('nothing was received');
    const { method, headers, event } = only;
    expect(method).toBe('POST');
    expect(headers['hook-id']).toBe(event.id);
    expect(headers['hook-timestamp']).toBe(String(event.timestamp));
    expect(event.data).toEqual({ id: payrollId, workerType: 'EMPLOYEE', type: 'ONE_OFF é', tenantKey });
    expect(validate(eventSchemas.get(event.eventType) ?? {}, event)).toEqual([]);
    verify(only, secret);
    const [logged] = await control.deliveries(businessId);
    expect(logged).toMatchObject({ status: 'delivered', attempts: [{ outcome: 'acknowledged', status }] });
  });

  test.each([301, 302, 307, 400, 410, 500])(
    'that is answered %i is repeated to the end of the schedule',
    async (status) => {
      const { receiver, control, client, server } = await start(() => status);
      const { businessId } = server.businesses.platform;
      const { secret } = await control.register(receiver.url, businessId);
      await client.ok('createPayroll', { body: {} });
      await control.advance(businessId, 500_000);
      const { received } = receiver;
      expect(offsets(received)).toEqual(schedule);
      expect(new Set(received.map(({ headers }) => headers['hook-id'])).size).toBe(1);
      expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1);
      for (const request of received) verify(request, secret);
      const [logged] = await control.deliveries(businessId);
      expect(logged).toMatchObject({ status: 'failed' });
      expect(logged?.attempts.map(({ outcome }) => outcome)).toEqual(Array(8).fill('refused'));
    },
  );

  test('to a closed port is unreachable and repeated', async () => {
    const { receiver, control, client, server } = await start();
    const { businessId } = server.businesses.platform;
    await receiver.close();
    await control.register(receiver.url, businessId);
    await client.ok('createPayroll', { body: {} });
    await control.advance(businessId, 305);
    const [logged] = await control.deliveries(businessId);
    expect(logged?.status).toBe('pending');
    expect(logged?.attempts.map(({ outcome }) => outcome)).toEqual(Array(3).fill('unreachable'));
  });

  test('that is acknowledged by a retry is not sent again', async () => {
    const { receiver, control, client, server } = await start((count) => (count < 3 ? 500 : 200));
    const { businessId } = server.businesses.platform;
    await control.register(receiver.url, businessId);
    await client.ok('createPayroll', { body: {} });
    await control.advance(businessId, 304);
    expect(receiver.received.length).toBe(2);
    await control.advance(businessId, 1);
    expect(offsets(receiver.received)).toEqual([0, 5, 305]);
    await control.advance(businessId, 500_000);
    expect(receiver.received.length).toBe(3);
  });

  test('goes out in the background while the clock flows', async () => {
    const { receiver, control, client } = await start(() => 200, 'flowing');
    await control.register(receiver.url);
    await client.ok('createPayroll', { body: {} });
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(1);
  });

  test('to a removed endpoint is not sent', async () => {
    const { receiver, control, client, server } = await start(() => 500);
    const { businessId } = server.businesses.platform;
    const { id } = await control.register(receiver.url, businessId);
    await client.ok('createPayroll', { body: {} });
    await control.advance(businessId, 0);
    expect((await control.send('DELETE', `/webhook-endpoints/${id}`)).status).toBe(204);
    await control.advance(businessId, 500_000);
    expect(receiver.received.length).toBe(1);
    expect(await control.deliveries(businessId)).toEqual([]);
  });
});

test('deliveries to one endpoint are sent in the order of their due times', async () => {
  const { receiver, control, client, server } = await start(() => 500);
  const { businessId } = server.businesses.platform;
  await control.register(receiver.url, businessId);
  const { payrollId: one } = await client.ok('createPayroll', { body: {} });
  await control.advance(businessId, 3);
  const { payrollId: other } = await client.ok('createPayroll', { body: {} });
  await control.advance(businessId, 305);
  expect(receiver.received.map(({ event }) => event.data.id)).toEqual([one, other, one, other, one, other]);
  expect(offsets(receiver.received)).toEqual([0, 3, 5, 8, 305, 308]);
});

test('an endpoint that does not respond delays no other', async () => {
  const { receiver, control, client } = await start(() => 200, 'flowing');
  const held: ServerResponse[] = [];
  const silent = createServer((_request, response) => held.push(response));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  await control.register(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
  await control.register(receiver.url);
  for (let count = 1; count <= 3; count += 1) {
    await client.ok('createPayroll', { body: {} });
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(count);
  }
  expect(held.length).toBe(1);
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});

describe('a delivery that is sent again', () => {
  const resend = async ({ control }: Scenario, businessId: string) => {
    const [logged] = await control.deliveries(businessId);
    return (await control.send('POST', `/deliveries/${logged?.id}/resend`)).status;
  };

  test.each([
    ['delivered', 200, 1, 0],
    ['failed', 500, 8, 500_000],
  ])(
    'after it was %s repeats id and body, has the whole schedule ahead and keeps its log',
    async (status, answer, attempts, seconds) => {
      const scenario = await start((count) => (count <= attempts ? answer : 503));
      const { receiver, control, client, server } = scenario;
      const { businessId } = server.businesses.platform;
      await control.register(receiver.url, businessId);
      await client.ok('createPayroll', { body: {} });
      await control.advance(businessId, seconds);
      expect(await control.deliveries(businessId)).toMatchObject([{ status }]);
      expect(await resend(scenario, businessId)).toBe(204);
      await control.advance(businessId, 500_000);
      const { received } = receiver;
      expect(offsets(received.slice(attempts))).toEqual(schedule);
      expect(new Set(received.map(({ headers }) => headers['hook-id'])).size).toBe(1);
      expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1);
      const [logged] = await control.deliveries(businessId);
      expect(logged?.status).toBe('failed');
      expect(logged?.attempts.length).toBe(attempts + 8);
      expect(logged).not.toHaveProperty('attemptsBefore');
    },
  );

  test('goes out at once while the clock flows', async () => {
    const scenario = await start(() => 200, 'flowing');
    const { receiver, control, client, server } = scenario;
    await control.register(receiver.url);
    await client.ok('createPayroll', { body: {} });
    const { businessId } = server.businesses.platform;
    const delivered = async () => (await control.deliveries(businessId)).map(({ status }) => status);
    await expect.poll(delivered, { interval: 5 }).toEqual(['delivered']);
    expect(await resend(scenario, businessId)).toBe(204);
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(2);
  });

  test('is rejected when its endpoint has been removed', async () => {
    const scenario = await start();
    const { receiver, control, client, server } = scenario;
    const { businessId } = server.businesses.platform;
    const { id } = await control.register(receiver.url, businessId);
    await client.ok('createPayroll', { body: {} });
    await control.advance(businessId, 0);
    await control.send('DELETE', `/webhook-endpoints/${id}`);
    expect(await resend(scenario, businessId)).toBe(400);
  });
});

test('the registered endpoints are listed, oldest first', async () => {
  const { receiver, control, server } = await start();
  const one = await control.register(receiver.url);
  const other = await control.register(receiver.url, server.businesses.org.businessId);
  expect((await control.send('GET', '/webhook-endpoints')).body).toEqual({ data: [one, other] });
});

test('an endpoint gets the events of its business, one of the platform those of all its businesses', async () => {
  const { receiver: whole, control, client, server } = await start();
  const single = await startReceiver();
  open.push(single);
  const created = await client.ok('createBusiness', { body: {} });
  await control.register(whole.url);
  await control.register(single.url, created.businessId);
  const { platform, org } = server.businesses;
  await client.ok('createPayroll', { body: {} });
  await client.ok('createPayroll', { body: {}, tenantKey: created.tenantKey });
  await client.ok('createPayroll', { body: {}, token: server.keys.orgToken });
  for (const { businessId } of [platform, created, org]) await control.advance(businessId, 0);
  const tenants = ({ received }: Receiver) => received.map(({ event }) => event.data.tenantKey).sort();
  expect(tenants(whole)).toEqual([platform.tenantKey, created.tenantKey].sort());
  expect(tenants(single)).toEqual([created.tenantKey]);
});

test('a clock cannot pass the latest date, and a rejected advance changes nothing', async () => {
  await using scenario = await startScenario();
  const { control, server } = scenario;
  const { businessId } = server.businesses.platform;
  const { body } = await control.send('GET', '/snapshot');
  const { records } = body as { records: { businesses: { id: string }[] } };
  const businesses = records.businesses.map((business) => ({ ...business, stoppedAt: lastSecond - 10 }));
  await control.send('PUT', '/snapshot', { version: 1, records: { ...records, businesses } });
  const advance = (seconds: number) => control.send('POST', `/clocks/${businessId}/advance`, { seconds });
  expect(await advance(11)).toMatchObject({ status: 400, body: { params: { seconds: expect.any(String) } } });
  expect(await control.send('GET', `/clocks/${businessId}`)).toMatchObject({
    body: { now: lastSecond - 10 },
  });
  expect(await advance(10)).toMatchObject({ status: 200, body: { now: lastSecond } });
  const page = await fetch(`${server.url}/_control/businesses/${businessId}`, {
    headers: { accept: 'text/html' },
  });
  expect(page.status).toBe(200);
});
