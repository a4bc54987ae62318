import { describe, expect, test } from 'vitest';
import type { BusinessRecord } from '../resources/businesses/records.ts';
import { MemoryStore } from './memory-store.ts';
import type { Store } from './store.ts';

const implementations: readonly [name: string, create: () => Store][] = [['memory', () => new MemoryStore()]];

const business = (id: string, tenantKey = `key of ${id}`): BusinessRecord => ({
  id,
  tenantKey,
  kind: 'created',
});

describe.each(implementations)('the %s store', (_name, create) => {
  const idsOf = async (store: Store, where: Partial<BusinessRecord> = {}) =>
    (await store.transaction((transaction) => transaction.list('businesses', where))).map(({ id }) => id);

  test('lists in the order of the first put and by every field of the filter', async () => {
    const store = create();
    await store.transaction(async (transaction) => {
      await transaction.put('businesses', business('b', 'one'));
      await transaction.put('businesses', business('a', 'two'));
      await transaction.put('businesses', { ...business('c', 'two'), kind: 'independent' });
    });
    await store.transaction((transaction) => transaction.put('businesses', business('b', 'two')));
    expect(await idsOf(store)).toEqual(['b', 'a', 'c']);
    expect(await idsOf(store, { tenantKey: 'one' })).toEqual([]);
    expect(await idsOf(store, { tenantKey: 'two' })).toEqual(['b', 'a', 'c']);
    expect(await idsOf(store, { tenantKey: 'two', kind: 'created' })).toEqual(['b', 'a']);
  });

  test('shows a transaction its own changes', async () => {
    await create().transaction(async (transaction) => {
      await transaction.put('businesses', business('a'));
      await transaction.put('businesses', business('b'));
      await transaction.delete('businesses', 'a');
      await transaction.put('businesses', { ...business('b'), stoppedAt: 7 });
      expect(await transaction.get('businesses', 'a')).toBeUndefined();
      expect(await transaction.list('businesses', {})).toEqual([{ ...business('b'), stoppedAt: 7 }]);
    });
  });

  test('keeps nothing of a transaction that throws, and goes on', async () => {
    const store = create();
    await store.transaction((transaction) => transaction.put('businesses', business('a')));
    const broken = store.transaction(async (transaction) => {
      await transaction.delete('businesses', 'a');
      await transaction.put('businesses', business('b'));
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    expect(await idsOf(store)).toEqual(['a']);
  });

  test('isolates transactions that arrive together', async () => {
    const store = create();
    await store.transaction((transaction) =>
      transaction.put('businesses', { ...business('a'), stoppedAt: 0 }),
    );
    const increment = () =>
      store.transaction(async (transaction) => {
        const { stoppedAt = 0 } = (await transaction.get('businesses', 'a')) ?? {};
        await Promise.resolve();
        await transaction.put('businesses', { ...business('a'), stoppedAt: stoppedAt + 1 });
      });
    await Promise.all(Array.from({ length: 50 }, increment));
    const [record] = await store.transaction((transaction) => transaction.list('businesses', {}));
    expect(record?.stoppedAt).toBe(50);
  });

  test('forgets everything when cleared', async () => {
    const store = create();
    await store.transaction((transaction) => transaction.put('businesses', business('a')));
    await store.transaction((transaction) => transaction.clear());
    expect(await idsOf(store)).toEqual([]);
  });
});
