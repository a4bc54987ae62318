import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../tools/testing/postgres.ts';
import { describeRetention } from '../service/retention.suite.ts';
import { MemoryStore } from './memory-store.ts';
import { openStore } from './open-store.ts';
import { StateFile } from './state-file.ts';
import { describeStore } from './store.suite.ts';
import type { Store } from './store.ts';

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
  const { store, started } = await openStore('sandbox', {}, postgres.newState());
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
