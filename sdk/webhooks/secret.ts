/** One signing secret, or several while a new one takes over from an old one. */
export type Secrets = string | readonly string[];

const prefix = 'whsec_';

function keyOf(secret: string): Uint8Array {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  // Buffer.from leaves out what is not base64, and would quietly make another key of it.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) {
    throw new TypeError(
      'A signing secret is not base64: give it as the dashboard shows it, with or without whsec_ and without spaces',
    );
  }
  return Buffer.from(encoded, 'base64');
}

/**
 * The keys that secrets stand for: the decoded part after `whsec_`.
 *
 * @throws TypeError when there is none, or one is not base64; the secret itself is not in the message
 */
export function keysOf(secrets: Secrets): readonly Uint8Array[] {
  const all = typeof secrets === 'string' ? [secrets] : secrets;
  if (all.length === 0) throw new TypeError('There is no signing secret: give at least one');
  return all.map(keyOf);
}
