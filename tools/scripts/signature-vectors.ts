/**
 * Test vectors for code that verifies webhook signatures, in any language: bytes, headers, secrets, and whether the
 * delivery is valid. Every invalid one is a mistake that receivers make.
 */
import { createHmac } from 'node:crypto';

export interface SignatureVector {
  readonly name: string;
  readonly expect: 'accept' | 'refuse';
  /** The behaviour of a receiver that gets it wrong. */
  readonly trap: string;
  readonly secrets: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body. */
  readonly bodyBase64: string;
  /** Unix seconds at which the delivery arrives. */
  readonly now: number;
  readonly toleranceSeconds: number;
}

const at = 1_774_915_200;
const toleranceSeconds = 300;
const id = 'evt_2f1c7d90';
const bytes = (text: string) => Buffer.from(text, 'utf8');
const plain = bytes(
  `{"eventType":"payroll.status.updated","id":"${id}","version":"1.0","timestamp":${at},"data":{"id":"3a7f9c2e-1d64-4b85-a0e9-8c5b2f7d4e13","status":"scheduled","tenantKey":"tk_marina"}}`,
);
const spaced = bytes(
  `{ "eventType": "person.created",\n  "id": "${id}", "data": { "firstName": "Zoë", "lastName": "李", "tenantKey": "tk_marina" } }\r\n`,
);
const withBom = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain]);
const notUtf8 = Buffer.concat([bytes('{"name":"'), Buffer.from([0xc3, 0x28]), bytes('"}')]);
const reencoded = bytes(JSON.stringify(JSON.parse(spaced.toString('utf8'))));

const key = Buffer.from('00112233445566778899aabbccddeeff0123456789abcdeffedcba9876543210', 'hex');
const otherKey = Buffer.from('fbff'.repeat(16), 'hex');
const secretOf = (bits: Buffer) => `whsec_${bits.toString('base64')}`;
const secret = secretOf(key);
const otherSecret = secretOf(otherKey);

const hmac = (by: Buffer | string, ...parts: readonly (Buffer | string)[]) => {
  const made = createHmac('sha256', by);
  for (const part of parts) made.update(part);
  return made.digest();
};
const signed = (by: Buffer | string, body: Buffer, stamp: number | string = at, message = id) =>
  `v1,${hmac(by, `${message}.${stamp}.`, body).toString('base64')}`;
const headers = (signature: string, stamp: number | string = at, message = id) => ({
  'hook-id': message,
  'hook-timestamp': String(stamp),
  'hook-signature': signature,
});
const without = (name: string) =>
  Object.fromEntries(Object.entries(headers(signed(key, plain))).filter(([header]) => header !== name));
const good = signed(key, plain);
const goodDigest = good.slice(3);

type Given = Partial<Pick<SignatureVector, 'secrets' | 'now' | 'toleranceSeconds'>> & {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
};
type Row = readonly [name: string, trap: string, given: Given];

const accepted: readonly Row[] = [
  ['an event', 'refuses what is sound', { headers: headers(good) }],
  [
    'a body beyond ASCII, with spaces and line ends',
    'parses and writes the body again before it is hashed',
    { headers: headers(signed(key, spaced)), body: spaced },
  ],
  [
    'an empty body',
    'takes an absent body for an absent signature',
    { headers: headers(signed(key, Buffer.alloc(0))), body: Buffer.alloc(0) },
  ],
  [
    'a body that begins with a byte order mark',
    'decodes the body to text, which drops the mark',
    { headers: headers(signed(key, withBom)), body: withBom },
  ],
  [
    'bytes that are not UTF-8',
    'decodes the body to text, which replaces them: the signature is of bytes, what they say is another matter',
    { headers: headers(signed(key, notUtf8)), body: notUtf8 },
  ],
  [
    'a secret without its prefix',
    'cuts off six characters that are not there',
    { headers: headers(good), secrets: [secret.slice('whsec_'.length)] },
  ],
  [
    'a secret with + and / in its base64',
    'reads the secret as base64url or as part of an address',
    { headers: headers(signed(otherKey, plain)), secrets: [otherSecret] },
  ],
  [
    'a published example of Standard Webhooks',
    'follows another scheme',
    {
      headers: headers(
        'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        1_614_265_330,
        'msg_p5jXN8AQM9LWM0D4loKWxJek',
      ),
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      body: bytes('{"test": 2432232314}'),
      now: 1_614_265_330,
    },
  ],
  [
    'two signatures, the second with our secret',
    'looks at the first signature only, and refuses everything while a secret is rotated',
    { headers: headers(`${signed(otherKey, plain)} ${good}`) },
  ],
  [
    'two secrets, the second of which signed',
    'tries the new secret only while deliveries are still signed with the old one',
    { headers: headers(good), secrets: [otherSecret, secret] },
  ],
  [
    'signatures of other versions beside ours',
    'stops at a version that it does not know',
    { headers: headers(`v1a,${goodDigest} v2,AAAA ${good}`) },
  ],
  [
    'an id with dots',
    'splits what was signed at the dots',
    { headers: headers(signed(key, plain, at, 'evt.1.2'), at, 'evt.1.2') },
  ],
  [
    'as old as the tolerance allows',
    'refuses the boundary',
    { headers: headers(good), now: at + toleranceSeconds },
  ],
  [
    'as far ahead as the tolerance allows',
    'refuses the boundary',
    { headers: headers(good), now: at - toleranceSeconds },
  ],
  [
    'a late retry, signed anew',
    'measures the age of the event and not of the attempt',
    { headers: headers(signed(key, plain, at + 149_705), at + 149_705), now: at + 149_706 },
  ],
];

const refused: readonly Row[] = [
  ['another secret', 'compares nothing', { headers: headers(signed(otherKey, plain)) }],
  [
    'another body',
    'does not hash the body',
    { headers: headers(good), body: bytes(plain.toString().replace('scheduled', 'completed')) },
  ],
  [
    'one byte more at the end',
    'trims the body',
    { headers: headers(good), body: Buffer.concat([plain, bytes('\n')]) },
  ],
  [
    'a body that was parsed and written again',
    'hashes what it has parsed',
    { headers: headers(signed(key, reencoded)), body: spaced },
  ],
  [
    'bytes that decode to the same text as those that were signed',
    'hashes decoded text: different bytes then share a signature',
    { headers: headers(signed(key, bytes(notUtf8.toString('utf8')))), body: notUtf8 },
  ],
  [
    'a byte order mark that was not signed',
    'decodes the body to text, which drops the mark',
    { headers: headers(good), body: withBom },
  ],
  [
    'a body where an empty one was signed',
    'skips the check when there is nothing to hash',
    { headers: headers(signed(key, Buffer.alloc(0))) },
  ],
  ['another id', 'leaves the id out of what is signed', { headers: headers(good, at, 'evt_other') }],
  [
    'another timestamp',
    'leaves the timestamp out of what is signed, so that a delivery can be played again',
    { headers: headers(good, at + 1) },
  ],
  [
    'the secret as text, with its prefix',
    'does not decode the secret',
    { headers: headers(signed(secret, plain)) },
  ],
  [
    'the secret as text, without its prefix',
    'does not decode the secret',
    { headers: headers(signed(secret.slice(6), plain)) },
  ],
  [
    'the secret decoded with its prefix',
    'does not cut off the prefix',
    { headers: headers(signed(Buffer.from(secret, 'base64'), plain)) },
  ],
  [
    'a signature of the body alone',
    'leaves out id and timestamp',
    { headers: headers(`v1,${hmac(key, plain).toString('base64')}`) },
  ],
  [
    'a signature of timestamp and body',
    'leaves out the id',
    { headers: headers(`v1,${hmac(key, `${at}.`, plain).toString('base64')}`) },
  ],
  [
    'a digest in hexadecimal',
    'accepts any encoding',
    { headers: headers(`v1,${hmac(key, `${id}.${at}.`, plain).toString('hex')}`) },
  ],
  ['a signature without its version', 'ignores the version', { headers: headers(goodDigest) }],
  ['a version with =', 'ignores the version', { headers: headers(`v1=${goodDigest}`) }],
  ['a version that is not ours', 'ignores the version', { headers: headers(`v2,${goodDigest}`) }],
  [
    'a signature that is cut off',
    'compares as far as the shorter one goes',
    { headers: headers(good.slice(0, 20)) },
  ],
  ['a version without a digest', 'compares as far as the shorter one goes', { headers: headers('v1,') }],
  [
    'a signature in other letters',
    'compares without regard to case',
    { headers: headers(`v1,${goodDigest.toLowerCase()}`) },
  ],
  [
    'signatures joined by a comma',
    'splits at commas',
    { headers: headers(`${signed(otherKey, plain)},${good}`) },
  ],
  ['an empty signature', 'takes empty for absent and absent for fine', { headers: headers('') }],
  ['no signature', 'checks only when there is one', { headers: without('hook-signature') }],
  ['no timestamp', 'checks only when there is one', { headers: without('hook-timestamp') }],
  ['no id', 'hashes the word undefined', { headers: without('hook-id') }],
  [
    'the word undefined for an absent id',
    'hashes the word undefined',
    { headers: { 'hook-timestamp': String(at), 'hook-signature': signed(key, plain, at, 'undefined') } },
  ],
  [
    'a timestamp with trailing garbage',
    'reads digits as far as they go',
    { headers: headers(signed(key, plain, `${at}abc`), `${at}abc`) },
  ],
  [
    'a timestamp with a fraction',
    'reads any number',
    { headers: headers(signed(key, plain, `${at}.0`), `${at}.0`) },
  ],
  [
    'a timestamp in exponent form',
    'reads any number',
    { headers: headers(signed(key, plain, '1.7749152e9'), '1.7749152e9') },
  ],
  [
    'a timestamp that is no number',
    'compares with NaN, which is never too old',
    { headers: headers(signed(key, plain, 'now'), 'now') },
  ],
  [
    'a timestamp below zero',
    'takes the distance for the age',
    { headers: headers(signed(key, plain, -at), -at) },
  ],
  [
    'a timestamp in milliseconds',
    'guesses the unit',
    { headers: headers(signed(key, plain, at * 1000), at * 1000) },
  ],
  [
    'one second too old',
    'has no tolerance, or a wider one',
    { headers: headers(good), now: at + toleranceSeconds + 1 },
  ],
  [
    'one second too far ahead',
    'looks for old ones only',
    { headers: headers(good), now: at - toleranceSeconds - 1 },
  ],
];

const vectorOf =
  (expect: SignatureVector['expect']) =>
  ([name, trap, { body = plain, ...given }]: Row): SignatureVector => ({
    name,
    expect,
    trap,
    secrets: [secret],
    now: at,
    toleranceSeconds,
    ...given,
    bodyBase64: body.toString('base64'),
  });

export const signatureVectors: readonly SignatureVector[] = [
  ...accepted.map(vectorOf('accept')),
  ...refused.map(vectorOf('refuse')),
];
