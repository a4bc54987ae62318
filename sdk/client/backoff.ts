/** The delay before a retry. */

const firstMillis = 500;
const mostMillis = 8_000;
/** A service that asks for a longer pause is not waited for: the caller decides. */
const longestRetryAfterMillis = 60_000;

/** Statuses after which the same request may succeed. `internal_error` says "retry later" (section "Errors"). */
const passingStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * The milliseconds that a `Retry-After` header asks for, given in seconds or as an HTTP date.
 *
 * @param now Unix milliseconds
 */
export function retryAfterMillis(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = / GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Doubles with each attempt; up to half of it is random, so that clients do not return all at once. */
const backoffMillis = (attempt: number) =>
  Math.min(mostMillis, firstMillis * 2 ** (attempt - 1)) * (1 - Math.random() / 2);

/**
 * The milliseconds until the next attempt.
 *
 * @param attempt number of the attempt that was made, from 1
 * @param response undefined when there was none
 * @returns undefined when another attempt is of no use
 */
export function delayAfter(attempt: number, response: Response | undefined): number | undefined {
  if (response === undefined) return backoffMillis(attempt);
  if (!passingStatuses.has(response.status)) return undefined;
  const asked = retryAfterMillis(response.headers.get('retry-after'), Date.now());
  if (asked === undefined) return backoffMillis(attempt);
  return asked > longestRetryAfterMillis ? undefined : asked;
}
