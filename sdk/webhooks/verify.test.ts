import { expect, test } from 'vitest';
import vectors from '../../openapi/vectors/webhook-signatures.json' with { type: 'json' };
import {
  isEvent,
  sign,
  signedRequest,
  type VerifyOptions,
  verify,
  WebhookError,
  type WebhookErrorCode,
} from './index.ts';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODw==';
const now = new Date('2026-03-31T00:00:00Z');
const timestamp = now.getTime() / 1000;
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const event = {
  eventType: 'payroll.status.updated',
  id: 'evt_1',
  version: '1.0',
  timestamp,
  data: { id: 'p', status: 'completed', tenantKey: 'tk' },
};

/** The code of the error, if the delivery is rejected. */
async function refusalOf(attempt: Promise<unknown>): Promise<WebhookErrorCode | undefined> {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof WebhookError) return error.code;
    throw error;
  }
  return undefined;
}

test.each(vectors.vectors.map((vector) => [vector.name, vector] as const))('%s', async (_name, vector) => {
  const refusal = await refusalOf(
    verify(Buffer.from(vector.bodyBase64, 'base64'), vector.headers, vector.secrets, {
      now: new Date(vector.now * 1000),
      toleranceSeconds: vector.toleranceSeconds,
    }),
  );
  // A vector is about the signature; the body is judged after it.
  const refused = refusal !== undefined && refusal !== 'body-invalid';
  expect(refused ? 'refuse' : 'accept').toBe(vector.expect);
});

test('a signed delivery is verified, as bytes, as an ArrayBuffer and as a request', async () => {
  const headers = await sign(bytes(event), { id: 'evt_1', timestamp, secret });
  const delivery = await verify(bytes(event), headers, secret, { now });
  expect(delivery).toEqual({ id: 'evt_1', sentAt: now, event });
  expect(isEvent(delivery.event, 'payroll.status.updated') && delivery.event.data.status).toBe('completed');
  expect(isEvent(delivery.event, 'payroll.created', 'person.created')).toBe(false);
  expect(await verify(bytes(event).buffer, headers, secret, { now })).toEqual(delivery);
  const request = new Request('http://localhost', { method: 'POST', body: bytes(event), headers });
  expect(await verify(request, secret, { now })).toEqual(delivery);
  await expect(verify(request, secret, { now })).rejects.toThrow(/was read before/);
});

test.each<[where: string, headersOf: (given: Record<string, string>) => Parameters<typeof verify>[1]]>([
  ['fetch', (given) => new Headers(given)],
  ['node:http', (given) => ({ ...given, host: 'localhost', cookie: ['a', 'b'], via: undefined })],
  [
    'a gateway that writes names in capitals',
    (given) => Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toUpperCase(), value])),
  ],
])('headers of %s are read', async (_where, headersOf) => {
  const headers = headersOf(await sign(bytes(event), { id: 'evt_1', timestamp, secret }));
  expect(await verify(bytes(event), headers, secret, { now })).toMatchObject({ id: 'evt_1' });
});

test('a different prefix selects the headers of another provider', async () => {
  const headers = await sign(bytes(event), { id: 'evt_1', timestamp, secret, headerPrefix: 'Acme' });
  const delivery = await verify(bytes(event), headers, secret, { now, headerPrefix: 'acme' });
  expect(delivery.id).toBe('evt_1');
  expect(await refusalOf(verify(bytes(event), headers, secret, { now }))).toBe('headers-missing');
});

test.each<[name: string, body: Uint8Array, want: WebhookErrorCode | undefined]>([
  [
    'an event that nobody has heard of',
    bytes({ eventType: 'moon.risen', id: 'e', data: {}, more: 1 }),
    undefined,
  ],
  ['a list', bytes([event]), 'body-invalid'],
  ['no type', bytes({ id: 'e', data: {} }), 'body-invalid'],
  ['no data', bytes({ id: 'e', eventType: 'a' }), 'body-invalid'],
  ['text', new TextEncoder().encode('hello'), 'body-invalid'],
  ['not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'body-invalid'],
  ['nothing', new Uint8Array(), 'body-invalid'],
])('%s, signed', async (_name, body, want) => {
  const headers = await sign(body, { id: 'evt_1', timestamp, secret });
  expect(await refusalOf(verify(body, headers, secret, { now }))).toBe(want);
});

test('a repeated header is rejected', async () => {
  const signed = await sign(bytes(event), { id: 'evt_1', timestamp, secret });
  const headers = { ...signed, 'Hook-Id': 'evt_2' };
  expect(await refusalOf(verify(bytes(event), headers, secret, { now }))).toBe('headers-missing');
});

test.each<[mistake: string, attempt: () => Promise<unknown>, says: RegExp]>([
  // @ts-expect-error: the output of a body parser
  ['a body that was parsed', () => verify(event, {}, secret), /bytes as received/],
  // @ts-expect-error: text
  ['text', () => verify(JSON.stringify(event), {}, secret), /bytes as received/],
  ['no secret', () => verify(bytes(event), {}, []), /no signing secret/],
  ['an empty secret', () => verify(bytes(event), {}, 'whsec_'), /secret is empty/],
  ['a secret of a length that base64 does not have', () => verify(bytes(event), {}, 'abcde'), /not base64/],
  ['a secret with a line end', () => verify(bytes(event), {}, `${secret}\n`), /not base64/],
])('%s is a mistake of the receiver, said in words', async (_mistake, attempt, says) => {
  await expect(attempt()).rejects.toThrow(TypeError);
  await expect(attempt()).rejects.toThrow(says);
});

test.each<[option: string, options: Record<string, unknown>]>([
  ['toleranceSeconds', { toleranceSeconds: Number.NaN }],
  ['toleranceSeconds', { toleranceSeconds: -1 }],
  ['toleranceSeconds', { toleranceSeconds: '300s' }],
  ['toleranceSeconds', { toleranceSeconds: null }],
  ['now', { now: new Date('yesterday') }],
  ['now', { now: 1_774_915_200 }],
  ['now', { now: null }],
])('an invalid %s is an error, not a way past the time: %o', async (option, options) => {
  const headers = await sign(bytes(event), { id: 'evt_1', timestamp: 1, secret });
  // As plain JavaScript calls it.
  const attempt = verify(bytes(event), headers, secret, options as VerifyOptions);
  await expect(attempt).rejects.toThrow(TypeError);
  await expect(attempt).rejects.toThrow(new RegExp(`^${option} is `));
});

test('an infinite tolerance accepts any time', async () => {
  const headers = await sign(bytes(event), { id: 'evt_1', timestamp: 1, secret });
  const delivery = await verify(bytes(event), headers, secret, {
    toleranceSeconds: Number.POSITIVE_INFINITY,
  });
  expect(delivery.sentAt).toEqual(new Date(1_000));
});

test('a signature needs a time', async () => {
  await expect(sign(bytes(event), { id: 'evt_1', timestamp: Number.NaN, secret })).rejects.toThrow(
    /^timestamp is NaN: give/,
  );
  await expect(signedRequest(event, { secret, now: new Date(Number.NaN) })).rejects.toThrow(/^now is /);
});

test('no error message repeats received values', async () => {
  const headers = { 'hook-id': 'evt', 'hook-timestamp': 'attacker', 'hook-signature': 'attacker' };
  await expect(verify(bytes(event), headers, secret)).rejects.toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('attacker') }),
  );
});
