import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { isLoopbackHost, isLoopbackUrl, ReceiverEntryError, receiverPolicy } from './receiver-policy.ts';
import { createTransport } from './transport.ts';

/** Addresses that webhooks must never reach unless the operator lists them. */
const inside = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.0.1',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a00:1',
  '2001:db8::1',
  '2002:a00:1::',
  '2001::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  'nonsense',
];

const url = (host: string) => `https://${host}/hooks`;

/** The host of a URL with an address, unless URLs cannot have it. */
const ofAddress = (address: string) =>
  [address.includes(':') ? `[${address}]` : address].filter((host) => URL.canParse(url(host)));

describe('with public in the list', () => {
  const policy = receiverPolicy(['public']);

  test.each(inside)('%s is not reached, under any name', (address) => {
    for (const host of ['hooks.example.com', 'localhost', ...ofAddress(address)])
      expect(policy.mayConnect(new URL(url(host)), address)).toBe(false);
  });

  test.each(['93.184.216.34', '2606:2800:220:1::1', '::ffff:93.184.216.34'])('%s is', (address) => {
    for (const host of ['hooks.example.com', ...ofAddress(address)])
      expect(policy.mayConnect(new URL(url(host)), address)).toBe(true);
  });
});

test.each<[list: readonly string[] | undefined, url: string, want: boolean]>([
  [undefined, url('localhost:9000'), true],
  [undefined, url('127.0.0.1'), true],
  [undefined, url('[::1]:9000'), true],
  [undefined, url('[::ffff:127.0.0.1]'), true],
  [undefined, url('2130706433'), true],
  [undefined, url('0x7f.1'), true],
  [undefined, url('localhost.example.com'), false],
  [undefined, url('10.0.0.1'), false],
  [undefined, url('0.0.0.0'), false],
  [undefined, url('[::]'), false],
  [undefined, 'ftp://127.0.0.1/', false],
  [undefined, 'nonsense', false],
  [['hooks.example.com'], url('hooks.example.com'), true],
  [['hooks.example.com'], url('HOOKS.example.com.'), true],
  [['hooks.example.com'], url('evil-hooks.example.com'), false],
  [['hooks.example.com'], url('localhost'), false],
  [['hooks.example.com'], url('127.0.0.1'), false],
  [['*.example.com'], url('a.b.example.com'), true],
  [['*.example.com'], url('example.com'), false],
  [['*.example.com'], url('notexample.com'), false],
  [['10.1.0.0/16'], url('10.1.255.255'), true],
  [['10.1.0.0/16'], url('[::ffff:10.1.0.1]'), true],
  [['10.1.0.0/16'], url('10.2.0.1'), false],
  [['10.1.0.0/16'], url('hooks.internal'), false],
  [['10.1.0.7'], url('10.1.0.7'), true],
  [['10.1.0.7'], url('10.1.0.8'), false],
  [['fd00::/8'], url('[fd00::7]'), true],
  [['[::1]'], url('[::1]'), true],
  [['public'], url('hooks.example.com'), true],
  [['public'], url('10.0.0.1'), false],
  [[], url('127.0.0.1'), false],
])('with %j, %s can be registered: %s', (list, address, want) => {
  expect(receiverPolicy(list).objectionTo(address) === undefined).toBe(want);
});

test('a name that resolves to an internal address is reached only if its network is listed too', () => {
  expect(receiverPolicy(['hooks.internal']).mayConnect(new URL(url('hooks.internal')), '10.1.0.7')).toBe(
    false,
  );
  const both = receiverPolicy(['hooks.internal', '10.1.0.0/16']);
  expect(both.mayConnect(new URL(url('hooks.internal')), '10.1.0.7')).toBe(true);
  expect(both.mayConnect(new URL(url('hooks.internal')), '10.2.0.7')).toBe(false);
  expect(both.mayConnect(new URL(url('other.internal')), '10.1.0.7')).toBe(false);
});

test.each([
  'http://localhost:4010/_control/reset',
  'http://127.0.0.1:4010/',
  'http://127.8.9.10:4010/',
  'http://[::1]:4010/',
  'http://[::ffff:127.0.0.1]:4010/',
  'http://0.0.0.0:4010/',
  'http://[::]:4010/',
  'http://2130706433:4010/',
])('the server itself is no receiver, whatever the list says: %s', (address) => {
  const policy = receiverPolicy(['public', 'localhost', '0.0.0.0/0', '::/0'], () => 4010);
  expect(policy.objectionTo(address)).toBe('must not be this server itself');
  expect(policy.objectionTo(address.replace('4010', '4011'))).toBeUndefined();
});

test('a name that resolves to the server itself is not connected to', () => {
  const policy = receiverPolicy(['hooks.example.com', '127.0.0.0/8'], () => 443);
  const to = new URL(url('hooks.example.com'));
  expect(policy.mayConnect(to, '127.0.0.1')).toBe(false);
  to.port = '444';
  expect(policy.mayConnect(to, '127.0.0.1')).toBe(true);
});

test('every address of this machine is its own', () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const policy = receiverPolicy(['0.0.0.0/0', '::/0'], () => 443);
  for (const host of own.flatMap(({ address }) => ofAddress(address)))
    expect(policy.objectionTo(url(host))).toBe('must not be this server itself');
});

test.each([
  ['localhost', true],
  ['LOCALHOST:4010', true],
  ['127.0.0.1', true],
  ['[::1]:4010', true],
  ['', false],
  ['localhost#.evil.example', false],
  ['localhost?.evil.example', false],
  ['localhost/.evil.example', false],
  ['localhost\\.evil.example', false],
  ['evil.example@localhost', false],
  ['localhost:4010@evil.example', false],
  ['localhost, evil.example', false],
  ['localhost\t', false],
  ['loc\talhost', false],
])('the Host header "%s" names this machine: %s', (host, want) => {
  expect(isLoopbackHost(host)).toBe(want);
});

test.each([
  '',
  '10.1.0.256',
  '10.0.0.0/33',
  '10.0.0.0/',
  'a b',
  'http://example.com',
  '*',
  '-a',
  'fd00::/129',
])('"%s" is no entry, and the message says what is', (entry) => {
  expect(() => receiverPolicy([entry])).toThrow(ReceiverEntryError);
  expect(() => receiverPolicy([entry])).toThrow(/name a host .*, an address or a network/);
});

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
