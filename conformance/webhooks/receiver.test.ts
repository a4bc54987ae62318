import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, WebhookReceiver } from './receiver.ts';

const receiver = new WebhookReceiver();
beforeAll(() => receiver.listen());
afterAll(() => receiver.stop());

function open(answer: Answer) {
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

test('lets something be done before the sender has its answer', async () => {
  const channel = open(200);
  const done: string[] = [];
  channel.meanwhile = async ({ body }) => {
    done.push(`read ${body}, ${channel.deliveries.length} answered`);
  };
  await post(channel.url);
  expect(done).toEqual(['read {}, 0 answered']);
});

test('does not let the sender wait for what takes for ever', async () => {
  const channel = open(204);
  channel.meanwhile = () => new Promise(() => {});
  expect((await post(channel.url)).status).toBe(204);
});
