/** One signing secret, or several during a rotation. */
export type Secrets = string | readonly string[];

/** Not by its name, which is not a type everywhere. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const prefix = 'whsec_';

/** @throws DOMException when the text is not base64 */
export const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

export const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

function bytesOf(secret: string): Uint8Array<ArrayBuffer> {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  if (encoded === '')
    throw new TypeError('The signing secret is empty: is the environment variable that holds it set?');
  try {
    // atob ignores spaces.
    if (/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return fromBase64(encoded);
  } catch {
    // A length that base64 cannot have is the same mistake.
  }
  throw new TypeError(
    'A signing secret is not base64: give it as the dashboard shows it, with or without whsec_ and without spaces',
  );
}

/**
 * The decoded parts of secrets after `whsec_`.
 *
 * @throws TypeError when there is none, or one is empty or not base64; the secret itself is not in the message
 */
export function secretBytesOf(secrets: Secrets): readonly Uint8Array<ArrayBuffer>[] {
  const all = typeof secrets === 'string' ? [secrets] : secrets;
  if (all.length === 0) throw new TypeError('There is no signing secret: give at least one');
  return all.map(bytesOf);
}

/**
 * The keys of secrets.
 *
 * @throws TypeError as {@link secretBytesOf}
 */
export async function keysOf(secrets: Secrets): Promise<readonly SigningKey[]> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return Promise.all(
    secretBytesOf(secrets).map((bytes) => crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])),
  );
}
