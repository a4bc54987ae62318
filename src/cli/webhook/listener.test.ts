import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { sign, verify } from '../../../sdk/webhooks/index.ts';
import { type ForwardedDelivery, WebhookListener } from './listener.ts';
import { type PostOutcome, postDelivery } from './post-delivery.ts';

const providerSecret = 'whsec_AAECAwQFBgcICQoLDA0ODw==';
const receiverSecret = 'whsec_8PHy8/T19vf4+fr7/P3+/w==';
/** Written as no JSON.stringify does. */
const body = Buffer.from('{ "eventType":"payroll.created",\n "id":"evt_1", "data":{"name":"Zoë \\u00e9"} }');
const timestamp = Math.floor(Date.now() / 1_000);
const signedWith = async (secret: string) => ({
  'content-type': 'application/json',
  'x-trace': 'abc',
  ...(await sign(body, { id: 'evt_1', timestamp, secret })),
});
const signed = await signedWith(providerSecret);
const forged = await signedWith('whsec_MDEyMzQ1Njc4OWFiY2RlZg==');

interface Taken {
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A receiver that gives these answers, the last of them again and again. */
async function receiverThat(...answers: readonly number[]) {
  const taken: Taken[] = [];
  const server = createServer(async (request, response) => {
    taken.push({ headers: request.headers, body: await buffer(request) });
    const status = answers[Math.min(taken.length, answers.length) - 1] ?? 204;
    response.writeHead(status, { location: '/elsewhere' }).end('so it is');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo as its address.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?a=1`;
  return { url, taken, [Symbol.asyncDispose]: async () => void server.close() };
}

interface Trial {
  readonly forwardTo: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly receiverSecret?: string;
  readonly quickRetries?: number;
  readonly patienceMillis?: number;
  readonly times?: number;
}

async function deliver({ forwardTo, headers = signed, times = 1, quickRetries = 0, ...own }: Trial) {
  const seen: ForwardedDelivery[] = [];
  const onDelivery = (delivery: ForwardedDelivery) => seen.push(delivery);
  const listener = new WebhookListener({ forwardTo, quickRetries, onDelivery, ...own });
  const url = await listener.start();
  listener.expect(providerSecret);
  const outcomes: PostOutcome[] = [];
  for (let time = 0; time < times; time += 1)
    outcomes.push(await postDelivery({ url, body, headers, timeoutMillis: 10_000 }));
  await listener.stop();
  return { seen, statuses: outcomes.map((outcome) => outcome.type === 'answered' && outcome.status) };
}

describe('the listener', () => {
  it('forwards the exact bytes and headers, which a receiver can verify', async () => {
    await using receiver = await receiverThat(204);
    const { seen, statuses } = await deliver({ forwardTo: receiver.url });
    const [first] = receiver.taken;
    expect(first?.body).toEqual(body);
    expect(first?.headers).toMatchObject(signed);
    expect(first?.headers.host).toBe(new URL(receiver.url).host);
    expect(await verify(body, first?.headers ?? {}, providerSecret)).toMatchObject({ id: 'evt_1' });
    expect(statuses).toEqual([204]);
    expect(seen).toMatchObject([{ id: 'evt_1', attempt: 1, tries: 1, verification: { type: 'verified' } }]);
  });

  it.each([200, 302, 400, 503])('returns the status of the receiver: %i', async (status) => {
    await using receiver = await receiverThat(status);
    const { statuses, seen } = await deliver({ forwardTo: receiver.url });
    expect(statuses).toEqual([status]);
    expect(seen).toMatchObject([{ outcome: { type: 'answered', status, text: 'so it is' } }]);
    expect(receiver.taken).toHaveLength(1);
  });

  it('returns 502 if there is no receiver, so that the event is retried', async () => {
    const receiver = await receiverThat(204);
    await receiver[Symbol.asyncDispose]();
    const { statuses, seen } = await deliver({ forwardTo: receiver.url, times: 2 });
    expect(statuses).toEqual([502, 502]);
    expect(seen.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(seen[0]?.outcome).toMatchObject({
      type: 'unanswered',
      reason: expect.stringMatching(/ECONNREFUSED/),
    });
  });

  it('makes the requested number of quick retries', async () => {
    await using receiver = await receiverThat(500, 500, 204);
    const { statuses, seen } = await deliver({ forwardTo: receiver.url, quickRetries: 2 });
    expect(statuses).toEqual([204]);
    expect(seen).toMatchObject([{ attempt: 1, tries: 3 }]);
    expect(new Set(receiver.taken.map(({ headers }) => headers['hook-signature'])).size).toBe(1);
  });

  it('reports to the provider when the quick retries are used up', async () => {
    await using receiver = await receiverThat(500);
    const { statuses } = await deliver({ forwardTo: receiver.url, quickRetries: 1 });
    expect({ statuses, taken: receiver.taken.length }).toEqual({ statuses: [500], taken: 2 });
  });

  it('reports to the provider when a receiver takes too long', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    // A server that listens on a port has an AddressInfo as its address.
    const forwardTo = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { statuses, seen } = await deliver({ forwardTo, patienceMillis: 50, quickRetries: 5 });
    silent.closeAllConnections();
    silent.close();
    expect(statuses).toEqual([502]);
    expect(seen).toMatchObject([
      {
        tries: 1,
        outcome: { type: 'unanswered', reason: expect.stringMatching(/^no response within 0\.0/) },
      },
    ]);
  });

  it('aborts forwarding when it is stopped, and reports it', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    // A server that listens on a port has an AddressInfo as its address.
    const forwardTo = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const seen: ForwardedDelivery[] = [];
    const onDelivery = (delivery: ForwardedDelivery) => seen.push(delivery);
    const listener = new WebhookListener({ forwardTo, quickRetries: 5, onDelivery });
    const url = await listener.start();
    listener.expect(providerSecret);
    const delivered = postDelivery({ url, body, headers: signed, timeoutMillis: 10_000 });
    await once(silent, 'request');
    await listener.stop();
    expect(seen).toMatchObject([{ tries: 1, outcome: { reason: 'stopped before the receiver responded' } }]);
    expect(await delivered).toMatchObject({ type: 'unanswered' });
    silent.closeAllConnections();
    silent.close();
  });

  it('signs with the secret of the receiver if there is one', async () => {
    await using receiver = await receiverThat(204);
    await deliver({ forwardTo: receiver.url, receiverSecret });
    const [first] = receiver.taken;
    expect(await verify(body, first?.headers ?? {}, receiverSecret)).toMatchObject({
      event: { eventType: 'payroll.created' },
    });
    await expect(verify(body, first?.headers ?? {}, providerSecret)).rejects.toThrow();
  });

  it.each([
    ['forged', forged, 'signature-wrong'],
    ['not signed', { 'content-type': 'application/json' }, 'headers-missing'],
  ])('never signs what is %s, and hands it on as it is', async (_, headers, code) => {
    await using receiver = await receiverThat(401);
    const { seen, statuses } = await deliver({ forwardTo: receiver.url, headers, receiverSecret });
    expect(receiver.taken[0]?.headers['hook-signature']).toBe(Reflect.get(headers, 'hook-signature'));
    expect(seen).toMatchObject([{ verification: { type: 'refused', code } }]);
    expect(statuses).toEqual([401]);
  });

  it('verifies with the latest secret', async () => {
    await using receiver = await receiverThat(204);
    const seen: ForwardedDelivery[] = [];
    const onDelivery = (delivery: ForwardedDelivery) => seen.push(delivery);
    const listener = new WebhookListener({ forwardTo: receiver.url, quickRetries: 0, onDelivery });
    const url = await listener.start();
    // Events that arrive before the secret is known wait for it.
    const early = postDelivery({ url, body, headers: signed, timeoutMillis: 10_000 });
    listener.expect(providerSecret);
    await early;
    listener.expect(receiverSecret);
    await postDelivery({ url, body, headers: await signedWith(receiverSecret), timeoutMillis: 10_000 });
    await listener.stop();
    expect(seen.map(({ verification }) => verification.type)).toEqual(['verified', 'verified']);
  });
});
