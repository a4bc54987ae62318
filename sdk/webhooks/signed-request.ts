import { type Signable, sign } from './sign.ts';

/** The fields of an event that a test cares about; the rest of the envelope is filled in. */
export interface TestEvent {
  readonly eventType: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** @defaultValue a new one */
  readonly id?: string;
  /** @defaultValue `1.0` */
  readonly version?: string;
  /** Unix seconds. @defaultValue the time of the signature */
  readonly timestamp?: number;
}

export interface SignedRequestOptions extends Pick<Signable, 'secret' | 'headerPrefix'> {
  /** Address of the receiver. @defaultValue `http://localhost/hooks` */
  readonly url?: string;
  /** When the delivery is signed. @defaultValue the time of the call */
  readonly now?: Date;
}

/**
 * A delivery as the service sends it, for tests of a receiver: give it to a Fetch handler, or send it with `fetch`.
 *
 * @throws TypeError when a secret is not base64 or `now` is not a valid Date
 *
 * @example
 * const event = { eventType: 'payroll.status.updated', data: { id, status: 'completed', tenantKey } };
 * const response = await POST(await signedRequest(event, { secret }));
 */
export async function signedRequest(
  event: TestEvent,
  { url = 'http://localhost/hooks', now = new Date(), ...signing }: SignedRequestOptions,
): Promise<Request> {
  const timestamp = Math.floor(now.getTime() / 1000);
  if (Number.isNaN(timestamp)) throw new TypeError(`now is ${now}: give a valid Date, such as new Date()`);
  const { id = `evt_${crypto.randomUUID()}` } = event;
  const body = new TextEncoder().encode(JSON.stringify({ version: '1.0', timestamp, ...event, id }));
  const headers = await sign(body, { id, timestamp, ...signing });
  return new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
}
