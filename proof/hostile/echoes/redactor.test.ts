/** Keys in the forms in which a hostile server can echo them. CONFORMANCE_PROOF_RUNS raises the number of cases. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Redactor } from '../../../conformance/engine/redactor.ts';

const numRuns = Number(process.env.CONFORMANCE_PROOF_RUNS ?? 3_000);

const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const each = (text: string, write: (code: string) => string) =>
  [...text].map((letter) => write(letter.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

const lettersOf = (text: string) => text.replace(/[^a-z0-9]/gi, '');

const encodings: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  'other case': (key) => key.toUpperCase(),
  percent: encodeURIComponent,
  'percent, every character': (key) => each(key, (code) => `%${code}`),
  'percent twice': (key) => encodeURIComponent(encodeURIComponent(key)),
  base64,
  'base64, unpadded': (key) => base64(key).replace(/=+$/, ''),
  'base64, URL-safe': (key) => Buffer.from(key).toString('base64url'),
  'base64, one before': (key) => base64(`a${key}b`),
  'base64, two before': (key) => base64(`ab${key}bc`),
  'base64 twice': (key) => base64(base64(key)),
  'base64 twice, URL-safe': (key) =>
    Buffer.from(Buffer.from(key).toString('base64url')).toString('base64url'),
  hex: (key) => Buffer.from(key).toString('hex'),
  'hex, upper case': (key) => Buffer.from(key).toString('hex').toUpperCase(),
  'hex, with colons': (key) => each(key, (code) => `:${code}`).slice(1),
  'JSON escapes': (key) => each(key, (code) => `\\u00${code}`),
  'decimal entities': (key) => [...key].map((letter) => `&#${letter.charCodeAt(0)};`).join(''),
  'hexadecimal entities': (key) => each(key, (code) => `&#x${code};`),
  'named entities': (key) =>
    key.replaceAll('_', '&lowbar;').replaceAll('+', '&plus;').replaceAll('/', '&sol;'),
  'UTF-16': (key) => [...key].join('\0'),
  'UTF-16 in base64': (key) => base64(utf16(key)),
  'UTF-16 in hex': (key) => utf16(key).toString('hex'),
  reversed: (key) => [...key].reverse().join(''),
  'split by spaces': (key) => key.replace(/.{5}/g, '$& '),
  'split by lines': (key) => key.replace(/.{5}/g, '$&\n'),
  'split without width': (key) => [...key].join('\u200b'),
  'quoted-printable': (key) => each(key, (code) => `=${code.toUpperCase()}`).replace(/(.{21})/g, '$1=\r\n'),
  'first 12': (key) => lettersOf(key).slice(0, 12),
  'last 12': (key) => lettersOf(key).slice(-12),
};

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-';
const keys = fc
  .string({ unit: fc.constantFrom(...letters), minLength: 24, maxLength: 64 })
  // Escaped signs at the ends of a key stay; they are neither letters nor digits.
  .filter((key) => /^[a-z0-9].*[a-z0-9]$/i.test(key))
  .filter((key) => lettersOf(key).length >= 20);
const places: readonly ((echo: string) => string)[] = [
  (echo) => echo,
  (echo) => `{"message":"bad key ${echo}","code":401}`,
  (echo) => `<p>${echo}</p>`,
  (echo) => `https://x.example/cb?token=${echo}&page=2`,
  (echo) => `a, ${echo}; b`,
];

it('leaves no 12 letters and digits of a key, whatever a server encodes it with', () => {
  fc.assert(
    fc.property(
      keys,
      fc.constantFrom(...Object.keys(encodings)),
      fc.constantFrom(...places),
      (key, name, place) => {
        const redactor = new Redactor();
        redactor.add(key, 'KEY');
        const echo = encodings[name]?.(key) ?? '';
        const plain = place('');
        const shown = redactor.redact(place(echo));
        expect(shown).toContain('$KEY');
        const left = (text: string) => lettersOf(text).length;
        // The shared letters of Base64 beside the key, and the name that replaces it.
        expect(left(shown) - left(plain)).toBeLessThanOrEqual(11 + 'key'.length);
      },
    ),
    { numRuns },
  );
});

it('replaces the first and the last 12 letters of a key without digits, and keeps the words that it begins with', () => {
  const redactor = new Redactor();
  redactor.add('sk_sandbox_QwErTyUiOpAsDfGhJkLzXcVb', 'KEY');
  redactor.add('platform_sandbox_QzWxEcRvTbYnUmIk', 'OTHER');
  expect(redactor.redact('begins with sksandboxQwE, ends with FGhJkLzXcVb')).toBe(
    'begins with $KEY, ends with FGhJkLzXcVb',
  );
  expect(redactor.redact('ends with dfGhJkLzXcVb')).toBe('ends with $KEY');
  expect(redactor.redact('the platform sandbox and its sandbox')).toBe(
    'the platform sandbox and its sandbox',
  );
});

it('keeps ordinary text beside short and wordy keys', () => {
  const redactor = new Redactor();
  redactor.add('sk_1_ab', 'SHORT');
  redactor.add('platform-conformance-token-7f3a9c21', 'WORDY');
  const text =
    '{"status":"active","note":"the platform conformance token of a sandbox","id":"f81d4fae-7dec-11d0"}';
  expect(redactor.redact(text)).toBe(text);
});
