/** Tests that every store must pass. */
import { describe, expect, test } from 'vitest';
import type { BusinessRecord } from '../state/records/businesses.ts';
import type { DeliveryRecord } from '../state/records/webhooks.ts';
import {
  creation,
  lookup,
  reading,
  type Scope,
  type Store,
  type Transaction,
  withinBusiness,
} from './store.ts';

const business = (id: string, tenantKey = `key of ${id}`): BusinessRecord => ({
  id,
  tenantKey,
  kind: 'created',
});

const delivery = (id: string, changes: Partial<DeliveryRecord> = {}): DeliveryRecord => ({
  id,
  eventId: `evt_${id}`,
  eventType: 'payroll.created',
  businessId: 'b',
  endpointId: 'e',
  event: { eventType: 'payroll.created', data: { id, workerType: 'EMPLOYEE', type: 'ONE_OFF' } },
  status: 'pending',
  nextAttemptAt: 0,
  attempts: [],
  ...changes,
});

/** @param create a new, empty store. */
export function describeStore(name: string, create: () => Store | Promise<Store>): void {
  describe(`the ${name} store`, () => behave(create));
}

function behave(create: () => Store | Promise<Store>): void {
  const idsOf = async (store: Store, where: Partial<BusinessRecord> = {}) =>
    (await store.transaction((transaction) => transaction.list('businesses', where))).map(({ id }) => id);

  test('lists in the order of the first put and by every field of the filter', async () => {
    const store = await create();
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
    await (await create()).transaction(async (transaction) => {
      await transaction.put('businesses', business('a'));
      await transaction.put('businesses', business('b'));
      await transaction.delete('businesses', 'a');
      await transaction.put('businesses', { ...business('b'), stoppedAt: 7 });
      expect(await transaction.get('businesses', 'a')).toBeUndefined();
      expect(await transaction.list('businesses', {})).toEqual([{ ...business('b'), stoppedAt: 7 }]);
    });
  });

  test('answers what is asked together, as things stand when it is asked', async () => {
    await (await create()).transaction(async (transaction) => {
      for (const id of ['a', 'b']) await transaction.put('businesses', business(id));
      const asked = [
        transaction.get('businesses', 'b'),
        transaction.get('businesses', 'c'),
        transaction.list('businesses', {}),
        transaction.list('businesses', { tenantKey: 'key of a' }),
        transaction.listOwned('a').then(({ persons }) => persons),
        transaction.firstDeliveries('a'),
      ];
      const put = [
        transaction.put('businesses', { ...business('b'), stoppedAt: 7 }),
        transaction.put('businesses', business('c')),
        transaction.put('deliveries', delivery('d', { businessId: 'a' })),
        transaction.delete('businesses', 'a'),
      ];
      const later = [transaction.get('businesses', 'a'), transaction.get('businesses', 'b')];
      const all = [business('a'), business('b')];
      expect(await Promise.all(asked)).toEqual([all[1], undefined, all, [all[0]], [], []]);
      expect(await Promise.all(later)).toEqual([undefined, { ...business('b'), stoppedAt: 7 }]);
      expect(await transaction.firstDeliveries('a')).toEqual([delivery('d', { businessId: 'a' })]);
      await Promise.all(put);
    });
  });

  test('keeps nothing of a transaction that throws, and goes on', async () => {
    const store = await create();
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
    const store = await create();
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

  test('isolates transactions of one business that arrive together', async () => {
    const store = await create();
    const add = (name: string, businessId: string) =>
      store.transaction(async (transaction) => {
        const { customFields } = await transaction.listOwned(businessId);
        await Promise.resolve();
        const id = `${businessId}-${customFields.length}`;
        await transaction.put('customFields', { id, businessId, name });
      }, withinBusiness(businessId));
    const names = Array.from({ length: 20 }, (_, index) => `name ${index}`);
    await Promise.all(names.flatMap((name) => [add(name, 'a'), add(name, 'b')]));
    for (const businessId of ['a', 'b']) {
      const { customFields } = await store.transaction(
        (transaction) => transaction.listOwned(businessId),
        reading,
      );
      expect(customFields.map(({ name }) => name).sort()).toEqual(names.toSorted());
    }
  });

  test('lets no two creations miss each other', async () => {
    const store = await create();
    const createOnce = (id: string) =>
      store.transaction(async (transaction) => {
        const [existing] = await transaction.list('businesses', { idempotencyKey: 'once', kind: 'created' });
        if (existing === undefined)
          await transaction.put('businesses', { ...business(id), idempotencyKey: 'once' });
      }, creation);
    await Promise.all(Array.from({ length: 10 }, (_, index) => createOnce(`id ${index}`)));
    expect(await idsOf(store)).toHaveLength(1);
  });

  /** Reads two businesses again and again beside changes of both, which have to look alike. */
  async function expectOneMoment(
    scope: Scope,
    look: (transaction: Transaction) => Promise<readonly (BusinessRecord | undefined)[]>,
  ): Promise<void> {
    const store = await create();
    const put = (stoppedAt: number) =>
      store.transaction(async (transaction) => {
        await transaction.put('businesses', { ...business('a'), stoppedAt });
        await transaction.put('businesses', { ...business('b'), stoppedAt });
      });
    await put(0);
    const looks = Array.from({ length: 20 }, (_, index) =>
      Promise.all([put(index), store.transaction(look, scope)]),
    );
    for (const [, [first, second]] of await Promise.all(looks)) {
      expect(first?.stoppedAt).toBeTypeOf('number');
      expect(first?.stoppedAt).toBe(second?.stoppedAt);
    }
  }

  test('shows a reader one moment', () =>
    expectOneMoment(reading, async (transaction) => {
      const first = await transaction.get('businesses', 'a');
      await new Promise((resolve) => setImmediate(resolve));
      return [first, await transaction.get('businesses', 'b')];
    }));

  test('shows one moment to the reads of a lookup that are made together', () =>
    expectOneMoment(lookup, (transaction) =>
      Promise.all(['a', 'b'].map((id) => transaction.get('businesses', id))),
    ));

  test('keeps what callers can send: other scripts, NUL, halves of characters, long texts', async () => {
    const store = await create();
    const texts = ['Año 日本 🙂', 'a\0b', '\ud800', 'x'.repeat(10_000), "'; DROP TABLE records; --"];
    for (const [index, text] of texts.entries()) {
      const record = { ...business(`id ${index}`), idempotencyKey: text, details: { businessName: text } };
      await store.transaction((transaction) => transaction.put('businesses', record), creation);
      const found = await store.transaction((transaction) =>
        transaction.list('businesses', { idempotencyKey: text }),
      );
      expect(found).toEqual([record]);
    }
    expect(await store.transaction((transaction) => transaction.get('files', 'a\0b'))).toBeUndefined();
  });

  test('knows the finished deliveries beyond the latest', async () => {
    const store = await create();
    await store.transaction(async (transaction) => {
      for (const id of ['a', 'b', 'c', 'd'])
        await transaction.put('deliveries', delivery(id, { status: id === 'b' ? 'pending' : 'delivered' }));
    });
    const beyond = (kept: number) => store.transaction((transaction) => transaction.finishedBeyond(kept));
    expect([...(await beyond(1))].sort()).toEqual(['a', 'c']);
    expect(await beyond(3)).toEqual([]);
  });

  test('forgets everything when cleared', async () => {
    const store = await create();
    await store.transaction((transaction) => transaction.put('businesses', business('a')));
    await store.transaction((transaction) => transaction.clear());
    expect(await idsOf(store)).toEqual([]);
  });

  test('keeps the order when the value of an index changes there and back', async () => {
    const store = await create();
    await store.transaction(async (transaction) => {
      for (const id of ['a', 'b', 'c']) await transaction.put('businesses', business(id, 'one'));
    });
    await store.transaction((transaction) => transaction.put('businesses', business('a', 'two')));
    await store.transaction((transaction) => transaction.put('businesses', business('a', 'one')));
    expect(await idsOf(store, { tenantKey: 'one' })).toEqual(['a', 'b', 'c']);
    expect(await idsOf(store, { tenantKey: 'two' })).toEqual([]);
  });

  test('puts a record that was deleted behind the others', async () => {
    const store = await create();
    await store.transaction(async (transaction) => {
      for (const id of ['a', 'b']) await transaction.put('businesses', business(id));
    });
    await store.transaction(async (transaction) => {
      await transaction.delete('businesses', 'a');
      await transaction.put('businesses', business('a'));
    });
    expect(await idsOf(store)).toEqual(['b', 'a']);
  });

  test('has all records of a business at once, with the changes of the transaction', async () => {
    const store = await create();
    const field = (id: string, businessId: string) => ({ id, businessId, name: id });
    await store.transaction(async (transaction) => {
      await transaction.put('customFields', field('one', 'b'));
      await transaction.put('customFields', field('foreign', 'other'));
    });
    await store.transaction(async (transaction) => {
      await transaction.put('customFields', field('two', 'b'));
      const { customFields, persons } = await transaction.listOwned('b');
      expect(customFields.map(({ id }) => id)).toEqual(['one', 'two']);
      expect(persons).toEqual([]);
    });
  });

  describe('has of each endpoint the delivery that is due first', () => {
    const first = async (store: Store, businessId = 'b') => {
      const deliveries = await store.transaction((transaction) => transaction.firstDeliveries(businessId));
      return deliveries.map(({ id }) => id).sort();
    };

    test('by time and, at the same time, by the first put', async () => {
      const store = await create();
      await store.transaction(async (transaction) => {
        await transaction.put('deliveries', delivery('late', { nextAttemptAt: 9 }));
        await transaction.put('deliveries', delivery('second', { nextAttemptAt: 5 }));
        await transaction.put('deliveries', delivery('third', { nextAttemptAt: 5 }));
        await transaction.put('deliveries', delivery('other', { endpointId: 'f', nextAttemptAt: 7 }));
        await transaction.put('deliveries', delivery('foreign', { businessId: 'c' }));
      });
      expect(await first(store)).toEqual(['other', 'second']);
      expect(await first(store, 'c')).toEqual(['foreign']);
      expect(await first(store, 'nobody')).toEqual([]);
    });

    test('until it is finished, is put off or is deleted', async () => {
      const store = await create();
      const put = (record: DeliveryRecord) =>
        store.transaction((transaction) => transaction.put('deliveries', record));
      for (const id of ['a', 'b', 'c']) await put(delivery(id));
      await put(delivery('a', { status: 'delivered' }));
      expect(await first(store)).toEqual(['b']);
      await put(delivery('b', { nextAttemptAt: 5 }));
      expect(await first(store)).toEqual(['c']);
      await store.transaction((transaction) => transaction.delete('deliveries', 'c'));
      expect(await first(store)).toEqual(['b']);
      await put(delivery('a', { nextAttemptAt: 4 }));
      expect(await first(store)).toEqual(['a']);
    });

    test('with the changes of the transaction', async () => {
      const store = await create();
      await store.transaction(async (transaction) => {
        await transaction.put('deliveries', delivery('a', { nextAttemptAt: 1 }));
        await transaction.put('deliveries', delivery('b', { nextAttemptAt: 2 }));
      });
      await store
        .transaction(async (transaction) => {
          await transaction.put('deliveries', delivery('a', { status: 'failed' }));
          expect(await transaction.firstDeliveries('b')).toEqual([delivery('b', { nextAttemptAt: 2 })]);
          await transaction.put('deliveries', delivery('foreign', { businessId: 'c', endpointId: 'f' }));
          expect(await transaction.firstDeliveries('b')).toEqual([delivery('b', { nextAttemptAt: 2 })]);
          await transaction.put('deliveries', delivery('c', { nextAttemptAt: 0 }));
          expect(await transaction.firstDeliveries('b')).toEqual([delivery('c', { nextAttemptAt: 0 })]);
          await transaction.delete('deliveries', 'c');
          await transaction.delete('deliveries', 'b');
          expect(await transaction.firstDeliveries('b')).toEqual([]);
          throw new Error('no');
        })
        .catch(() => {});
      expect(await first(store)).toEqual(['a']);
    });
  });
}
