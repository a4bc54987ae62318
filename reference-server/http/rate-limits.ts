/** How many requests a key may make in a minute. The document shows no limit, so there is none unless asked for. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../refusal.ts';
import { tokenIdOf } from '../resources/tokens/secret.ts';
import { tokenIn } from './authentication-rules.ts';

export interface RateLimits {
  /**
   * Counts a request by its key once that is known to be valid, else by the address that it comes from: an invented key
   * has no requests of its own.
   *
   * @throws Refusal 429 with the headers that say when to come back, or what `authenticate` throws.
   */
  around<Result>(
    request: IncomingMessage,
    response: ServerResponse,
    authenticate: () => Promise<Result>,
  ): Promise<Result>;
}

const windowSeconds = 60;

const secondsUntil = ({ msBeforeNext }: RateLimiterRes) => Math.ceil(msBeforeNext / 1000);

/** Headers of the drafts of the IETF: what the policy is, and what is left of it. */
function say(response: ServerResponse, policy: string, limit: number, count: RateLimiterRes): void {
  response.setHeader('RateLimit-Policy', `"${policy}";q=${limit};w=${windowSeconds}`);
  response.setHeader('RateLimit', `"${policy}";r=${count.remainingPoints};t=${secondsUntil(count)}`);
}

function refuse(response: ServerResponse, count: RateLimiterRes, whose: string): never {
  const seconds = secondsUntil(count);
  response.setHeader('Retry-After', seconds);
  throw new Refusal(429, 'rate_limited', `Too many requests ${whose}; try again in ${seconds} seconds`);
}

/** @param requestsPerMinute of one key; also of failed authentications from one address. */
export function createRateLimits(requestsPerMinute: number): RateLimits {
  const options = { points: requestsPerMinute, duration: windowSeconds };
  const keys = new RateLimiterMemory({ ...options, keyPrefix: 'key' });
  const addresses = new RateLimiterMemory({ ...options, keyPrefix: 'address' });

  // What is thrown when nothing is left is a count, and no error.
  const consume = (limiter: RateLimiterMemory, key: string) =>
    limiter.consume(key).catch((thrown: unknown) => {
      if (thrown instanceof RateLimiterRes) return thrown;
      throw thrown;
    });

  async function admit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = tokenIn(request.headers.authorization);
    if (token === undefined) return;
    const count = await consume(keys, tokenIdOf(token));
    say(response, 'key', requestsPerMinute, count);
    if (count.consumedPoints > requestsPerMinute) refuse(response, count, 'with this key');
  }

  /** Others may come from the same address with keys that are valid: only what fails is refused. */
  async function countFailure(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const count = await consume(addresses, request.socket.remoteAddress ?? '');
    if (count.consumedPoints <= requestsPerMinute) return;
    say(response, 'failed-authentications', requestsPerMinute, count);
    refuse(response, count, 'without a valid key from this address');
  }

  return {
    async around(request, response, authenticate) {
      const identity = await authenticate().catch(async (error: unknown) => {
        if (error instanceof Refusal && error.status === 401) await countFailure(request, response);
        throw error;
      });
      await admit(request, response);
      return identity;
    },
  };
}
