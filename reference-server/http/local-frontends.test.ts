import { expect, test } from 'vitest';
import { startScenario } from '../testing/scenario.ts';
import { isLocalOrigin } from './local-frontends.ts';

test.each([
  ['http://localhost:5173', true],
  ['http://localhost', true],
  ['https://localhost:8443', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://shop.localhost:5173', true],
  ['https://a.b.localhost', true],
  ['http://evillocalhost', false],
  ['ftp://shop.localhost', false],
  ['http://localhost.example.com', false],
  ['http://example.com', false],
  ['http://10.0.0.1:3000', false],
  ['http://localhost:5173/path', false],
  ['http://user@localhost:5173', false],
  ['file://', false],
  ['null', false],
  ['', false],
  [undefined, false],
])('%s may call the service: %s', (origin, want) => {
  expect(isLocalOrigin(origin)).toBe(want);
});

const preflight = {
  'access-control-request-method': 'PUT',
  // Monitoring scripts add headers of their own.
  'access-control-request-headers': 'authorization,traceparent,baggage,x-requested-with',
};

test('a preflight from a local page needs no token', async () => {
  await using scenario = await startScenario();
  const { url } = scenario.server;
  const origin = 'http://localhost:5173';
  const { status, headers } = await fetch(`${url}/v1/persons`, {
    method: 'OPTIONS',
    headers: { origin, ...preflight },
  });
  expect(status).toBe(204);
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  expect(headers.get('access-control-allow-methods')).toBe('GET,POST,HEAD');
  expect(headers.get('access-control-allow-headers')).toBe(
    'authorization,traceparent,baggage,x-requested-with',
  );
});

test('a local page may read responses, also errors', async () => {
  await using scenario = await startScenario();
  const origin = 'http://127.0.0.1:3000';
  const { status, headers } = await fetch(`${scenario.server.url}/v1/persons`, { headers: { origin } });
  expect(status).toBe(401);
  expect(headers.get('access-control-allow-origin')).toBe(origin);
});

test.each([
  ['/v1/persons', 'https://example.com'],
  ['/_control', 'http://localhost:5173'],
])('%s is not for pages of %s', async (path, origin) => {
  await using scenario = await startScenario();
  for (const method of ['OPTIONS', 'GET']) {
    const { headers } = await fetch(scenario.server.url + path, {
      method,
      headers: { origin, ...preflight },
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});
