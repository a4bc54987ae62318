/** The handlers behind a real server, given the deliveries of the reference server. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import { expect, test } from 'vitest';
import { createReferenceServer } from '../../src/reference-server.ts';
import { unwrap } from '../client/index.ts';
import {
  createExpressHandler,
  createFetchHandler,
  type IncomingEvent,
  isEvent,
  signedRequest,
  type WebhookError,
  type WebhookHandlerOptions,
} from './index.ts';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODw==';
const event = { eventType: 'payroll.created', id: 'evt_1', data: { id: 'p', tenantKey: 'tk' } };

type Listener = Parameters<typeof createServer>[1];

/** Behaves as a framework with a Fetch interface, which responds to an error with 500. */
const behindFetch = (options: WebhookHandlerOptions): Listener => {
  const handle = createFetchHandler(options);
  return async (request, response) => {
    const body = await buffer(request);
    const headers = new Headers(request.headers as Record<string, string>);
    const answered = await handle(
      new Request('http://localhost/hooks', { method: 'POST', headers, body }),
    ).catch(() => new Response('sorry', { status: 500 }));
    response.writeHead(answered.status).end(await answered.text());
  };
};

const behindExpress =
  (...before: readonly express.RequestHandler[]) =>
  (options: WebhookHandlerOptions): Listener => {
    const app = express();
    app.post('/hooks', ...before, createExpressHandler(options));
    const onError: express.ErrorRequestHandler = (error, _request, response, _next) => {
      response.status(500).send(error.message);
    };
    return app.use(onError);
  };

const servers: readonly [name: string, listenerOf: (options: WebhookHandlerOptions) => Listener][] = [
  ['a Fetch handler', behindFetch],
  ['Express', behindExpress()],
  ['Express behind express.raw()', behindExpress(express.raw({ type: () => true }))],
];

async function listen(listener: Listener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/hooks`, [Symbol.asyncDispose]: close };
}

test.each(servers)(
  '%s takes what the service sends, and again what it failed at',
  async (_name, listenerOf) => {
    await using server = await createReferenceServer();
    const business = await server.createBusiness();
    const seen: IncomingEvent[] = [];
    let given = '';
    await using receiver = await listen((request, response) =>
      listenerOf({
        secret: given,
        // Deliveries are signed by the clock of the business.
        now: async () => {
          const params = { path: { businessId: business.businessId } };
          const clock = await unwrap(server.control.GET('/_control/clocks/{businessId}', { params }));
          return new Date(clock.now * 1000);
        },
        onEvent: (delivered) => {
          seen.push(delivered);
          if (seen.length === 1) throw new Error('The first time fails');
        },
      })?.(request, response),
    );
    given = (await server.deliverTo(receiver.url, business)).secret;
    const body = { firstName: 'Amara', lastName: 'Diallo', email: 'amara@example.com', type: 'EMPLOYEE' };
    await unwrap(server.client(business).POST('/v1/persons', { body }));
    await server.advance(60, business);
    const [first, second, ...others] = seen;
    expect(others).toEqual([]);
    expect(second?.id).toBe(first?.id);
    expect(second && isEvent(second, 'person.created') && second.data.firstName).toBe('Amara');
  },
);

test.each(servers)('%s rejects a forgery and gives the reason', async (_name, listenerOf) => {
  const refused: WebhookError[] = [];
  const seen: IncomingEvent[] = [];
  const options = { secret, onEvent: (each: IncomingEvent) => seen.push(each) };
  await using receiver = await listen(listenerOf({ ...options, onRefused: (error) => refused.push(error) }));
  const post = async (given: Request) => {
    const response = await fetch(given);
    return [response.status, await response.text()];
  };
  const { url } = receiver;
  const other = 'whsec_8PHy8/T19vf4+fr7/P3+/w==';
  const old = new Date(Date.now() - 301_000);
  expect(await post(await signedRequest(event, { url, secret: other }))).toEqual([400, 'signature-wrong']);
  expect(await post(await signedRequest(event, { url, secret, now: old }))).toEqual([
    400,
    'timestamp-too-old',
  ]);
  expect(await post(new Request(url, { method: 'POST' }))).toEqual([400, 'headers-missing']);
  expect(await post(await signedRequest(event, { url, secret: [other, secret] }))).toEqual([204, '']);
  expect(refused.map(({ code }) => code)).toEqual([
    'signature-wrong',
    'timestamp-too-old',
    'headers-missing',
  ]);
  expect(seen).toMatchObject([event]);
});

test('Express after express.json() is an error with a remedy', async () => {
  await using receiver = await listen(behindExpress(express.json())({ secret, onEvent: () => {} }));
  const response = await fetch(await signedRequest(event, { url: receiver.url, secret }));
  expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('express.json()')]);
});

test('Express reads no more than 2 MiB', async () => {
  await using receiver = await listen(behindExpress()({ secret, onEvent: () => {} }));
  const body = new Uint8Array(5 * 1_024 * 1_024);
  const response = await fetch(receiver.url, { method: 'POST', body });
  expect(response.status).toBe(413);
});

test.each([
  ['is empty', '', /^The signing secret is empty/],
  ['is only the prefix', 'whsec_', /^The signing secret is empty/],
  ['is empty beside another', [secret, ''], /^The signing secret is empty/],
  ['is not base64', 'whsec_no secret', /^A signing secret is not base64/],
  ['is absent', [], /^There is no signing secret/],
] as const)('a handler whose secret %s is not created', (_, given, message) => {
  const options = { secret: given, onEvent: () => {} };
  expect(() => createFetchHandler(options)).toThrow(message);
  expect(() => createExpressHandler(options)).toThrow(message);
});
