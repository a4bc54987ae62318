import { expect, test } from 'vitest';
import vectors from '../../openapi/vectors/webhook-signatures.json' with { type: 'json' };
import { isEvent, sign, verify, WebhookError, type WebhookErrorCode } from './index.ts';

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

/** Its code, where the delivery is refused. */
function refusalOf(attempt: () => unknown): WebhookErrorCode | undefined {
  try {
    attempt();
  } catch (error) {
    if (error instanceof WebhookError) return error.code;
    throw error;
  }
  return undefined;
}

test.each(vectors.vectors.map((vector) => [vector.name, vector] as const))('%s', (_name, vector) => {
  const refusal = refusalOf(() =>
    verify(Buffer.from(vector.bodyBase64, 'base64'), vector.headers, vector.secrets, {
      now: new Date(vector.now * 1000),
      toleranceSeconds: vector.toleranceSeconds,
    }),
  );
  // A vector is about the signature; what the bytes say is judged after it.
  const refused = refusal !== undefined && refusal !== 'body-invalid';
  expect(refused ? 'refuse' : 'accept').toBe(vector.expect);
});

test('what is signed is believed, and says what happened', () => {
  const delivery = verify(bytes(event), sign(bytes(event), { id: 'evt_1', timestamp, secret }), secret, {
    now,
  });
  expect(delivery).toEqual({ id: 'evt_1', sentAt: now, event });
  expect(isEvent(delivery.event, 'payroll.status.updated') && delivery.event.data.status).toBe('completed');
  expect(isEvent(delivery.event, 'payroll.created', 'person.created')).toBe(false);
});

test.each<[where: string, headersOf: (given: Record<string, string>) => Parameters<typeof verify>[1]]>([
  ['fetch', (given) => new Headers(given)],
  ['node:http', (given) => ({ ...given, host: 'localhost', cookie: ['a', 'b'], via: undefined })],
  [
    'a gateway that writes names in capitals',
    (given) => Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toUpperCase(), value])),
  ],
])('headers of %s are read', (_where, headersOf) => {
  const headers = headersOf(sign(bytes(event), { id: 'evt_1', timestamp, secret }));
  expect(verify(bytes(event), headers, secret, { now }).id).toBe('evt_1');
});

test('another prefix is that of another provider', () => {
  const headers = sign(bytes(event), { id: 'evt_1', timestamp, secret, headerPrefix: 'Acme' });
  expect(verify(bytes(event), headers, secret, { now, headerPrefix: 'acme' }).id).toBe('evt_1');
  expect(refusalOf(() => verify(bytes(event), headers, secret, { now }))).toBe('headers-missing');
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
])('%s, signed', (_name, body, want) => {
  const headers = sign(body, { id: 'evt_1', timestamp, secret });
  expect(refusalOf(() => verify(body, headers, secret, { now }))).toBe(want);
});

test('a header that is there twice is not chosen from', () => {
  const headers = { ...sign(bytes(event), { id: 'evt_1', timestamp, secret }), 'Hook-Id': 'evt_2' };
  expect(refusalOf(() => verify(bytes(event), headers, secret, { now }))).toBe('headers-missing');
});

test.each<[mistake: string, attempt: () => unknown, says: RegExp]>([
  // @ts-expect-error: what a body parser leaves behind
  ['a body that was parsed', () => verify(event, {}, secret), /bytes as received/],
  // @ts-expect-error: text
  ['text', () => verify(JSON.stringify(event), {}, secret), /bytes as received/],
  ['no secret', () => verify(bytes(event), {}, []), /no signing secret/],
  ['an empty secret', () => verify(bytes(event), {}, 'whsec_'), /not base64/],
  ['a secret with a line end', () => verify(bytes(event), {}, `${secret}\n`), /not base64/],
])('%s is a mistake of the receiver, said in words', (_mistake, attempt, says) => {
  expect(attempt).toThrow(TypeError);
  expect(attempt).toThrow(says);
});

test('no refusal repeats what was received', () => {
  const headers = { 'hook-id': 'evt', 'hook-timestamp': 'attacker', 'hook-signature': 'attacker' };
  expect(() => verify(bytes(event), headers, secret)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('attacker') }),
  );
});
