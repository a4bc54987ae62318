/**
 * Limits the requests of a key per minute, and the invalid keys that one address may send. The document shows no limit,
 * so keys have none unless configured; the limit on invalid keys is far beyond any mistake.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tokenIn } from '../resources/tokens/authentication.ts';
import { tokenIdOf } from '../resources/tokens/keys.ts';
import { Refusal } from '../state/refusal.ts';

export interface RateLimits {
  /**
   * Counts a request by its key if the key is valid, otherwise by its address, so that an invented key does not get
   * requests of its own.
   *
   * @throws Refusal 429 with the headers that say when to come back, or what `authenticate` throws.
   */
  around<Result>(
    request: IncomingMessage,
    response: ServerResponse,
    authenticate: () => Promise<Result>,
  ): Promise<Result>;
}

/** Per address and minute. The conformance suite alone sends thousands of invalid keys. */
const mostFailedAuthentications = 30_000;
/** Per address and minute. No client has a reason to send many wrong control keys. */
export const mostFailedControlKeys = 60;

const windowSeconds = 60;
/** The owner of an IPv6 address has its whole network. */
const networkBits = 64;

/** The caller that the requests of an address count for. */
export function callerAt(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(
        `${parsed.toNormalizedString().split('%')[0]}/${networkBits}`,
      ).toString()
    : parsed.toString();
}

const secondsUntil = ({ msBeforeNext }: RateLimiterRes) => Math.ceil(msBeforeNext / 1000);

/** Limits the requests in a minute of each key or address. */
class Limit {
  readonly #policy: string;
  readonly #perMinute: number;
  readonly #whose: string;
  readonly #counts: RateLimiterMemory;

  constructor(policy: string, perMinute: number, whose: string) {
    this.#policy = policy;
    this.#perMinute = perMinute;
    this.#whose = whose;
    this.#counts = new RateLimiterMemory({ points: perMinute, duration: windowSeconds, keyPrefix: policy });
  }

  /** Counts one more. @throws Refusal when it is one too many. */
  async consume(who: string, response: ServerResponse, silent = false): Promise<void> {
    // The library throws a count instead of an error when the limit is reached.
    const count = await this.#counts.consume(who).catch((thrown: unknown) => {
      if (thrown instanceof RateLimiterRes) return thrown;
      throw thrown;
    });
    if (!silent) this.#say(response, count);
    if (count.consumedPoints > this.#perMinute) this.#refuse(response, count);
  }

  /** @throws Refusal when nothing is left; counts nothing. */
  async check(who: string, response: ServerResponse): Promise<void> {
    const count = await this.#counts.get(who);
    // It is kept slightly longer than it counts.
    if (count !== null && count.msBeforeNext > 0 && count.consumedPoints >= this.#perMinute)
      this.#refuse(response, count);
  }

  /** Headers of the IETF drafts: the policy, and the remaining requests. */
  #say(response: ServerResponse, count: RateLimiterRes): void {
    response.setHeader('RateLimit-Policy', `"${this.#policy}";q=${this.#perMinute};w=${windowSeconds}`);
    response.setHeader('RateLimit', `"${this.#policy}";r=${count.remainingPoints};t=${secondsUntil(count)}`);
  }

  #refuse(response: ServerResponse, count: RateLimiterRes): never {
    const seconds = secondsUntil(count);
    this.#say(response, count);
    response.setHeader('Retry-After', seconds);
    throw new Refusal(
      429,
      'rate_limited',
      `Too many requests ${this.#whose}; try again in ${seconds} seconds`,
    );
  }
}

/**
 * @param requestsPerMinute of one key; absent: keys have no limit.
 * @param failuresPerMinute authentications from one address that fail.
 */
export function createRateLimits(
  requestsPerMinute?: number,
  failuresPerMinute = requestsPerMinute ?? mostFailedAuthentications,
): RateLimits {
  const keys =
    requestsPerMinute === undefined ? undefined : new Limit('key', requestsPerMinute, 'with this key');
  const failures = new Limit(
    'failed-authentications',
    failuresPerMinute,
    'without a valid key from this address',
  );

  return {
    async around(request, response, authenticate) {
      const countByKey = async () => {
        const token = keys && tokenIn(request.headers.authorization);
        if (keys && token !== undefined) await keys.consume(tokenIdOf(token), response);
      };
      const identity = await authenticate().catch(async (error: unknown) => {
        // Other callers with valid keys may share the address, so only failing requests are rejected.
        if (error instanceof Refusal && error.status === 401)
          await failures.consume(callerAt(request.socket.remoteAddress), response, true);
        // The key is valid, but not for this operation.
        if (error instanceof Refusal && error.status === 403) await countByKey();
        throw error;
      });
      await countByKey();
      return identity;
    },
  };
}

/** Limits wrong keys of the control plane, because the operator may have chosen a key that can be guessed. */
export interface KeyGuesses {
  /** To be called before a key is compared. @throws Refusal 429 when its address has sent too many wrong ones. */
  admit(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Counts a wrong one. */
  count(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

export function createKeyGuesses(perMinute = mostFailedControlKeys): KeyGuesses {
  const guesses = new Limit('failed-control-keys', perMinute, 'with a wrong key from this address');
  return {
    admit: (request, response) => guesses.check(callerAt(request.socket.remoteAddress), response),
    count: (request, response) => guesses.consume(callerAt(request.socket.remoteAddress), response, true),
  };
}
