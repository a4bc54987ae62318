import { once } from 'node:events';
import http from 'node:http';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scenario, startScenario } from '../testing/scenario.ts';

test.each([
  ['GET', { host: 'evil.example.com' }, 403],
  ['GET', { host: '10.0.0.1' }, 403],
  ['GET', { host: 'localhost.example.com' }, 403],
  ['GET', { host: 'localhost#.evil.example' }, 403],
  ['GET', { host: 'localhost/.evil.example' }, 403],
  ['GET', { host: 'evil.example@localhost' }, 403],
  ['GET', { host: 'localhost' }, 200],
  ['GET', { host: 'localhost:4010' }, 200],
  ['GET', { host: '127.0.0.1:1' }, 200],
  ['GET', { host: '[::1]:4010' }, 200],
  // A link from another site leads to the page, but that site cannot read the response.
  ['GET', { 'sec-fetch-site': 'cross-site' }, 200],
  ['POST', {}, 204],
  // A webhook of this server, or of another one.
  ['POST', { 'hook-signature': 'v1,x' }, 403],
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

test.each([
  ['evil.example.com', 403],
  ['localhost@evil.example', 403],
  ['localhost', 200],
  ['127.0.0.1:4010', 200],
])('a target that names the server %s counts as its Host: %i', async (named, want) => {
  await using scenario = await startScenario();
  const { hostname, port } = new URL(scenario.server.url);
  const path = `http://${named}/_control`;
  const outgoing = http.request({ hostname, port, path, headers: { host: 'localhost' } }).end();
  const [response] = (await once(outgoing, 'response')) as [http.IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(want);
});

test('the server is no receiver of its own webhooks, and one that it has anyway gets nothing', async () => {
  await using scenario = await startScenario();
  const { control, server } = scenario;
  const url = `${server.url}/_control/reset`;
  expect(await control.send('POST', '/webhook-endpoints', { url })).toMatchObject({
    status: 400,
    body: { params: { url: 'must not be this server itself' } },
  });
  const { records } = (await control.send('GET', '/snapshot')).body as { records: object };
  const endpoints = [{ id: 'mine', url, secret: 'whsec_AAECAwQFBgcICQoLDA0ODw==' }];
  expect(
    (await control.send('PUT', '/snapshot', { version: 1, records: { ...records, endpoints } })).status,
  ).toBe(204);
  await scenario.client.ok('createPerson', { body: {} });
  const deliveries = async () => (await control.send('GET', '/deliveries')).body;
  await expect.poll(deliveries).toMatchObject({
    data: [{ endpointId: 'mine', attempts: [{ outcome: expect.not.stringMatching('acknowledged') }] }],
  });
  expect((await scenario.client.ok('listPersons')).data).toHaveLength(1);
});

test('an unknown path of the control plane is not found, and has the same guard', async () => {
  await using scenario = await startScenario();
  expect((await scenario.control.send('GET', '/nothing')).status).toBe(404);
  const response = await request(`${scenario.server.url}/_control/nothing`, {
    headers: { host: 'example.com' },
  });
  await response.body.dump();
  expect(response.statusCode).toBe(403);
});

const controlKey = 'a-key-of-the-control-plane';
let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario({ controlKey });
});
afterAll(() => scenario.close());

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

test.each<[authorization: string | undefined, want: number]>([
  [undefined, 401],
  ['', 401],
  ['Bearer', 401],
  ['Bearer wrong', 401],
  [`Bearer ${controlKey}x`, 401],
  [`Bearer ${controlKey.slice(0, -1)}`, 401],
  [controlKey, 401],
  [`Token ${controlKey}`, 401],
  [basic(controlKey), 401],
  [basic(`${controlKey}:`), 401],
  [basic('anybody:wrong'), 401],
  ['Basic !', 401],
  [`Bearer ${controlKey}`, 200],
  [`bearer ${controlKey}`, 200],
  [basic(`anybody:${controlKey}`), 200],
  [basic(`:${controlKey}`), 200],
])('the control plane answers Authorization: %j with %i', async (authorization, want) => {
  for (const path of ['/_control', '/_control/businesses', '/_control/requests']) {
    const response = await request(scenario.server.url + path, {
      headers: { ...(authorization !== undefined && { authorization }) },
    });
    const text = await response.body.text();
    expect(response.statusCode).toBe(want);
    if (want === 200) continue;
    expect(response.headers['www-authenticate']).toBe('Basic realm="control plane"');
    expect(text).not.toContain(scenario.server.keys.platformToken);
  }
});

test('the control plane rejects tokens of the service, and the service rejects the control key', async () => {
  const { keys, url } = scenario.server;
  for (const token of Object.values(keys)) {
    const { status } = await fetch(`${url}/_control`, { headers: { authorization: `Bearer ${token}` } });
    expect(status).toBe(401);
  }
  expect((await scenario.client.send('listPersons', { token: controlKey })).status).toBe(401);
});

test.each([
  [{ origin: 'https://sandbox.example.com' }, 204],
  [{ origin: 'http://sandbox.example.com', 'sec-fetch-site': 'same-origin' }, 204],
  [{ origin: 'https://evil.example.com' }, 403],
  [{ origin: 'null' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{}, 204],
])('a browser that shows the key from a page with %j is answered %i', async (headers, want) => {
  const response = await request(`${scenario.server.url}/_control/reset`, {
    method: 'POST',
    headers: { ...headers, host: 'sandbox.example.com', authorization: basic(`me:${controlKey}`) },
  });
  await response.body.dump();
  expect(response.statusCode).toBe(want);
});
