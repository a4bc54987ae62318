import { afterEach, beforeEach, expect, test } from 'vitest';
import { startReceiver } from '../testing/receiver.ts';
import { type Scenario, startScenario } from '../testing/scenario.ts';
import type { Snapshot } from './snapshot.ts';

let scenario: Scenario;
beforeEach(async () => {
  scenario = await startScenario();
});
afterEach(() => scenario.close());

const take = async ({ control }: Scenario) => (await control.send('GET', '/snapshot')).body as Snapshot;
const restore = ({ control }: Scenario, snapshot: unknown) => control.send('PUT', '/snapshot', snapshot);
const names = async ({ client }: Scenario, token?: string) => {
  const { data = [] } = await client.ok('listPersons', token === undefined ? {} : { token });
  return data.map(({ firstName }) => firstName);
};

test('a snapshot is restored', async () => {
  const { client, control, server } = scenario;
  const { businessId } = server.businesses.platform;
  const { now } = await control.advance(businessId, 1000);
  await client.ok('createPerson', { body: { firstName: 'Adaeze' } });
  const snapshot = await take(scenario);
  await client.ok('createPerson', { body: { firstName: 'Bola' } });
  await control.advance(businessId, 1000);
  expect((await restore(scenario, snapshot)).status).toBe(204);
  expect(await names(scenario)).toEqual(['Adaeze']);
  expect((await control.send('GET', `/clocks/${businessId}`)).body).toEqual({ now, mode: 'stopped' });
  expect(await take(scenario)).toEqual(snapshot);
});

test('after a restore, outstanding deliveries are sent', async () => {
  const { client, control } = scenario;
  const receiver = await startReceiver((count) => (count === 1 ? 500 : 200));
  await control.register(receiver.url);
  await client.ok('createPayroll', { body: {} });
  await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(1);
  const outstanding = async () =>
    (await take(scenario)).records.deliveries?.some((delivery) =>
      JSON.stringify(delivery).includes('refused'),
    );
  await expect.poll(outstanding, { interval: 5 }).toBe(true);
  const { version, records } = await take(scenario);
  const deliveries = records.deliveries?.map((delivery) => Object.assign({}, delivery, { nextAttemptAt: 1 }));
  expect((await restore(scenario, { version, records: { ...records, deliveries } })).status).toBe(204);
  await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(2);
  await receiver.close();
});

test('the keys of a restored snapshot are accepted', async () => {
  await scenario.client.ok('createPerson', { body: { firstName: 'Adaeze' } });
  await scenario.client.ok('createPerson', {
    body: { firstName: 'Bola' },
    token: scenario.server.keys.orgToken,
  });
  const snapshot = await take(scenario);
  await using other = await startScenario();
  const { keys } = other.server;
  expect((await restore(other, snapshot)).status).toBe(204);
  expect(await names(other)).toEqual(['Adaeze']);
  expect(await names(other, keys.orgToken)).toEqual(['Bola']);
  expect(other.server.businesses).toEqual(scenario.server.businesses);
  expect((await other.control.send('GET', '')).body).toMatchObject({
    keys,
    businesses: scenario.server.businesses,
  });
  const { tenantKey } = scenario.server.businesses.platform;
  await other.client.ok('listPersons', { tenantKey });
  const old = scenario.server.keys.platformToken;
  expect((await other.client.send('listPersons', { token: old })).status).toBe(401);
  expect((await other.control.send('POST', '/reset')).status).toBe(204);
  expect(await names(other)).toEqual([]);
});

test.each([
  ['a collection that is unknown', (records: object) => ({ ...records, spells: [] }), 'records.spells'],
  ['a record without id', (records: object) => ({ ...records, persons: [{}] }), 'records.persons.0.id'],
  [
    'an id that is no text',
    (records: object) => ({ ...records, persons: [{ id: 7 }] }),
    'records.persons.0.id',
  ],
  ['no businesses', () => ({}), 'records.businesses'],
  [
    'a business without a tenant key',
    ({ businesses }: Snapshot['records']) => ({
      businesses: businesses?.map((business) => Object.assign({}, business, { tenantKey: undefined })),
    }),
    'records.businesses.0.tenantKey',
  ],
  [
    'a clock that shows no time',
    ({ businesses }: Snapshot['records']) => ({
      businesses: businesses?.map((business) => Object.assign({}, business, { stoppedAt: 1e300 })),
    }),
    'records.businesses.0.stoppedAt',
  ],
  [
    'a person of nobody',
    (records: object) => ({ ...records, persons: [{ id: 'a', person: {} }] }),
    'records.persons.0.businessId',
  ],
  [
    'a person without a person in it',
    (records: object) => ({ ...records, persons: [{ id: 'a', businessId: 'b' }] }),
    'records.persons.0.person',
  ],
  [
    'an endpoint without an address',
    (records: object) => ({ ...records, endpoints: [{ id: 'a', url: 'nowhere', secret: 'whsec_AAAA' }] }),
    'records.endpoints.0.url',
  ],
  [
    'a delivery of nothing',
    (records: object) => ({ ...records, deliveries: [{ id: 'a', businessId: 'b', status: 'pending' }] }),
    'records.deliveries.0.eventId',
  ],
])('a snapshot with %s is refused, and nothing is changed', async (_what, change, field) => {
  await scenario.client.ok('createPerson', { body: { firstName: 'Adaeze' } });
  const before = await take(scenario);
  const { status, body } = await restore(scenario, { version: 1, records: change(before.records) });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_request_body', params: { [field]: expect.any(String) } });
  expect(await take(scenario)).toEqual(before);
});

test('a snapshot may be larger than other bodies', async () => {
  const { version, records } = await take(scenario);
  const { businessId } = scenario.server.businesses.platform;
  const fields = Array.from({ length: 100 }, (_, index) => ({
    id: String(index),
    businessId,
    name: 'x'.repeat(50_000),
  }));
  expect((await restore(scenario, { version, records: { ...records, customFields: fields } })).status).toBe(
    204,
  );
  expect((await take(scenario)).records.customFields).toEqual(fields);
});
