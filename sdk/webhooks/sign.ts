import { keysOf, type Secrets, type SigningKey, toBase64 } from './secret.ts';

export interface Signable {
  /** Unique per message; retries carry it again. */
  readonly id: string;
  /** Unix seconds of this attempt. */
  readonly timestamp: number;
  readonly secret: Secrets;
  /** @defaultValue `hook` */
  readonly headerPrefix?: string;
}

/** HMAC-SHA256 of each key over the bytes of `id.timestamp.body`. */
export function digestsOf(
  keys: readonly SigningKey[],
  id: string,
  timestamp: string,
  rawBody: Uint8Array,
): Promise<readonly Uint8Array[]> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + rawBody.length);
  signed.set(head);
  signed.set(rawBody, head.length);
  return Promise.all(keys.map(async (key) => new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))));
}

/**
 * The headers of a signed delivery, for tests of a receiver (section "Webhook authentication"). With several secrets
 * there is a signature of each, as while a secret is rotated.
 *
 * @throws TypeError when a secret is not base64 or the timestamp is not a whole number
 */
export async function sign(
  rawBody: Uint8Array,
  { id, timestamp, secret, headerPrefix = 'hook' }: Signable,
): Promise<Record<string, string>> {
  if (!Number.isSafeInteger(timestamp))
    throw new TypeError(`timestamp is ${timestamp}: give Unix seconds as a whole number`);
  const digests = await digestsOf(await keysOf(secret), id, String(timestamp), rawBody);
  return {
    [`${headerPrefix}-id`]: id,
    [`${headerPrefix}-timestamp`]: String(timestamp),
    [`${headerPrefix}-signature`]: digests.map((digest) => `v1,${toBase64(digest)}`).join(' '),
  };
}
