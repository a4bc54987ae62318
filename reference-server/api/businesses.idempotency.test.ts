import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scenario, startScenario } from '../testing/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.server.close());

const create = (idempotencyKey?: string) =>
  scenario.client.ok('createBusiness', { body: idempotencyKey === undefined ? {} : { idempotencyKey } });

test('requests with one key that arrive together create one business', async () => {
  const created = await Promise.all(Array.from({ length: 20 }, () => create('together')));
  expect(new Set(created.map(({ businessId }) => businessId)).size).toBe(1);
  expect(new Set(created.map(({ tenantKey }) => tenantKey)).size).toBe(1);
});

test('requests with different keys or none create different businesses', async () => {
  const created = [
    await create('one'),
    await create('two'),
    await create(''),
    await create(),
    await create(),
  ];
  expect(new Set(created.map(({ businessId }) => businessId)).size).toBe(5);
  expect(await create('one')).toEqual(created[0]);
});
