import { request } from 'undici';
import { expect, test } from 'vitest';
import { startScenario } from '../testing/scenario.ts';

test.each([
  ['GET', { host: 'evil.example.com' }, 403],
  ['GET', { host: '10.0.0.1' }, 403],
  ['GET', { host: 'localhost.example.com' }, 403],
  ['GET', { host: 'localhost' }, 200],
  ['GET', { host: 'localhost:4010' }, 200],
  ['GET', { host: '127.0.0.1:1' }, 200],
  ['GET', { host: '[::1]:4010' }, 200],
  // A link from elsewhere leads to the page; what it answers cannot be read there.
  ['GET', { 'sec-fetch-site': 'cross-site' }, 200],
  ['POST', {}, 204],
  ['POST', { 'sec-fetch-site': 'same-origin' }, 204],
  ['POST', { host: 'localhost:4010', origin: 'http://localhost:4010' }, 204],
  ['POST', { 'sec-fetch-site': 'cross-site' }, 403],
  ['POST', { 'sec-fetch-site': 'same-site' }, 403],
  ['POST', { origin: 'http://example.com' }, 403],
  ['POST', { origin: 'null' }, 403],
  ['POST', { host: 'localhost:4010', origin: 'http://localhost:4011' }, 403],
  ['POST', { host: 'evil.example.com', origin: 'http://evil.example.com' }, 403],
] as const)('control: %s with %j is answered %i', async (method, headers, want) => {
  await using scenario = await startScenario();
  const path = method === 'GET' ? '/_control' : '/_control/reset';
  const response = await request(scenario.server.url + path, { method, headers });
  await response.body.dump();
  expect(response.statusCode).toBe(want);
});

test.each([
  [{}, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'none' }, 403],
  [{ 'sec-fetch-site': 'same-origin' }, 303],
])('a form with %j is answered %i', async (headers, want) => {
  await using scenario = await startScenario();
  const response = await request(`${scenario.server.url}/_control/page/reset`, { method: 'POST', headers });
  await response.body.dump();
  expect(response.statusCode).toBe(want);
});

test('what the control plane does not have is not found, behind the same guard', async () => {
  await using scenario = await startScenario();
  expect((await scenario.control.send('GET', '/nothing')).status).toBe(404);
  const response = await request(`${scenario.server.url}/_control/nothing`, {
    headers: { host: 'example.com' },
  });
  await response.body.dump();
  expect(response.statusCode).toBe(403);
});
