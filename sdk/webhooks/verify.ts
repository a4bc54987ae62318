import { WebhookError } from './error.ts';
import { type IncomingEvent, isIncomingEvent } from './event.ts';
import { type HeaderSource, readHeaders } from './headers.ts';
import { fromBase64, keysOf, type Secrets } from './secret.ts';
import { digestsOf } from './sign.ts';

export interface VerifyOptions {
  /**
   * How far the time of the attempt may be from now, in seconds. Every attempt is signed anew, so late retries pass.
   * `Infinity` accepts any time, which lets anybody repeat a recorded delivery: only for recorded deliveries in tests.
   *
   * @defaultValue 300
   */
  readonly toleranceSeconds?: number;
  /** @defaultValue the time of the call */
  readonly now?: Date;
  /**
   * The prefix that the delivery provider puts before `-id`, `-timestamp` and `-signature`. The document shows a
   * neutral `hook`.
   *
   * @defaultValue `hook`
   */
  readonly headerPrefix?: string;
}

/** A verified delivery. */
export interface Delivery {
  /** The id of the message, the same on every attempt. */
  readonly id: string;
  /** When this attempt was signed. */
  readonly sentAt: Date;
  readonly event: IncomingEvent;
}

/** Settings often come from the environment, and comparing with what is not a number would let every time pass. */
function checkOptions(toleranceSeconds: unknown, now: unknown): void {
  if (typeof toleranceSeconds !== 'number' || !(toleranceSeconds >= 0))
    throw new TypeError(
      `toleranceSeconds is ${String(toleranceSeconds)}: give a number of seconds, 0 or more, such as 300`,
    );
  // Not instanceof: tests often run in another realm with other classes.
  if (Object.prototype.toString.call(now) !== '[object Date]' || Number.isNaN(Number(now)))
    throw new TypeError(`now is ${String(now)}: give a valid Date, such as new Date()`);
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

/** The digests of a header such as `v1,abc= v1,def=`; a part of another version is ignored. */
const digestsIn = (signature: string): readonly Uint8Array[] =>
  signature
    .split(' ')
    .filter((part) => /^v1,[A-Za-z0-9+/]{43}=$/.test(part))
    .map((part) => fromBase64(part.slice(3)));

/** In a time that does not depend on where they differ. */
const areEqual = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length &&
  left.reduce((found, byte, at) => found | (byte ^ (right[at] ?? 0)), 0) === 0;

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

function bytesOf(body: unknown): Uint8Array {
  // Not instanceof: tests often run in another realm with other classes.
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]')
    return new Uint8Array(body as ArrayBuffer);
  throw new TypeError(
    'The body must be the bytes as received: text or JSON that was parsed cannot be verified. In Express register the route before express.json()',
  );
}

async function verifyBytes(
  rawBody: unknown,
  headers: HeaderSource,
  secret: Secrets,
  { toleranceSeconds = 300, now = new Date(), headerPrefix = 'hook' }: VerifyOptions,
): Promise<Delivery> {
  checkOptions(toleranceSeconds, now);
  const bytes = bytesOf(rawBody);
  const keys = await keysOf(secret);
  const { id, timestamp, signature } = readHeaders(headers, headerPrefix);
  const sentAt = checkTime(timestamp, now, toleranceSeconds);
  const candidates = digestsIn(signature);
  const expected = await digestsOf(keys, id, timestamp, bytes);
  if (!expected.some((digest) => candidates.some((candidate) => areEqual(candidate, digest)))) {
    throw new WebhookError('signature-wrong', 'No signature was made over these bytes with this secret');
  }
  return { id, sentAt, event: parseEvent(bytes) };
}

/**
 * Verifies a delivery and reads its event (section "Webhook authentication"). The document says HMAC-SHA256 and leaves
 * the encoding to the delivery provider; this is the Standard Webhooks scheme. Nothing of the body is read before its
 * signature is verified.
 *
 * Deduplicate by `event.id`: deliveries are repeated for {@link retryHorizonSeconds}, also after an acknowledgement that
 * came too late, and arrive in any order.
 *
 * @param request of a Fetch handler, whose body has not been read yet
 * @param secret of the endpoint; several while it is rotated
 * @throws WebhookError when the delivery must not be trusted; its `code` says why
 * @throws TypeError when the body is not bytes, a secret is not base64, or an option is invalid: a mistake of the receiver
 */
export function verify(request: Request, secret: Secrets, options?: VerifyOptions): Promise<Delivery>;
/**
 * The same, of what has been read already.
 *
 * @param rawBody the bytes as received, before anything parsed them
 * @param secret of the endpoint; several while it is rotated
 */
export function verify(
  rawBody: Uint8Array | ArrayBuffer,
  headers: HeaderSource,
  secret: Secrets,
  options?: VerifyOptions,
): Promise<Delivery>;
export async function verify(...given: OfRequest | OfBytes): Promise<Delivery> {
  if (!isOfRequest(given)) {
    const [rawBody, headers, secret, options = {}] = given;
    return verifyBytes(rawBody, headers, secret, options);
  }
  const [request, secret, options = {}] = given;
  if (request.bodyUsed) {
    throw new TypeError(
      'The body of the request was read before: verify the request first, then use its event',
    );
  }
  return verifyBytes(await request.arrayBuffer(), request.headers, secret, options);
}

type OfRequest = [request: Request, secret: Secrets, options?: VerifyOptions | undefined];
type OfBytes = [
  rawBody: Uint8Array | ArrayBuffer,
  headers: HeaderSource,
  secret: Secrets,
  options?: VerifyOptions | undefined,
];

/** Frameworks have requests of their own class, so a method decides. */
const isOfRequest = (given: OfRequest | OfBytes): given is OfRequest =>
  typeof given[0] === 'object' && given[0] !== null && 'arrayBuffer' in given[0];
