import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import vectors from '../../openapi/vectors/webhook-signatures.json' with { type: 'json' };
import { isMadeWith, type SignatureScheme, verifySignature } from './signature.ts';

const key = Buffer.from('a signing key of some length');
const secret = `whsec_${key.toString('base64')}`;
const rawBody = Buffer.from('{"eventType":"payroll.created","data":{"name":"Zoë 李"}}');
const message = { id: 'evt_1', timestamp: '1774915200', rawBody };
const hmac = (secretKey: Buffer | string, content: string) => createHmac('sha256', secretKey).update(content);
const body = rawBody.toString('utf8');

test.each<[name: string, signature: string, secret: string, want: SignatureScheme | undefined]>([
  [
    'the standardwebhooks package',
    new Webhook(secret).sign('evt_1', new Date(1_774_915_200_000), body),
    secret,
    'standard-webhooks',
  ],
  [
    'a rotated key among others',
    `v1,${'A'.repeat(43)}= ${new Webhook(secret).sign('evt_1', new Date(1_774_915_200_000), body)}`,
    secret,
    'standard-webhooks',
  ],
  ['hexadecimal of the body', hmac('plain', body).digest('hex'), 'plain', 'body'],
  ['sha256= and hexadecimal of the body', `sha256=${hmac('plain', body).digest('hex')}`, 'plain', 'body'],
  ['base64 of the body', hmac('plain', body).digest('base64'), 'plain', 'body'],
  [
    't= and v1= over timestamp and body',
    `t=1774915200,v1=${hmac('plain', `1774915200.${body}`).digest('hex')}`,
    'plain',
    'timestamped-body',
  ],
  ['another key', hmac('other', body).digest('base64'), 'plain', undefined],
  ['another body', hmac('plain', `${body} `).digest('base64'), 'plain', undefined],
  ['nothing', '', 'plain', undefined],
])('a signature by %s', (_name, signature, given, want) => {
  expect(verifySignature({ ...message, signature }, given)).toBe(want);
});

test.each(
  vectors.vectors
    .filter(({ expect: want }) => want === 'accept')
    .map((vector) => [vector.name, vector] as const),
)('the vector "%s" is of the scheme of Standard Webhooks', (_name, { headers, secrets, bodyBase64 }) => {
  const signed = {
    id: headers['hook-id'] ?? '',
    timestamp: headers['hook-timestamp'] ?? '',
    signature: headers['hook-signature'] ?? '',
    rawBody: Buffer.from(bodyBase64, 'base64'),
  };
  expect(secrets.map((one) => verifySignature(signed, one))).toContain('standard-webhooks');
});

test.each([
  ['nothing but the timestamp', hmac('plain', '1774915200.').digest('hex'), true],
  [
    'the same JSON in another form',
    hmac('plain', JSON.stringify(JSON.parse(body), undefined, 2)).digest('hex'),
    true,
  ],
  ['the delivery, with another key', hmac('other', body).digest('hex'), false],
])('a signature of %s tells whether the secret is the right one', (_, signature, isRight) => {
  expect(isMadeWith({ ...message, signature }, 'plain')).toBe(isRight);
});
