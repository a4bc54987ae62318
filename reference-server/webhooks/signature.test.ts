import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import vectors from '../../openapi/vectors/webhook-signatures.json' with { type: 'json' };
import { createSecret, sign } from './signature.ts';

const timestamp = Math.floor(Date.now() / 1000);

test.each([
  ['plain', '{"a":1}'],
  ['beyond ASCII', '{"name":"Adaézé 給与"}'],
  ['spaced', '{ "a" :  1 }'],
  ['empty', ''],
])('a %s body verifies with the Standard Webhooks package', (_name, text) => {
  const secret = createSecret();
  const signature = sign(secret, { id: 'evt_1', timestamp, body: Buffer.from(text) });
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  };
  const webhook = new Webhook(secret);
  expect(signature).toBe(webhook.sign('evt_1', new Date(timestamp * 1000), text));
  if (text !== '') expect(webhook.verify(text, headers)).toEqual(JSON.parse(text));
  expect(() => webhook.verify(`${text} `, headers)).toThrow();
});

test('a published example has its published signature', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = Buffer.from('{"test": 2432232314}');
  const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body };
  expect(sign(secret, signed)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test.each(
  vectors.vectors
    // A delivery has one signature, by a secret as the dashboard shows it.
    .filter(
      ({ expect: want, secrets, headers }) =>
        want === 'accept' && secrets[0]?.startsWith('whsec_') && !headers['hook-signature']?.includes(' '),
    )
    .map((vector) => [vector.name, vector] as const),
)('the vector "%s" is signed as it is here', (_name, { headers, secrets, bodyBase64 }) => {
  const body = Buffer.from(bodyBase64, 'base64');
  const signed = { id: headers['hook-id'] ?? '', timestamp: Number(headers['hook-timestamp']), body };
  expect(secrets.map((secret) => sign(secret, signed))).toContain(headers['hook-signature']);
});
