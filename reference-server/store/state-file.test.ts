import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ReferenceServerOptions, startReferenceServer } from '../server.ts';
import type { DeliveryRecord } from '../state/records/webhooks.ts';
import { createClient } from '../testing/client.ts';
import { startReceiver } from '../testing/receiver.ts';
import { startScenario } from '../testing/scenario.ts';
import { MemoryStore } from './memory-store.ts';
import { StateFile } from './state-file.ts';
import { StateFileError } from './state-file-error.ts';

let folder: string;
let state: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-'));
  state = join(folder, 'state.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const business = (id: string) => ({ id, tenantKey: `key of ${id}`, kind: 'created' as const });

describe('a store in a file', () => {
  const open = () => new MemoryStore(new StateFile(state));
  const list = (store: MemoryStore) => store.transaction((transaction) => transaction.list('businesses', {}));

  test('has the same records in the same order when it is opened again, and appends to them', async () => {
    const store = open();
    await store.transaction(async (transaction) => {
      for (const id of ['c', 'a', 'b']) await transaction.put('businesses', business(id));
    });
    await store.transaction((transaction) =>
      transaction.put('businesses', { ...business('c'), stoppedAt: 7 }),
    );
    await store.transaction((transaction) => transaction.delete('businesses', 'a'));
    const before = await list(store);
    await store.close();
    const again = open();
    expect(await list(again)).toEqual(before);
    await again.transaction((transaction) => transaction.put('businesses', business('a')));
    expect((await list(again)).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    await again.close();
  });

  test('keeps nothing of a transaction that cannot be written', async () => {
    const file = new StateFile(state);
    const store = new MemoryStore(file);
    await store.transaction((transaction) => transaction.put('businesses', business('a')));
    file.close();
    const refused = store.transaction((transaction) => transaction.put('businesses', business('b')));
    await expect(refused).rejects.toThrow('not open');
    expect((await list(store)).map(({ id }) => id)).toEqual(['a']);
  });
});

describe('a state file', () => {
  test('can only be read by its owner, also if it existed before', async () => {
    writeFileSync(state, '');
    chmodSync(state, 0o644);
    const file = new StateFile(state);
    new MemoryStore(file);
    file.remember('one', 1);
    for (const path of [state, `${state}-wal`]) expect(statSync(path).mode & 0o777).toBe(0o600);
    file.close();
  });

  const refusal = (options: ReferenceServerOptions = {}) =>
    startReferenceServer({ state, ...options }).then(
      () => 'it started',
      (error: Error) => (error instanceof StateFileError ? error.message : String(error)),
    );

  test('that another server uses is rejected, and is free once that server has closed', async () => {
    const server = await startReferenceServer({ state });
    expect(await refusal()).toBe(
      `Failed to open the state file ${state}: another server uses it; stop that one, or name another file`,
    );
    await server.close();
    await (await startReferenceServer({ state })).close();
  });

  test('is released if the port of its server is in use', async () => {
    const { url, close } = await startReferenceServer();
    expect(await refusal({ port: Number(new URL(url).port) })).toContain('Failed to listen');
    await (await startReferenceServer({ state })).close();
    await close();
  });

  test('that is another kind of file is rejected and not changed', async () => {
    writeFileSync(state, 'dear diary, today I have written a test');
    expect(await refusal()).toContain('it is not a state file; name another file');
    expect(readFileSync(state, 'utf8')).toBe('dear diary, today I have written a test');
  });

  test('that is the database of another program is rejected and not changed', async () => {
    const database = new DatabaseSync(state);
    database.exec('CREATE TABLE recipes (name TEXT)');
    database.close();
    const before = readFileSync(state);
    expect(await refusal()).toContain('it is the database of another program; name another file');
    expect(readFileSync(state)).toEqual(before);
  });

  test('of another version is refused', async () => {
    await (await startReferenceServer({ state })).close();
    const database = new DatabaseSync(state);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(await refusal()).toContain('it has the format 99, and this version reads format 1');
  });

  test.each(["UPDATE records SET json = '{secret'", "UPDATE facts SET value = '{secret'"])(
    'that is damaged is refused without a word of what is in it: %s',
    async (statement) => {
      await (await startReferenceServer({ state })).close();
      const database = new DatabaseSync(state);
      database.exec(statement);
      database.close();
      expect(await refusal()).toBe(
        `Failed to open the state file ${state}: what it holds cannot be read; put a copy of it in its place, or name another file`,
      );
    },
  );

  test('of the other environment is refused', async () => {
    await (await startReferenceServer({ state })).close();
    expect(await refusal({ environment: 'production' })).toContain('it holds a sandbox environment');
  });

  test('in a folder that is not there is refused', async () => {
    state = join(folder, 'nowhere', 'state.db');
    expect(await refusal()).toContain(`Failed to open the state file ${state}: ENOENT`);
  });
});

describe('a server that is started again with its state file', () => {
  test('has the same keys, businesses and records', async () => {
    const first = await startReferenceServer({ state });
    const { keys, businesses } = first;
    const { id } = await createClient(first).ok('createPerson', { body: { firstName: 'Adaeze' } });
    const created = await createClient(first).ok('createBusiness', { body: { idempotencyKey: 'once' } });
    await first.close();
    const second = await startReferenceServer({ state });
    expect(second).toMatchObject({ keys, businesses });
    const client = createClient(second);
    expect((await client.ok('listPersons')).data).toMatchObject([{ id }]);
    expect(await client.ok('createBusiness', { body: { idempotencyKey: 'once' } })).toEqual(created);
    await client.ok('listPersons', { tenantKey: created.tenantKey ?? '' });
    await second.close();
  });

  test('takes other keys when they are given, and then remembers those', async () => {
    const { keys, close } = await startReferenceServer({ state });
    await close();
    await (await startReferenceServer({ state, keys: { platformToken: 'mine' } })).close();
    const third = await startReferenceServer({ state });
    expect(third.keys).toEqual({ ...keys, platformToken: 'mine' });
    await createClient(third).ok('listPersons', { token: 'mine' });
    await third.close();
  });

  test('is in its initial state after a reset, with a running clock', async () => {
    const first = await startScenario({ state });
    await first.control.advance(first.server.businesses.platform.businessId, 10);
    await first.close();
    await using second = await startScenario({ state });
    const { businessId } = second.server.businesses.platform;
    const clock = async () => (await second.control.send('GET', `/clocks/${businessId}`)).body;
    expect(await clock()).toMatchObject({ mode: 'stopped' });
    expect((await second.control.send('POST', '/reset')).status).toBe(204);
    expect(await clock()).toMatchObject({ mode: 'flowing' });
  });

  /** The state as if the server had been down since 1970. */
  async function putOffToThePast(): Promise<DeliveryRecord[]> {
    const store = new MemoryStore(new StateFile(state));
    const deliveries = await store.transaction(async (transaction) => {
      const all = await transaction.list('deliveries', {});
      for (const delivery of all) await transaction.put('deliveries', { ...delivery, nextAttemptAt: 5 });
      return [...all];
    });
    await store.close();
    return deliveries;
  }

  test('sends the deliveries that became due meanwhile, with the same ids and bodies', async () => {
    const receiver = await startReceiver((count) => (count === 1 ? 500 : 200));
    const first = await startScenario({ state });
    await first.control.register(receiver.url);
    await first.client.ok('createPayroll', { body: {} });
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(1);
    await first.close();
    const [outstanding] = await putOffToThePast();
    expect(outstanding).toMatchObject({ status: 'pending', attempts: [{ outcome: 'refused' }] });
    await using second = await startScenario({ state });
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(2);
    const [one, other] = receiver.received;
    expect(other?.headers['hook-id']).toBe(one?.headers['hook-id']);
    expect(other?.body).toEqual(one?.body);
    const { businessId } = second.server.businesses.platform;
    await expect
      .poll(async () => (await second.control.deliveries(businessId)).map(({ status }) => status), {
        interval: 5,
      })
      .toEqual(['delivered']);
    await receiver.close();
  });
});
