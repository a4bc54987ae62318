import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { isLoopbackUrl } from './receiver-policy.ts';
import { createTransport } from './transport.ts';

test.each([
  ['http://127.0.0.1:9000/hooks', true],
  ['http://127.1:9000/', true],
  ['http://2130706433/', true],
  ['https://localhost/', true],
  ['http://[::1]:9000/', true],
  ['http://[::ffff:127.0.0.1]/', true],
  ['http://10.0.0.1/', false],
  ['http://[::ffff:10.0.0.1]/', false],
  ['http://169.254.169.254/', false],
  ['http://0.0.0.0/', false],
  ['http://localhost.example.com/', false],
  ['http://127.0.0.1.example.com/', false],
  ['ftp://127.0.0.1/', false],
  ['not a url', false],
])('%s', (url, want) => {
  expect(isLoopbackUrl(url)).toBe(want);
});

test('localhost is resolved and reached; an address elsewhere is not tried', async () => {
  const server = createServer((_request, response) => response.writeHead(204).end());
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { send, close } = createTransport(10_000);
  const attempt = (host: string) =>
    send({ method: 'POST', url: `http://${host}:${port}/`, headers: {}, body: '{}' });
  expect(await attempt('localhost')).toBe(204);
  expect(await attempt('192.0.2.1')).toBeUndefined();
  await close();
  await new Promise((resolve) => server.close(resolve));
});
