import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { Transport } from './transport.ts';

afterEach(() => vi.restoreAllMocks());

test('a target is shut once it has rejected every request with 429 for too long', async () => {
  const statuses = [429, 429, 200, 429, 429];
  const server = createServer((_request, response) => {
    response.writeHead(statuses.shift() ?? 500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const transport = new Transport(`http://127.0.0.1:${port}`, {
    connections: 1,
    timeoutMillis: 5_000,
    access: 'read-only',
  });
  const { signal } = new AbortController();
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const shut: boolean[] = [];
  for (const millis of [0, 60_000, 70_000, 80_000, 130_000]) {
    now = millis;
    await transport.send({ method: 'GET', path: '/v1/persons', headers: {} }, signal);
    shut.push(transport.isShut);
  }
  // Any other response begins anew.
  expect(shut).toEqual([false, true, false, false, true]);
  await transport.close();
  await server[Symbol.asyncDispose]();
});
