import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { startScenario } from '../testing/scenario.ts';

/** As short as a test can measure. */
const halfASecond = 0.5 / 86_400;

test('a server removes unused businesses, logs it, and keeps its initial data', async () => {
  const removed: string[] = [];
  await using scenario = await startScenario({
    keptBusinessDays: halfASecond,
    seedData: true,
    observer: { businessRemoved: ({ businessId }) => removed.push(businessId) },
  });
  const { client, control, server } = scenario;
  const { businessId, tenantKey } = await client.ok('createBusiness', {
    body: { idempotencyKey: randomUUID() },
  });
  await control.register('http://127.0.0.1:9/hooks', businessId);
  await client.ok('createPerson', { tenantKey, body: { firstName: 'Adaeze' } });
  await vi.waitFor(() => expect(removed).toEqual([businessId]), { timeout: 600_000 });
  expect((await client.send('listPersons', { tenantKey })).status).toBe(403);
  const { body } = await control.send('GET', '/businesses');
  expect(body).toEqual({
    data: [
      expect.objectContaining(server.businesses.platform),
      expect.objectContaining(server.businesses.org),
    ],
  });
  expect((await client.ok('listPersons')).data?.length).toBeGreaterThan(0);
});
