import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operation, responseFor } from '../../openapi/description.ts';
import { validate } from '../../openapi/validate.ts';
import { type Refusal, unauthorized } from '../state/refusal.ts';
import { type Scenario, startScenario } from '../testing/scenario.ts';
import { createRateLimits, mostFailedControlKeys } from './rate-limits.ts';

let scenario: Scenario;
beforeEach(async () => {
  scenario = await startScenario({ requestsPerMinute: 3 });
});
afterEach(async () => {
  vi.useRealTimers();
  await scenario.close();
});

const call = (token: string) =>
  fetch(`${scenario.server.url}/v1/persons`, { headers: { authorization: `Bearer ${token}` } });

async function statuses(count: number, token: string): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) all.push((await call(token)).status);
  return all;
}

test('each key has its own limit per minute, and every response shows the rest', async () => {
  const { platformToken, orgToken } = scenario.server.keys;
  const first = await call(platformToken);
  expect(first.headers.get('ratelimit-policy')).toBe('"key";q=3;w=60');
  expect(first.headers.get('ratelimit')).toBe('"key";r=2;t=60');
  expect(first.headers.get('retry-after')).toBeNull();
  expect(await statuses(3, platformToken)).toEqual([200, 200, 429]);
  expect(await statuses(4, orgToken)).toEqual([200, 200, 200, 429]);
});

test('a request beyond the limit is rejected with the error object and Retry-After, and changes nothing', async () => {
  const { platformToken } = scenario.server.keys;
  await statuses(3, platformToken);
  const response = await fetch(`${scenario.server.url}/v1/persons`, {
    method: 'POST',
    headers: { authorization: `Bearer ${platformToken}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const body = await response.json();
  expect([response.status, body]).toEqual([
    429,
    { code: 'rate_limited', message: expect.stringMatching(/^Too many .* try again in \d+ seconds$/) },
  ]);
  expect(validate(responseFor(operation('createPerson'), 400)?.schema ?? {}, body)).toEqual([]);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(response.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
});

test('a forbidden request counts, too', async () => {
  const headers = {
    authorization: `Bearer ${scenario.server.keys.orgToken}`,
    'x-multitenantkey': 'tk_guess',
  };
  const guess = async () => (await fetch(`${scenario.server.url}/v1/persons`, { headers })).status;
  expect([await guess(), await guess(), await guess(), await guess()]).toEqual([403, 403, 403, 429]);
});

test('wrong keys from one address are blocked, and valid keys still work', async () => {
  expect(await statuses(1, 'guess-1')).toEqual([401]);
  expect(await statuses(1, 'guess-2')).toEqual([401]);
  expect((await fetch(`${scenario.server.url}/v1/persons`)).status).toBe(401);
  const refused = await call('guess-4');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('ratelimit-policy')).toBe('"failed-authentications";q=3;w=60');
  expect((await call(scenario.server.keys.orgToken)).status).toBe(200);
});

test('after too many wrong control keys from one address, even the right key is rejected', async () => {
  const controlKey = 'a-key-of-the-control-plane';
  await using guarded = await startScenario({ controlKey });
  const show = (key: string, path = '/_control/businesses') =>
    fetch(guarded.server.url + path, { headers: { authorization: `Bearer ${key}` } });
  const before = await Promise.all(
    Array.from({ length: mostFailedControlKeys }, (_, index) => show(`${index}`)),
  );
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set([401]));
  const refused = await show(controlKey);
  expect([refused.status, await refused.json()]).toEqual([
    429,
    {
      code: 'rate_limited',
      message: expect.stringMatching(/^Too many requests with a wrong key from this address; try/),
    },
  ]);
  expect(refused.headers.get('ratelimit-policy')).toBe(
    `"failed-control-keys";q=${mostFailedControlKeys};w=60`,
  );
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  // A caller without a key guesses nothing, and is still served.
  expect((await fetch(`${guarded.server.url}/_control/businesses`)).status).toBe(401);
  expect((await guarded.client.send('listPersons')).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect((await show(controlKey)).status).toBe(200);
});

test('wrong keys are limited even without a configured limit', async () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const limits = createRateLimits(undefined, 5);
  const statusesOf = async (remoteAddress: string, count: number) => {
    const request = new IncomingMessage(new Socket());
    Object.defineProperty(request.socket, 'remoteAddress', { value: remoteAddress });
    const fail = () => limits.around(request, response, () => Promise.reject(unauthorized('no')));
    const all = new Set<unknown>();
    for (let index = 0; index < count; index += 1)
      all.add(await fail().catch((error: Refusal) => error.status));
    return [...all];
  };
  expect(await statusesOf('2001:db8:1:2:3::4', 5)).toEqual([401]);
  // The whole network of an IPv6 address is one caller; other addresses are others.
  expect(await statusesOf('2001:db8:1:2:ffff::1', 1)).toEqual([429]);
  expect(await statusesOf('2001:db8:1:3::4', 1)).toEqual([401]);
  expect(await statusesOf('192.0.2.1', 1)).toEqual([401]);
});

test('the limit is reset after a minute', async () => {
  const { platformToken } = scenario.server.keys;
  expect(await statuses(4, platformToken)).toEqual([200, 200, 200, 429]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect(await statuses(1, platformToken)).toEqual([200]);
});

test('without a limit, responses have no rate-limit headers', async () => {
  await using unlimited = await startScenario();
  const { url, keys } = unlimited.server;
  const { headers } = await fetch(`${url}/v1/persons`, {
    headers: { authorization: `Bearer ${keys.platformToken}` },
  });
  expect(headers.get('ratelimit')).toBeNull();
});
