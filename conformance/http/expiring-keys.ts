/** Keys that expire: whoever issues them is asked for another one, and the requests go on with that. */
import { ConformanceError } from '../engine/errors.ts';
import { isSuccess } from './is-success.ts';
import type { IncomingResponse, Layer, OutgoingRequest, SendRequest } from './transport.ts';

export interface IssuedKey {
  readonly value: string;
  /** By our clock, in milliseconds since 1970. */
  readonly expiresAtMillis?: number;
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` if no key is issued */
export type KeySource = () => Promise<IssuedKey>;

/** A key that was issued at the start, and how another one is. */
export interface ExpiringKey {
  /** Shown in its place. */
  readonly variable: string;
  /** Requests of the suite name this one, whichever is sent in its place. */
  readonly first: IssuedKey;
  readonly source: KeySource;
}

/** A key is renewed this long before it expires, or when a tenth of its time is left. */
const longestMarginMillis = 30_000;

/** How often a request is sent again because its key was replaced while it was under way. */
const mostReplaced = 5;

function renewalOf({ expiresAtMillis }: IssuedKey): number {
  const leftMillis = (expiresAtMillis ?? Number.POSITIVE_INFINITY) - Date.now();
  // The clock of whoever issues a key that has expired differs from ours: the target knows whether it has.
  if (leftMillis <= 0) return Number.POSITIVE_INFINITY;
  return Date.now() + leftMillis - Math.min(longestMarginMillis, leftMillis / 10);
}

class HeldKey {
  readonly #key: ExpiringKey;
  readonly #conceal: (value: string, variable: string) => void;
  #current: IssuedKey;
  #renewAtMillis: number;
  /** Set while another key is being issued. */
  #asking: Promise<void> | undefined;
  /** Why it makes no sense to ask once more. */
  #end: ConformanceError | undefined;
  /** The first read that worked with this key: if it is rejected too, the key is the reason. */
  #works: OutgoingRequest | undefined;

  constructor(key: ExpiringKey, conceal: (value: string, variable: string) => void) {
    this.#key = key;
    this.#conceal = conceal;
    this.#current = key.first;
    this.#renewAtMillis = renewalOf(key.first);
  }

  isIn({ headers }: OutgoingRequest): boolean {
    return headers.authorization?.includes(this.#key.first.value) ?? false;
  }

  async send(request: OutgoingRequest, next: SendRequest): Promise<IncomingResponse> {
    if (Date.now() >= this.#renewAtMillis) await this.#renew(this.#current.value);
    let hasAsked = false;
    for (let replaced = 0; ; ) {
      const { value } = this.#current;
      const response = await next(this.#withKey(request));
      if (!this.#isOnItsOwn(request)) return response;
      if (request.method === 'GET' && isSuccess(response.status)) this.#works ??= request;
      if (response.status !== 401 || !(await this.#isRejected(value, next))) return response;
      // Other requests at the same time may have used up the key and asked for the next one.
      if (value !== this.#current.value && replaced < mostReplaced) {
        replaced += 1;
        continue;
      }
      if (hasAsked && this.#works !== undefined) throw this.#refused();
      if (hasAsked) return response;
      hasAsked = true;
      await this.#renew(value);
    }
  }

  /** Whether the request carries the key unchanged, so that the target should accept it. */
  #isOnItsOwn({ headers, baseUrl }: OutgoingRequest): boolean {
    return baseUrl === undefined && headers.authorization === `Bearer ${this.#key.first.value}`;
  }

  #withKey(request: OutgoingRequest): OutgoingRequest {
    const { authorization = '' } = request.headers;
    const sent = authorization.replace(this.#key.first.value, () => this.#current.value);
    return { ...request, headers: { ...request.headers, authorization: sent } };
  }

  async #isRejected(value: string, next: SendRequest): Promise<boolean> {
    const works = this.#works;
    const isAccepted = works !== undefined && (await next(this.#withKey(works))).status !== 401;
    // Another request may have renewed it in the meantime.
    return value !== this.#current.value || !isAccepted;
  }

  /** @param old the key that another one is asked for, unless that has happened in the meantime */
  async #renew(old: string): Promise<void> {
    if (old !== this.#current.value) return;
    if (this.#end !== undefined) throw this.#end;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    await this.#asking;
  }

  async #ask(): Promise<void> {
    const { source, variable } = this.#key;
    const wasRejected = Date.now() < this.#renewAtMillis;
    try {
      const issued = await source();
      this.#conceal(issued.value, variable);
      // One that is issued again although it expires is used for as long as the target accepts it.
      const isSame = issued.value === this.#current.value;
      this.#renewAtMillis = isSame ? Number.POSITIVE_INFINITY : renewalOf(issued);
      if (isSame && wasRejected) throw this.#refused();
      this.#current = issued;
    } catch (error) {
      if (error instanceof ConformanceError) this.#end = error;
      throw error;
    }
  }

  #refused(): ConformanceError {
    return new ConformanceError(
      'CREDENTIALS_REFUSED',
      `The target rejects ${this.#key.variable} with 401, and no other key that it accepts is issued.`,
    );
  }
}

/**
 * Sends the key that is valid in place of the first one. A new one is asked for when the old one expires, and when the
 * target rejects with 401 what it accepted with the same key; the request is then sent again, once.
 *
 * @param conceal called with each new key before it is sent
 * @returns whose exchange throws ConformanceError with code `CREDENTIALS_REFUSED` if the new key is not accepted either
 */
export function withExpiringKeys(
  keys: readonly ExpiringKey[],
  conceal: (value: string, variable: string) => void,
): Layer {
  const held = keys.map((key) => new HeldKey(key, conceal));
  return (next) => (request) => held.find((key) => key.isIn(request))?.send(request, next) ?? next(request);
}
