import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { allOperations } from '../openapi/description.ts';
import { startReferenceServer } from './server.ts';
import { startScenario } from './testing/scenario.ts';

describe('a sandbox and a production server', () => {
  test('refuse the keys of each other and take their own', async () => {
    const [sandboxKey, productionKey] = ['key_of_the_sandbox', 'key_of_production'] as const;
    await using sandbox = await startScenario({
      keys: { platformToken: sandboxKey, otherEnvironmentToken: productionKey },
    });
    await using production = await startScenario({
      environment: 'production',
      keys: { platformToken: productionKey, otherEnvironmentToken: sandboxKey },
    });
    for (const [{ client }, own, foreign] of [
      [sandbox, sandboxKey, productionKey],
      [production, productionKey, sandboxKey],
    ] as const) {
      await client.ok('listPersons', { token: own });
      expect(await client.send('listPersons', { token: foreign })).toEqual({
        status: 401,
        body: { code: 'unauthorized', message: 'The API key belongs to the other environment' },
      });
    }
  });

  test('need keys that differ', async () => {
    const keys = { platformToken: 'same', otherEnvironmentToken: 'same' };
    await expect(startReferenceServer({ keys })).rejects.toThrow('give different platform, org and other');
  });
});

const sandboxOnly = allOperations.filter(({ path }) => path.startsWith('/v1/sandbox/'));
test.each(sandboxOnly.map(({ id, method, path }) => [id, method.toUpperCase(), path]))(
  'production does not have %s, whoever asks',
  async (_id, method, path) => {
    await using production = await startScenario({ environment: 'production' });
    const { url, keys } = production.server;
    for (const token of [keys.platformToken, 'unknown']) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(url + path.replace(/\{\w+\}/, randomUUID()), { method, headers });
      expect(response.status).toBe(404);
    }
  },
);

describe('in manual mode', () => {
  test('clocks stand from the creation of their business, and flow on only when moved', async () => {
    await using scenario = await startScenario({ mode: 'manual' });
    const { client, control, server } = scenario;
    const clockOf = async (businessId: string) => (await control.send('GET', `/clocks/${businessId}`)).body;
    const systemNow = Math.floor(Date.now() / 1000);
    const { businessId } = await client.ok('createBusiness', { body: {} });
    for (const id of [businessId, server.businesses.platform.businessId, server.businesses.org.businessId]) {
      const clock = (await clockOf(id)) as { now: number; mode: string };
      expect(clock.mode).toBe('stopped');
      expect(Math.abs(clock.now - systemNow)).toBeLessThan(60);
      expect(await control.advance(id, 5)).toEqual({ now: clock.now + 5, mode: 'stopped' });
    }
    await control.send('POST', '/reset');
    expect(await clockOf(server.businesses.org.businessId)).toMatchObject({ mode: 'stopped' });
  });
});
