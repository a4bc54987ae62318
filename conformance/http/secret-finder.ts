/** Finds secrets in messages: by the name of a field, header or parameter, and by their form. */

import bundled from '../../openapi/generated/openapi.json' with { type: 'json' };
import type { FoundSecret } from '../engine/redactor.ts';

/** A name without its separators and in lower case, so that `clientSecret` and `client_secret` are one. */
const plainName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Names with these parts hold secrets wherever they occur. A tenant key is none: it opens nothing without a token. */
const tellingParts =
  /token|secret|passw|passphrase|passcode|authorization|cookie|credential|(?:api|access|private|signing|encryption|master|shared|service|subscription|session)key/;

const tellingEnds =
  /session(?:id)?$|(?:otp|auth|access|verification|security|reset|login|invite|recovery|backup|onetime|mfa|device|activation)code$/;

const tellingNames = new Set([
  'jwt',
  'pin',
  'otp',
  'totp',
  'sid',
  'pwd',
  'pass',
  'cvv',
  'cvc',
  'bearer',
  'assertion',
  'clientassertion',
]);

/** Names that are ordinary in JSON, such as the code of an error, and secret in an address or a form. */
const tellingParameters = new Set([
  'sig',
  'signature',
  'code',
  'key',
  'auth',
  'hmac',
  'xamzsignature',
  'codeverifier',
]);

function isSecretName(name: string): boolean {
  const plain = plainName(name);
  return tellingNames.has(plain) || tellingParts.test(plain) || tellingEnds.test(plain);
}

const isSecretParameter = (name: string) => isSecretName(name) || tellingParameters.has(plainName(name));

/** A shorter value occurs by chance in texts that are not secret, so it is replaced only beside its name. */
const shortest = 8;

let words: ReadonlySet<string> | undefined;

/** Whether a value is a word of the description, such as the status of a token, which must stay readable. */
function isWord(value: string): boolean {
  if (!/^[a-z][a-z_. -]*$/i.test(value)) return false;
  words ??= new Set(JSON.stringify(bundled).match(/[a-z][a-z_.-]{7,}/gi));
  return words.has(value) || /\s/.test(value);
}

/** The forms of secrets that need no name: JWTs (also encrypted ones), private keys and signing secrets of webhooks. */
const ownForms =
  /(?<![\w-])eyJ[\w-]{4,}\.[\w-]{4,}(?:\.[\w-]*){1,3}|-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]+-----END [A-Z ]*PRIVATE KEY-----|whsec_[\w+/=-]{16,}/g;

const fields = /(\\{0,7}")([\w.\- ]{1,64})\1(\s*:\s*)(?:\1([^"\\]*)(?:\1|$)|(\d{3,12})\b)/g;
const parameters = /(?<=[?&#;]|^)([\w.\-[\]%]{1,64})=([^&#\s"'<>;,)\\]+)/g;
const users = /\/\/([^\s/?#@:"]*):([^\s/?#"]+)@/g;

/** How deep addresses and JSON in values are searched. */
const deepest = 4;

function plainText(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return encoded;
  }
}

function* named(value: string, place?: readonly [before: string, after: string]): Generator<FoundSecret> {
  if (value.length >= shortest && !isWord(value)) yield { type: 'value', value };
  else if (place !== undefined && value !== '')
    yield { type: 'place', before: place[0], value, after: place[1] };
}

/** Secrets of their own form, of addresses, and of fields in a text of any kind, also if it is truncated. */
function* inText(text: string, depth = 0): Generator<FoundSecret> {
  if (depth > deepest) return;
  for (const [value] of text.matchAll(ownForms)) {
    yield { type: 'value', value };
    const signature = value.startsWith('eyJ') ? (value.split('.').at(-1) ?? '') : '';
    if (signature.length >= shortest) yield { type: 'value', value: signature };
  }
  for (const [, , password = ''] of text.matchAll(users)) yield* named(plainText(password));
  for (const [whole, name = '', raw = ''] of text.matchAll(parameters)) {
    const value = plainText(raw);
    if (isSecretParameter(plainText(name))) {
      yield* named(value, [whole.slice(0, whole.length - raw.length), '']);
      if (raw !== value) yield* named(raw);
    } else if (/[=:{]/.test(value)) yield* inText(value, depth + 1);
  }
  for (const [, quote = '', name = '', colon = '', value, digits = ''] of text.matchAll(fields)) {
    if (!isSecretName(name)) continue;
    const before = `${quote}${name}${quote}${colon}`;
    if (value !== undefined) yield* named(value, [before + quote, quote]);
    else if (tellingNames.has(plainName(name))) yield { type: 'place', before, value: digits, after: '' };
  }
}

/** Deeper JSON is searched as text only, because a hostile body could exhaust the stack. */
const mostLevels = 100;

/** The texts in a value of JSON, each with whether a name above it is that of a secret. */
function* textsIn(
  value: unknown,
  isSecret = false,
  level = 0,
): Generator<readonly [text: string, isSecret: boolean]> {
  if (level > mostLevels) return;
  if (typeof value === 'string') yield [value, isSecret];
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item, isSecret, level + 1);
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) {
      const isValue = isSecret && name === 'value';
      yield* textsIn(item, isValue || isSecretName(name), level + 1);
    }
}

function parsed(text: string): unknown {
  if (!/^\s*[{["]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* inJson(value: unknown, depth: number): Generator<FoundSecret> {
  if (depth > deepest) return;
  for (const [text, isSecret] of textsIn(value)) {
    if (isSecret) yield* named(text);
    if (!mayHaveSecret(text)) continue;
    yield* inText(text, depth + 1);
    yield* inJson(parsed(text), depth + 1);
  }
}

/** A fast test before the search: most texts have none of these. */
const mayHaveSecret = (text: string) =>
  /token|secret|pass|pwd|key|auth|cookie|credential|session|sid|pin|otp|cv[vc]|code"|jwt|assert|bearer|eyJ|whsec_|PRIVATE|\\u00|[?&#;][^=&]{1,64}=|^[\w.\-[\]%]{1,64}=|:\/\/[^/]*@/i.test(
    text,
  );

function* inCookie(value: string): Generator<FoundSecret> {
  for (const pair of value.split(/;\s*/)) {
    const [name = '', ...rest] = pair.split('=');
    if (/^(path|domain|expires|max-age|samesite)$/i.test(name)) continue;
    yield* named(plainText(rest.join('=')), [`${name}=`, '']);
  }
}

/** The credential of an `Authorization` header, without its scheme; of a basic one also the password. */
function* inAuthorization(value: string): Generator<FoundSecret> {
  const credential = value.replace(/^(?:(?:bearer|basic|token)(?: +|$)|[a-z][\w-]* +(?=\S))/i, '');
  yield* named(credential, [value.slice(0, value.length - credential.length), '']);
  if (!/^basic /i.test(value)) return;
  const [, ...password] = Buffer.from(credential, 'base64').toString().split(':');
  yield* named(password.join(':'));
}

type Headers = Readonly<Record<string, string>>;

function* inHeaders(headers: Headers): Generator<FoundSecret> {
  for (const [name, value] of Object.entries(headers)) {
    if (/cookie$/i.test(name)) yield* inCookie(value);
    if (isSecretName(name)) yield* inAuthorization(value);
    else if (mayHaveSecret(value)) yield* inText(value);
  }
}

/** A request, a response or a webhook, as far as it is known. */
export interface Searched {
  readonly headers: Headers;
  readonly body?: string;
  /** Path and query, or the whole address. */
  readonly path?: string;
}

/**
 * @param json the parsed body, if a caller has it
 * @returns keys, tokens, passwords and codes, some of them more than once
 */
export function* secretsIn({ headers, body, path }: Searched, json = parsed): Generator<FoundSecret> {
  yield* inHeaders(headers);
  if (path !== undefined) yield* inText(path);
  if (body === undefined || !mayHaveSecret(body)) return;
  yield* inText(body);
  yield* inJson(json(body), 0);
}

/** The parts of an address that may be secret: the password, and what its query holds except for words. */
export function secretsInAddress(address: string): readonly string[] {
  const url = URL.parse(address);
  if (url === null) return [];
  const { username, password, search, searchParams } = url;
  const all = [plainText(username), plainText(password), search.slice(1), ...searchParams.values()];
  return all.filter((value) => value.length >= shortest && /\d|.{20}/.test(value));
}
