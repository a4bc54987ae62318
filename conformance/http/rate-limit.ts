/**
 * 429 Too Many Requests (RFC 6585, 4): the request was not carried out. The document has no limits, so the suite sends
 * such a request again after the time that the target asks for.
 */
import { ConformanceError } from '../engine/errors.ts';
import type { Layer } from './transport.ts';

const tooMany = 429;

const mostWaits = 5;
/** First wait if the target does not say how long; each further wait is twice as long. */
const firstWaitMillis = 50;
/** The longest total wait of one request: the window of most limits is a minute. */
const longestMillis = 60_000;

/**
 * Sends a request until it is no longer rejected with 429. The exchange throws a ConformanceError with code `TARGET_BUSY`
 * if it is still rejected after five waits, or a minute.
 *
 * @param wait waits for this number of milliseconds
 */
export const untilAllowed =
  (wait: (millis: number) => Promise<void>): Layer =>
  (next) =>
  async (request) => {
    let waited = 0;
    for (let waits = 0; ; waits += 1) {
      const response = await next(request);
      if (response.status !== tooMany) return response;
      const asked = retryAfterMillis(response.headers['retry-after']);
      const millis = Math.max(firstWaitMillis * 2 ** waits, asked);
      waited += millis;
      if (waits === mostWaits || waited > longestMillis) {
        const times = waits === 0 ? '' : `, after ${waits + 1} attempts`;
        throw new ConformanceError(
          'TARGET_BUSY',
          `${request.method} ${request.path} returned 429${times}: send fewer requests with --rate.`,
        );
      }
      await wait(millis);
    }
  };

/** The milliseconds that a `Retry-After` asks for, in seconds or as an HTTP date (RFC 9110, 10.2.3); 0 if it says nothing. */
export function retryAfterMillis(value: string | undefined): number {
  if (value === undefined) return 0;
  const seconds = Number(value);
  const millis = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000;
  return Number.isNaN(millis) ? 0 : millis;
}
