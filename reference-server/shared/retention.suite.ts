/** Tests of the removal of unused businesses, for every store. */
import { describe, expect, test } from 'vitest';
import type { BusinessRecord } from '../state/records/businesses.ts';
import { businessCollections } from '../state/records.ts';
import { takeSnapshot } from '../store/snapshot.ts';
import type { Store } from '../store/store.ts';
import { Retention } from './retention.ts';

const [hour, day] = [3_600_000, 86_400_000];
const keptDays = 30;

const business = (id: string, changes: Partial<BusinessRecord> = {}): BusinessRecord => ({
  id,
  tenantKey: `key of ${id}`,
  kind: 'created',
  ...changes,
});

/** A store with its own time, and servers that share it. */
async function sandbox(create: () => Store | Promise<Store>) {
  const store = await create();
  let now = Date.UTC(2027, 0, 1);
  const removed: string[] = [];
  const server = () =>
    new Retention({
      store,
      clock: { realMillis: () => now },
      keptMillis: keptDays * day,
      onRemoved: (businessId) => removed.push(businessId),
      onError: (error) => {
        throw error;
      },
    });
  const put = (...businesses: readonly BusinessRecord[]) =>
    store.transaction(async (transaction) => {
      for (const each of businesses) await transaction.put('businesses', each);
    });
  const wait = (millis: number) => {
    now += millis;
  };
  return { store, removed, server, put, wait };
}

/** Fills a business with records, as its caller or the control plane would. */
async function fill(store: Store, businessId: string): Promise<void> {
  await store.transaction(async (transaction) => {
    // Only the owner of a record matters here, not its content.
    for (const name of businessCollections)
      await transaction.put(name, { id: `${name} of ${businessId}`, businessId } as never);
    await transaction.put('tokens', { id: `token of ${businessId}`, businessId } as never);
    await transaction.put('endpoints', { id: `endpoint of ${businessId}`, businessId } as never);
    for (const status of ['pending', 'delivered']) {
      const about = {
        businessId,
        endpointId: `endpoint of ${businessId}`,
        eventId: `event of ${businessId}`,
      };
      await transaction.put('deliveries', { id: `${status} of ${businessId}`, ...about, status } as never);
    }
  });
}

/** @param create a new, empty store. */
export function describeRetention(name: string, create: () => Store | Promise<Store>): void {
  describe(`businesses that nobody uses, in the ${name} store`, () => behave(create));
}

function behave(create: () => Store | Promise<Store>): void {
  test('go with all that belongs to them, and nothing else goes', async () => {
    const { store, removed, server, put, wait } = await sandbox(create);
    await put(business('first', { kind: 'primary' }), business('org', { kind: 'independent' }));
    await put(business('idle'), business('busy'));
    for (const id of ['first', 'org', 'idle', 'busy']) await fill(store, id);
    const before = await store.transaction(takeSnapshot);
    const retention = server();
    await retention.sweep();
    wait((keptDays - 1) * day);
    retention.used(business('busy'));
    await retention.close();
    wait(2 * day);
    await server().sweep();
    expect(removed).toEqual(['idle']);
    const kept = Object.entries(before.records).map(([collection, records]) => [
      collection,
      records.filter((record) => !JSON.stringify(record).includes('idle')),
    ]);
    expect((await store.transaction(takeSnapshot)).records).toEqual(Object.fromEntries(kept));
    expect(
      (await store.transaction((transaction) => transaction.list('uses', {}))).map(({ id }) => id),
    ).toEqual(['busy']);
  });

  test('have their whole time from when a server first looks, and from each use, whatever their clock shows', async () => {
    const { removed, server, put, wait } = await sandbox(create);
    await put(business('a', { stoppedAt: Date.UTC(2999, 0, 1) / 1000 }));
    // The business is old, but was never noted as used.
    wait(400 * day);
    await server().sweep();
    wait(keptDays * day);
    const retention = server();
    await retention.sweep();
    retention.used(business('a'));
    await retention.close();
    wait(keptDays * day);
    await server().sweep();
    expect(removed).toEqual([]);
    wait(2 * hour);
    await server().sweep();
    expect(removed).toEqual(['a']);
  });

  test('are noted by whichever server is asked, and no use is lost because one was just noted', async () => {
    const { removed, server, put, wait } = await sandbox(create);
    await put(business('a'));
    const servers = [server(), server()];
    servers[0]?.used(business('a'));
    // Not noted again this soon, but the business still counts as used.
    wait(hour - 1);
    servers[0]?.used(business('a'));
    wait(keptDays * day);
    await Promise.all(servers.map((each) => each.sweep()));
    expect(removed).toEqual([]);
    servers[1]?.used(business('a'));
    await Promise.all(servers.map((each) => each.close()));
    wait(keptDays * day);
    await server().sweep();
    expect(removed).toEqual([]);
    wait(2 * hour);
    await Promise.all([server().sweep(), server().sweep()]);
    expect(removed).toEqual(['a']);
  });
}
