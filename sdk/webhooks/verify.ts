import { timingSafeEqual } from 'node:crypto';
import { WebhookError } from './error.ts';
import { type IncomingEvent, isIncomingEvent } from './event.ts';
import { type HeaderSource, readHeaders } from './headers.ts';
import { keysOf, type Secrets } from './secret.ts';
import { digest } from './sign.ts';

export interface VerifyOptions {
  /**
   * How far the time of the attempt may be from now, in seconds. Every attempt is signed anew, so late retries pass.
   *
   * @defaultValue 300
   */
  readonly toleranceSeconds?: number;
  /** @defaultValue the time of the call */
  readonly now?: Date;
  /**
   * What the delivery provider puts before `-id`, `-timestamp` and `-signature`. The document shows a neutral `hook`.
   *
   * @defaultValue `hook`
   */
  readonly headerPrefix?: string;
}

/** A delivery that may be believed. */
export interface Delivery {
  /** The id of the message, the same on every attempt. */
  readonly id: string;
  /** When this attempt was signed. */
  readonly sentAt: Date;
  readonly event: IncomingEvent;
}

function checkTime(timestamp: string, now: Date, toleranceSeconds: number): Date {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookError('timestamp-invalid', 'The timestamp is not a whole number of seconds');
  }
  const sentAt = new Date(Number(timestamp) * 1000);
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookError('timestamp-too-old', `The attempt was signed ${ageSeconds} seconds ago`);
  }
  if (-ageSeconds > toleranceSeconds) {
    throw new WebhookError('timestamp-too-new', `The attempt was signed ${-ageSeconds} seconds ahead of now`);
  }
  return sentAt;
}

/** The digests of a header such as `v1,abc= v1,def=`; what is of another version is not for us to judge by. */
function digestsIn(signature: string): readonly Buffer[] {
  return signature
    .split(' ')
    .filter((part) => /^v1,[A-Za-z0-9+/]{43}=$/.test(part))
    .map((part) => Buffer.from(part.slice(3), 'base64'));
}

function parseEvent(rawBody: Uint8Array): IncomingEvent {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
  } catch (cause) {
    throw new WebhookError('body-invalid', 'The body is not JSON in UTF-8', { cause });
  }
  if (isIncomingEvent(body)) return body;
  throw new WebhookError('body-invalid', 'The body has no eventType, id and data');
}

/**
 * Verifies a delivery and reads its event (section "Webhook authentication"). The document says HMAC-SHA256 and leaves
 * the encoding to the delivery provider; this is the Standard Webhooks scheme. Nothing of the body is read before its
 * signature holds.
 *
 * Deduplicate by `event.id`: deliveries come again for {@link retryHorizonSeconds}, also after one that you answered too
 * late, and in any order.
 *
 * @param rawBody the bytes as received, before anything parsed them: `express.raw({ type: 'application/json' })`, or
 *   `new Uint8Array(await request.arrayBuffer())`
 * @param secret of the endpoint; several while it is rotated
 * @throws WebhookError when the delivery must not be believed; its `code` says why
 * @throws TypeError when the body is not bytes or a secret is not base64: a mistake of the receiver
 */
export function verify(
  rawBody: Uint8Array,
  headers: HeaderSource,
  secret: Secrets,
  { toleranceSeconds = 300, now = new Date(), headerPrefix = 'hook' }: VerifyOptions = {},
): Delivery {
  if (!(rawBody instanceof Uint8Array)) {
    throw new TypeError(
      'The body must be the bytes as received: text or JSON that was parsed cannot be verified. In Express use express.raw()',
    );
  }
  const keys = keysOf(secret);
  const { id, timestamp, signature } = readHeaders(headers, headerPrefix);
  const sentAt = checkTime(timestamp, now, toleranceSeconds);
  const candidates = digestsIn(signature);
  const holds = keys
    .map((key) => digest(key, id, timestamp, rawBody))
    .some((expected) => candidates.some((candidate) => timingSafeEqual(candidate, expected)));
  if (!holds) {
    throw new WebhookError('signature-wrong', 'No signature was made over these bytes with this secret');
  }
  return { id, sentAt, event: parseEvent(rawBody) };
}
