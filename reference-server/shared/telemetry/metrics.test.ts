import { expect, test } from 'vitest';
import { allOperations } from '../../../openapi/description.ts';
import { startScenario } from '../../testing/scenario.ts';
import { createMetrics } from './metrics.ts';

async function measured() {
  const metrics = createMetrics({ environment: 'sandbox' });
  const scenario = await startScenario({ metrics, observer: metrics });
  return {
    scenario,
    /** The values of the samples of a metric by their labels. */
    async samples(name: string): Promise<Record<string, number>> {
      const text = await (await fetch(`${scenario.server.url}/_metrics`)).text();
      const found = [...text.matchAll(/^(\w+)\{(.*?)\} (\S+)$/gm)].filter(([, metric]) => metric === name);
      return Object.fromEntries(found.map(([, , labels = '', value]) => [labels, Number(value)]));
    },
    [Symbol.asyncDispose]: () => scenario.close(),
  };
}

test('requests are counted by operation and status, whatever their paths', async () => {
  await using server = await measured();
  const { scenario, samples } = server;
  await scenario.client.ok('listPersons');
  await scenario.client.send('listPersons', { token: 'wrong' });
  for (let count = 0; count < 50; count += 1)
    await fetch(`${scenario.server.url}/v1/nothing/${count}?${count}`);
  await expect
    .poll(() => samples('conformance_requests_total'), { interval: 5 })
    .toMatchObject({
      'operation="listPersons",status="200",environment="sandbox"': 1,
      'operation="listPersons",status="401",environment="sandbox"': 1,
      'operation="none",status="404",environment="sandbox"': 50,
    });
  const durations = await samples('conformance_request_duration_seconds_count');
  expect(durations['environment="sandbox",operation="listPersons"']).toBe(2);
  const operations = Object.keys(durations).map((labels) => /operation="(.*?)"/.exec(labels)?.[1]);
  const known = [...allOperations.map(({ id }) => id as string), 'none', 'metrics'];
  expect(operations.filter((name = '') => !known.includes(name))).toEqual([]);
});

test('deliveries are counted by outcome, and outstanding deliveries are measured', async () => {
  await using server = await measured();
  const { scenario, samples } = server;
  const { businessId } = scenario.server.businesses.platform;
  const events = await scenario.watch();
  await scenario.client.ok('createPerson', { body: {} });
  await events();
  // No server listens there.
  await scenario.control.register('http://127.0.0.1:1/', businessId);
  await scenario.client.ok('createPerson', { body: {} });
  await scenario.control.advance(businessId, 0);
  expect(await samples('conformance_delivery_attempts_total')).toEqual({
    'outcome="acknowledged",environment="sandbox"': 2,
    'outcome="unreachable",environment="sandbox"': 1,
  });
  expect(await samples('conformance_deliveries_total')).toEqual({
    'status="delivered",environment="sandbox"': 2,
  });
  expect(await samples('conformance_outbox_deliveries')).toEqual({
    'state="due",environment="sandbox"': 0,
    'state="scheduled",environment="sandbox"': 1,
  });
});

test('a metric that cannot be read is NaN, and the other metrics remain', async () => {
  const metrics = createMetrics();
  metrics.watchOutbox(() => Promise.reject(new Error('The state is away')));
  const text = await metrics.text();
  expect(text).toMatch(/^conformance_outbox_overdue_seconds nan$/im);
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
});

test('metrics include the event loop and the process, with labels', async () => {
  await using server = await measured();
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
    expect(Object.keys(await server.samples(name))).toEqual(['environment="sandbox"']);
});

test('metrics require the key, and are off by default', async () => {
  const metrics = createMetrics();
  await using locked = await startScenario({ metrics, observer: metrics, controlKey: 'a key of sixteen' });
  expect((await fetch(`${locked.server.url}/_metrics`)).status).toBe(401);
  const authorization = 'Bearer a-key-of-sixteen';
  expect((await fetch(`${locked.server.url}/_metrics`, { headers: { authorization } })).status).toBe(401);
  await using without = await startScenario();
  expect((await fetch(`${without.server.url}/_metrics`)).status).toBe(404);
});
