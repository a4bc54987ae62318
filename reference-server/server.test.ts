import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { allOperations } from '../openapi/description.ts';
import { startReferenceServer } from './server.ts';
import { startScenario } from './testing/scenario.ts';

test('the error for a port in use names the port and the remedy', async () => {
  const first = await startReferenceServer();
  const { port } = new URL(first.url);
  await expect(startReferenceServer({ port: Number(port) })).rejects.toThrow(
    `Failed to listen on port ${port}: stop the process that uses it, or choose another port`,
  );
  await first.close();
  const second = await startReferenceServer({ port: Number(port) });
  await second.close();
});

test('given keys are used, and the other keys are random', async () => {
  await using scenario = await startScenario({ keys: { platformToken: 'mine' } });
  const { keys } = scenario.server;
  expect(keys.platformToken).toBe('mine');
  expect(keys.orgToken.length).toBeGreaterThan(20);
  await scenario.client.ok('listPersons', { token: 'mine' });
});

test('closing does not wait for an idle connection, and can be repeated', async () => {
  const server = await startReferenceServer();
  await (await fetch(server.url)).text();
  const begun = performance.now();
  await Promise.all([server.close(), server.close()]);
  expect(performance.now() - begun).toBeLessThan(1000);
});

test.each([
  ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['localhost', /^http:\/\/localhost:\d+$/],
])('a server that listens on %s names an address that can be called', async (host, want) => {
  await using scenario = await startScenario({ host });
  expect(scenario.server.url).toMatch(want);
  expect((await scenario.control.send('GET', '')).status).toBe(200);
});

test('the control plane is absent unless switched on', async () => {
  await using scenario = await startScenario({ control: false });
  expect((await fetch(`${scenario.server.url}/_control`)).status).toBe(404);
});

test('the control plane describes the server', async () => {
  await using scenario = await startScenario();
  const { keys, businesses, environment } = scenario.server;
  const { status, body } = await scenario.control.send('GET', '');
  expect(status).toBe(200);
  expect(body).toMatchObject({ server: 'workforce-conformance-reference', keys, businesses, environment });
});

const unknown = '0c3d1b52-7f0a-4c7e-9a58-5d0b7a2f61c4';
test.each([
  ['GET', `/clocks/${unknown}`, undefined, 404],
  ['GET', '/clocks/none', undefined, 404],
  ['POST', `/clocks/${unknown}/advance`, { seconds: 0 }, 404],
  ['POST', `/clocks/${unknown}/advance`, { seconds: -1 }, 400],
  ['POST', `/clocks/${unknown}/advance`, { seconds: 1, minutes: 1 }, 400],
  ['POST', '/webhook-endpoints', { url: 'http://10.0.0.1/' }, 400],
  ['POST', '/webhook-endpoints', { url: 'http://127.0.0.1/', businessId: unknown }, 404],
  ['POST', '/webhook-endpoints', {}, 400],
  ['DELETE', `/webhook-endpoints/${unknown}`, undefined, 404],
  ['GET', `/deliveries?businessId=${unknown}`, undefined, 404],
  ['GET', '/deliveries?businessId=none', undefined, 400],
  ['POST', `/deliveries/${unknown}/resend`, undefined, 404],
  ['PUT', '/snapshot', { version: 2, records: {} }, 400],
  ['POST', `/payrolls/${unknown}/settlement`, undefined, 404],
] as const)('control: %s %s %j is answered %i', async (method, path, body, want) => {
  await using scenario = await startScenario();
  expect((await scenario.control.send(method, path, body)).status).toBe(want);
});

test('the first advance stops the clock', async () => {
  await using scenario = await startScenario();
  const { businessId } = scenario.server.businesses.org;
  expect((await scenario.control.send('GET', `/clocks/${businessId}`)).body).toMatchObject({
    mode: 'flowing',
  });
  const { now } = await scenario.control.advance(businessId, 0);
  const [first, second] = await Promise.all([
    scenario.control.advance(businessId, 10),
    scenario.control.advance(businessId, 5),
  ]);
  expect([first.mode, first.now, second.now].sort()).toEqual([now + 10, now + 15, 'stopped'].sort());
});

test('a reset returns to the state after start with the same keys and businesses', async () => {
  await using scenario = await startScenario();
  const { client, control, server } = scenario;
  const { businessId } = server.businesses.platform;
  await control.advance(businessId, 10);
  const created = await client.ok('createBusiness', { body: {} });
  await client.ok('createPerson', { body: {} });
  expect((await control.send('POST', '/reset')).status).toBe(204);
  expect((await client.ok('listPersons')).data).toEqual([]);
  expect((await client.send('listPersons', { tenantKey: created.tenantKey })).status).toBe(403);
  expect((await control.send('GET', `/clocks/${businessId}`)).body).toMatchObject({ mode: 'flowing' });
});

test('closing waits for a delivery in progress', async () => {
  const scenario = await startScenario();
  const held: ServerResponse[] = [];
  const receiver = createServer((_request, response) => held.push(response));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await scenario.control.register(`http://127.0.0.1:${port}/`);
  await scenario.client.ok('createPayroll', { body: {} });
  await expect.poll(() => held.length, { interval: 5 }).toBe(1);
  let closed = false;
  const closing = scenario.server.close().then(() => {
    closed = true;
  });
  // The port is closed first, so a refused connection shows that the server is waiting for the delivery.
  await expect.poll(() => fetch(scenario.server.url).catch(() => 'refused'), { interval: 5 }).toBe('refused');
  expect(closed).toBe(false);
  held[0]?.end();
  await closing;
  await new Promise((resolve) => receiver.close(resolve));
});

describe('a sandbox and a production server', () => {
  test('reject the keys of each other and accept their own', async () => {
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

  test('need different keys', async () => {
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
  test('clocks stand still from the creation of their business and advance only by control', async () => {
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
