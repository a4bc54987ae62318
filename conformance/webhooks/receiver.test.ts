import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ScriptedAnswer, WebhookReceiver } from './receiver.ts';

const receiver = new WebhookReceiver();
beforeAll(() => receiver.listen());
afterAll(() => receiver.stop());

function open(answer: ScriptedAnswer) {
  const channel = receiver.open(() => undefined);
  channel.answer = () => answer;
  return channel;
}

const post = (url: string) => fetch(url, { method: 'POST', body: '{}', redirect: 'manual' });

test('answers with a status, headers and a body, at once or slowly', async () => {
  const quick = await post(open({ status: 302, headers: { location: '/elsewhere' } }).url);
  expect([quick.status, quick.headers.get('location')]).toEqual([302, '/elsewhere']);
  const slow = await post(open({ status: 500, body: 'in pieces', slowly: true }).url);
  expect([slow.status, await slow.text()]).toEqual([500, 'in pieces']);
});

test('closes the connection without an answer, which counts as received', async () => {
  const channel = open('close');
  await expect(post(channel.url)).rejects.toThrow();
  expect(channel.deliveries.map(({ answered }) => answered)).toEqual([0]);
});

test('holds a connection open until the channel is closed', async () => {
  const channel = open('hang');
  const received = Promise.withResolvers<void>();
  channel.answer = () => {
    received.resolve();
    return 'hang';
  };
  const answer = post(channel.url).then(
    () => 'answered',
    () => 'closed',
  );
  await received.promise;
  expect(channel.held.size).toBe(1);
  receiver.close(channel);
  expect(await answer).toBe('closed');
});

test('runs an action before the sender gets its response', async () => {
  const channel = open(200);
  const done: string[] = [];
  channel.meanwhile = async ({ body }) => {
    done.push(`read ${body}, ${channel.deliveries.length} answered`);
  };
  await post(channel.url);
  expect(done).toEqual(['read {}, 0 answered']);
});

test('does not make the sender wait for an action that never ends', async () => {
  const channel = open(204);
  channel.meanwhile = () => new Promise(() => {});
  expect((await post(channel.url)).status).toBe(204);
});

describe('messages that no sender of the documented events sends', () => {
  const send = (url: string, body: string | Buffer, method = 'POST') =>
    fetch(url, { method, body, signal: AbortSignal.timeout(10_000) }).then(
      ({ status }) => status,
      () => 'cut off',
    );

  test('a body of more than a megabyte is not read, and the channel reports it', async () => {
    const channel = open(200);
    expect([413, 'cut off']).toContain(await send(channel.url, Buffer.alloc(2 * 1024 * 1024)));
    expect([channel.deliveries.length, channel.flood]).toEqual([0, 'a delivery of more than 1048576 bytes']);
  });

  test('at most four megabytes are kept', async () => {
    const channel = open(200);
    const body = Buffer.alloc(1024 * 1024, ' ');
    const answers: unknown[] = [];
    for (let count = 0; count < 6; count += 1) answers.push(await send(channel.url, body));
    expect(answers).toEqual([200, 200, 200, 200, 429, 429]);
    expect([channel.deliveries.length, channel.flood]).toEqual([4, 'more than 4194304 bytes of deliveries']);
  });

  test('deeply nested JSON is not parsed', async () => {
    const channel = open(200);
    await send(channel.url, '['.repeat(5_000) + ']'.repeat(5_000));
    expect(channel.deliveries.map(({ json }) => json)).toEqual([undefined]);
  });

  test('a request to an unknown address is rejected and counts for no channel', async () => {
    const channel = open(200);
    const guesses = ['/', '/hooks/1', new URL(channel.url).pathname.slice(0, -1), '/hooks/__proto__'];
    const answers = await Promise.all(guesses.map((path) => send(new URL(path, channel.url).href, '{}')));
    expect(answers).toEqual([410, 410, 410, 410]);
    expect([channel.deliveries.length, channel.flood]).toEqual([0, undefined]);
  });

  test('a sender that does not speak HTTP is disconnected, and the next request is served', async () => {
    const channel = open(200);
    const socket = connect(Number(new URL(channel.url).port), '127.0.0.1');
    socket.end('\u0016\u0003\u0001 this is no HTTP\r\n\r\n');
    await once(socket.resume(), 'close');
    expect(await send(channel.url, '{}')).toBe(200);
  });
});

test('reports on every channel that there were too many connections', async () => {
  const crowded = new WebhookReceiver();
  await crowded.listen();
  const channel = crowded.open(() => undefined);
  const { port, hostname } = new URL(channel.url);
  const idle = Array.from({ length: 1_001 }, () => connect(Number(port), hostname).on('error', () => {}));
  await vi.waitFor(() => expect(channel.flood).toBeDefined(), { timeout: 600_000 });
  expect(channel.flood).toBe('deliveries on more than 1000 connections at the same time');
  for (const socket of idle) socket.destroy();
  await crowded.stop();
});

describe('an endpoint that all cases share', () => {
  const shared = new WebhookReceiver({ secret: 'whsec_c2hhcmVkLXNlY3JldA==' });
  beforeAll(() => shared.listen());
  afterAll(() => shared.stop());

  const claimOf = (tenantKey: string | undefined, ...ids: readonly string[]) => ({
    tenantKey,
    knows: (text: unknown) => ids.some((id) => id === text),
  });
  const received = (channel: { readonly deliveries: readonly { readonly body: string }[] }) =>
    channel.deliveries.map(({ body }) => JSON.parse(body).data);

  test('gives each event to the case of its business: by tenant key, else by an id that the case knows', async () => {
    const first = shared.openShared(claimOf('tenant-1', 'person-1'), () => undefined);
    const second = shared.openShared(claimOf('tenant-2', 'person-2'), () => undefined);
    first.answer = () => 503;
    const announce = async (data: object) =>
      (await fetch(first.url, { method: 'POST', body: JSON.stringify({ data }) })).status;
    const own = { id: 'person-1', tenantKey: 'tenant-1' };
    expect(await announce(own)).toBe(503);
    expect(await announce({ id: 'person-2', tenantKey: 'tenant-2' })).toBe(200);
    expect(await announce({ id: 'person-1' })).toBe(503);
    // Of a case that has ended, or of somebody else.
    expect(await announce({ id: 'person-3', tenantKey: 'tenant-3' })).toBe(200);
    expect(received(first)).toEqual([own, { id: 'person-1' }]);
    expect(received(second)).toEqual([{ id: 'person-2', tenantKey: 'tenant-2' }]);
    shared.close(first);
    expect(await announce(own)).toBe(200);
    shared.close(second);
  });

  test('gives what nobody claims to a case that does not know its tenant key', async () => {
    const channel = shared.openShared(claimOf(undefined), () => undefined);
    await fetch(channel.url, {
      method: 'POST',
      body: '{"data": {"id": "x", "tenantKey": "of-the-org-key"}}',
    });
    expect(received(channel)).toEqual([{ id: 'x', tenantKey: 'of-the-org-key' }]);
  });

  test('tells a person who opens its address what it is', async () => {
    const channel = shared.openShared(claimOf('tenant-4'), () => undefined);
    expect(await (await fetch(channel.url)).text()).toMatch(/listens here for webhooks/);
  });
});

test('is reached below another path of a proxy, under the URL that it is given', async () => {
  const behind = new WebhookReceiver({ url: 'https://hooks.example.com/conformance/' });
  await behind.listen();
  const channel = behind.open(() => undefined);
  expect(channel.url).toMatch(/^https:\/\/hooks\.example\.com\/conformance\/hooks\/1-/);
  await behind.stop();
});

test('an address that is in use is an error that names the remedy', async () => {
  const { port } = new URL(receiver.open(() => undefined).url);
  const second = new WebhookReceiver({ listen: { host: '127.0.0.1', port: Number(port) } });
  await expect(second.listen()).rejects.toThrow(/cannot listen on 127\.0\.0\.1:\d+: .*--webhook-listen/);
  await second.stop();
});
