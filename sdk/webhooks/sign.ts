import { createHmac } from 'node:crypto';
import { keysOf, type Secrets } from './secret.ts';

export interface Signable {
  /** Unique per message; retries carry it again. */
  readonly id: string;
  /** Unix seconds of this attempt. */
  readonly timestamp: number;
  readonly secret: Secrets;
  /** @defaultValue `hook` */
  readonly headerPrefix?: string;
}

/** HMAC-SHA256 over the bytes of `id.timestamp.body`. */
export function digest(key: Uint8Array, id: string, timestamp: string, rawBody: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest();
}

/**
 * The headers of a signed delivery, for tests of a receiver (section "Webhook authentication"). With several secrets
 * there is a signature of each, as while a secret is rotated.
 *
 * @throws TypeError when a secret is not base64
 */
export function sign(
  rawBody: Uint8Array,
  { id, timestamp, secret, headerPrefix = 'hook' }: Signable,
): Record<string, string> {
  const signatures = keysOf(secret).map(
    (key) => `v1,${digest(key, id, String(timestamp), rawBody).toString('base64')}`,
  );
  return {
    [`${headerPrefix}-id`]: id,
    [`${headerPrefix}-timestamp`]: String(timestamp),
    [`${headerPrefix}-signature`]: signatures.join(' '),
  };
}
