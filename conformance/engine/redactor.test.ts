import { expect, it } from 'vitest';
import { Redactor } from './redactor.ts';

const key = 'sk_live+a/9=Long';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const jsonEscapes = (text: string) =>
  [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

it.each([
  ['every occurrence', { A: 'sk_1' }, 'sk_1 and sk_1', '$A and $A'],
  ['of two that begin alike, the whole of each', { A: 'sk_1', B: 'sk_12' }, 'sk_12 sk_1', '$B $A'],
  ['one with what a replacement takes for a sign', { A: "$&'" }, "x$&'y", 'x$Ay'],
  ['nothing where there is no secret', { A: '' }, 'plain', 'plain'],
  ['one with the slashes of JSON escaped', { A: key }, `{"a":"${key.replaceAll('/', '\\/')}"}`, '{"a":"$A"}'],
  ['one that JSON escapes', { A: key }, `{"a":"${jsonEscapes(key)}"}`, '{"a":"$A"}'],
  ['one with quotes, as JSON has them', { A: 'sk"se"cret' }, '{"a":"sk\\"se\\"cret"}', '{"a":"$A"}'],
  ['one in a URL', { A: key }, `/x?t=${encodeURIComponent(key)}&u=%20`, '/x?t=$A&u= '],
  ['one of which a URL escapes more than it must', { A: key }, '/%73k_live+a/9=%4Cong', '/$A'],
  ['one in Base64', { A: key }, base64(key).replace(/=+$/, ''), '$A'],
  ['one in hexadecimal', { A: key }, Buffer.from(key).toString('hex'), '$A'],
  [
    'what a cut left of one',
    { A: key },
    `x${key.slice(0, 12)}… (30000 characters)`,
    'x$A… (30000 characters)',
  ],
  ['what a cut left of a short one', { A: 'sk_12' }, 'xsk_1…', 'x$A…'],
  ['no escapes where they hide nothing', { A: key }, '{"a":"\\u0041\\/%41"}', '{"a":"\\u0041\\/%41"}'],
  ['no few letters that a cut left', { A: key }, 'a sk_l…', 'a sk_l…'],
])('replaces %s', (_, secrets, text, shown) => {
  const redactor = new Redactor();
  for (const [name, value] of Object.entries(secrets)) redactor.add(value, name);
  expect(redactor.redact(text)).toBe(shown);
});

it.each(['Bearer ', 'user:', 'id:'])(
  'leaves of one in the Base64 of what begins with "%s" no part to decode',
  (before) => {
    const redactor = new Redactor();
    redactor.add(key, 'A');
    const shown = redactor.redact(`Basic ${base64(`${before}${key}:x`)}`);
    expect(shown).toContain('$A');
    const rest = shown.split(/Basic |\$A/).map((part) => Buffer.from(part, 'base64').toString());
    expect(rest.some((part) => key.includes(part.slice(-3)) && part.length > 8)).toBe(false);
  },
);
