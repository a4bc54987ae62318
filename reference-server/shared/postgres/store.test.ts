import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../tools/testing/postgres.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { StateFile } from '../../store/state-file.ts';
import { describeStore } from '../../store/store.suite.ts';
import type { Store } from '../../store/store.ts';
import { openSharedStore } from '../open-shared-store.ts';
import { describeRetention } from '../retention.suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'store-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

const describeAll: typeof describeStore = (name, create) => {
  describeStore(name, create);
  describeRetention(name, create);
};

describeAll('memory', () => new MemoryStore());
describeAll('file', () => {
  files += 1;
  return new MemoryStore(new StateFile(join(folder, `${files}.db`)));
});

let postgres: RunningPostgres;
const opened: Store[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await Promise.all(opened.map((store) => store.close()));
  await postgres.stop();
});

describeAll('Postgres', async () => {
  const { store, started } = await openSharedStore('sandbox', {}, postgres.newState(), 10);
  await started?.();
  opened.push(store);
  return store;
});

test('returns the same list object until something changes', async () => {
  const store = new MemoryStore();
  const list = () => store.transaction((transaction) => transaction.list('businesses', { tenantKey: 'k' }));
  await store.transaction((transaction) =>
    transaction.put('businesses', { id: 'a', tenantKey: 'k', kind: 'created' }),
  );
  const before = await list();
  await store.transaction((transaction) =>
    transaction.put('businesses', { id: 'b', tenantKey: 'other', kind: 'created' }),
  );
  expect(await list()).toBe(before);
  await store.transaction((transaction) =>
    transaction.put('businesses', { id: 'c', tenantKey: 'k', kind: 'created' }),
  );
  expect(before.map(({ id }) => id)).toEqual(['a']);
  expect((await list()).map(({ id }) => id)).toEqual(['a', 'c']);
});
