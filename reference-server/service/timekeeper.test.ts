import { afterEach, expect, test, vi } from 'vitest';
import { startScenario } from '../testing/scenario.ts';

afterEach(() => vi.restoreAllMocks());

test('a timer with a past due time is set to now', async () => {
  const delays: number[] = [];
  const { setTimeout: set } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, millis = 0) => {
    delays.push(millis);
    return set(run, Math.max(0, millis));
  }) as typeof setTimeout);
  // Between two looks at the clock more time passes than anything takes.
  let passed = 0;
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    passed += 10_000;
    return now.call(performance) + passed;
  });
  await using scenario = await startScenario();
  const { url, keys } = scenario.server;
  const endpoint = { url: 'http://127.0.0.1:9/hooks' };
  await scenario.control.send('POST', '/webhook-endpoints', endpoint);
  const body = { firstName: 'Ada', lastName: 'Li', email: 'ada@example.com', type: 'EMPLOYEE' };
  const headers = { authorization: `Bearer ${keys.platformToken}`, 'content-type': 'application/json' };
  const created = await fetch(`${url}/v1/persons`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(created.status).toBe(201);
  await expect.poll(() => delays.length).toBeGreaterThan(0);
  await new Promise((resolve) => set(resolve, 100));
  expect(delays.filter((millis) => millis < 0)).toEqual([]);
});
