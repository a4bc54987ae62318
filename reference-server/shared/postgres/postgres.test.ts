import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../tools/testing/postgres.ts';
import { type ReferenceServer, startReferenceServer } from '../../server.ts';
import { Refusal } from '../../state/refusal.ts';
import { createClient } from '../../testing/client.ts';
import { createControlClient } from '../../testing/control-client.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { isPostgresAddress, PostgresStoreError, readPostgresAddress } from './address.ts';
import { openPostgres } from './open-postgres.ts';
import { keyOf } from './tables.ts';

let postgres: RunningPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const start = (state: string) => startReferenceServer({ control: true, state, attemptTimeoutMillis: 500 });
const statusOf = async (server: ReferenceServer, path: string) => (await fetch(server.url + path)).status;

describe('an address', () => {
  test.each([
    ['postgres://host/db', true],
    ['postgresql://host/db', true],
    ['POSTGRES://host/db', true],
    ['state.db', false],
    ['./postgres/state.db', false],
  ])('%s is one of Postgres: %s', (state, want) => expect(isPostgresAddress(state)).toBe(want));

  test('names the schema, or takes that of the environment, and is shown without its password', () => {
    const { schema, shown, connectionString } = readPostgresAddress(
      'postgres://me:secret@db:5433/a',
      'sandbox',
    );
    expect({ schema, shown }).toEqual({
      schema: 'workforce_sandbox',
      shown: 'postgres://db:5433/a, schema workforce_sandbox',
    });
    expect(connectionString).toBe('postgres://me:secret@db:5433/a');
    const other = readPostgresAddress('postgres://me:secret@db/a?sslmode=require&schema=mine', 'sandbox');
    expect(other).toMatchObject({
      schema: 'mine',
      connectionString: 'postgres://me:secret@db/a?sslmode=require',
    });
  });

  test.each(['postgres://h/d?schema=a%22;drop', 'postgres://h/d?schema=Mine', 'postgres://h:port/d'])(
    '%s is refused in words',
    (state) => expect(() => readPostgresAddress(state, 'sandbox')).toThrow(PostgresStoreError),
  );
});

test.each([
  ['plain', 'plain'],
  ['Año 🙂', 'Año 🙂'],
  ['a\0b', /^sha256:/],
  ['\ud800', /^sha256:/],
  ['x'.repeat(257), /^sha256:/],
])('the key of %j is one that an index can hold', (value, want) => expect(keyOf(value)).toMatch(want));

test('is named in the error, without the password, if the database does not respond', async () => {
  const opening = openPostgres('postgres://me:secret@127.0.0.1:1/none', 'sandbox', 1);
  await expect(opening).rejects.toThrow(
    /Failed to open the state at postgres:\/\/127\.0\.0\.1:1\/none.*see that/,
  );
  await expect(opening).rejects.not.toThrow(/secret/);
});

test('rejects tables of a later version', async () => {
  const state = postgres.newState();
  const opened = await openPostgres(state, 'sandbox', 1);
  await opened.started();
  await opened.store.close();
  await postgres.query(state, 'INSERT INTO migrations VALUES (1000)');
  await expect(openPostgres(state, 'sandbox', 1)).rejects.toThrow(/have the version 1000/);
});

test('servers that start at the same time have the same keys, businesses and data', async () => {
  const state = postgres.newState();
  const options = { state, seedData: true, control: true };
  const servers = await Promise.all([1, 2, 3].map(() => startReferenceServer(options)));
  const [first] = servers;
  for (const { keys, businesses } of servers)
    expect({ keys, businesses }).toEqual({ keys: first?.keys, businesses: first?.businesses });
  for (const server of servers) {
    const { meta } = await createClient(server).ok('listPersons');
    expect(meta?.itemCount).toBe(3);
  }
  await Promise.all(servers.map((server) => server.close()));
});

test('a change made at one server is visible at the others, and announced once', async () => {
  const state = postgres.newState();
  const receiver = await startReceiver();
  const servers = await Promise.all([start(state), start(state)]);
  const clients = servers.map(createClient);
  await createControlClient(servers[0]).register(receiver.url);
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, index) => clients[index % 2]?.ok('createPayroll', { body: {} })),
  );
  const businessId = servers[0].businesses.platform.businessId;
  // Moving the clock at one server waits for the deliveries of the other.
  await createControlClient(servers[1]).advance(businessId, 0);
  expect(receiver.received.map(({ event }) => event.data.id).sort()).toEqual(
    made.map((payroll) => payroll?.payrollId).sort(),
  );
  await Promise.all(servers.map((server) => server.close()));
  await receiver.close();
});

test('a clock that two servers advance moves by the sum', async () => {
  const state = postgres.newState();
  const servers = await Promise.all([start(state), start(state)]);
  const businessId = servers[0].businesses.platform.businessId;
  const controls = servers.map(createControlClient);
  const { now } = await createControlClient(servers[0]).advance(businessId, 0);
  await Promise.all(controls.map((control) => control.advance(businessId, 1_000)));
  expect((await createControlClient(servers[1]).advance(businessId, 0)).now).toBe(now + 2_000);
  await Promise.all(servers.map((server) => server.close()));
});

test('a delivery that one server started and did not finish is sent by another, with the same id', async () => {
  const state = postgres.newState();
  const opened = await openPostgres(state, 'sandbox', 2);
  await opened.started();
  const receiver = await startReceiver();
  const server = await start(state);
  const { businessId } = server.businesses.platform;
  const endpoint = (
    await createControlClient(server).send('POST', '/webhook-endpoints', { url: receiver.url })
  ).body as { id: string };
  // In the state that the ended server left.
  await opened.store.transaction((transaction) =>
    transaction.put('deliveries', {
      id: randomUUID(),
      eventId: 'evt_one',
      eventType: 'payroll.created',
      businessId,
      endpointId: endpoint.id,
      event: {
        eventType: 'payroll.created',
        data: { id: '6f0f9a3c-58d5-4b6c-8a43-0d1c8f1f2a11', workerType: 'EMPLOYEE', type: 'ONE_OFF' },
      },
      status: 'pending',
      nextAttemptAt: 0,
      attempts: [],
      lease: { owner: 'gone', until: Date.now() + 1_000 },
    }),
  );
  await expect.poll(() => receiver.received.length, { interval: 20, timeout: 20_000 }).toBe(1);
  expect(receiver.received[0]?.headers['hook-id']).toBe('evt_one');
  await expect
    .poll(async () => (await createControlClient(server).deliveries(businessId)).map(({ status }) => status))
    .toEqual(['delivered']);
  await server.close();
  await opened.store.close();
  await receiver.close();
});

test('while the database is away, a request gets the error object; afterwards everything works again', async () => {
  const server = await start(postgres.newState());
  const client = createClient(server);
  const { id } = await client.ok('createPerson', { body: { firstName: 'Adaeze' } });
  expect(await statusOf(server, '/_health/ready')).toBe(200);
  await postgres.pause();
  for (const attempt of [
    client.send('listPersons'),
    client.send('createPerson', { body: { firstName: 'Lost' } }),
  ]) {
    const { status, body } = await attempt;
    expect({ status, body }).toEqual({
      status: 503,
      body: { code: 'internal_error', message: expect.stringMatching(/^[^\n]*retry later$/) },
    });
  }
  await expect.poll(() => statusOf(server, '/_health/ready'), { timeout: 20_000 }).toBe(503);
  expect(await statusOf(server, '/_health/live')).toBe(200);
  await postgres.resume();
  const names = async () => (await client.ok('listPersons')).data?.map((person) => person.id);
  expect(await names()).toEqual([id]);
  await postgres.crash();
  expect(await names()).toEqual([id]);
  await server.close();
});

test('a rejection by a rule changes nothing and keeps the connection', async () => {
  const opened = await openPostgres(postgres.newState(), 'sandbox', 1);
  await opened.started();
  const business = { id: 'a', tenantKey: 'a', kind: 'created' } as const;
  const refused = opened.store.transaction(async (transaction) => {
    await transaction.put('businesses', business);
    expect(await transaction.get('businesses', 'a')).toEqual(business);
    throw new Refusal(400, 'invalid_state', 'No');
  });
  await expect(refused).rejects.toThrow('No');
  expect(await opened.store.transaction((transaction) => transaction.get('businesses', 'a'))).toBeUndefined();
  await opened.store.close();
});
