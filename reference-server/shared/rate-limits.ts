/**
 * Limits the requests of a key per minute, and the invalid keys that one address may send. The document shows no limit,
 * so keys have none unless configured; the limit on invalid keys is far beyond any mistake.
 */
import type { ServerResponse } from 'node:http';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { callerAt } from '../http/callers.ts';
import type { KeyGuesses, RateLimits } from '../http/rate-limits.ts';
import { tokenIn } from '../resources/tokens/authentication.ts';
import { tokenIdOf } from '../resources/tokens/keys.ts';
import { Refusal } from '../state/refusal.ts';

/** Per address and minute. The conformance suite alone sends thousands of invalid keys. */
const mostFailedAuthentications = 30_000;
/** Per address and minute. No client has a reason to send many wrong control keys. */
export const mostFailedControlKeys = 60;

const windowSeconds = 60;
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

export function createKeyGuesses(perMinute = mostFailedControlKeys): KeyGuesses {
  const guesses = new Limit('failed-control-keys', perMinute, 'with a wrong key from this address');
  return {
    admit: (request, response) => guesses.check(callerAt(request.socket.remoteAddress), response),
    count: (request, response) => guesses.consume(callerAt(request.socket.remoteAddress), response, true),
  };
}
