/** Repeats a request if a gateway may have responded, so that an outage is not treated as behaviour of the target. */
import { ConformanceError } from '../engine/errors.ts';
import type { Environment } from '../engine/events.ts';
import { strangerIn } from '../http/answered-by.ts';
import type { Layer, SendRequest } from '../http/chain.ts';
import { isUnexpected, waitMillisAfter, whyUndecided } from '../http/passing-trouble.ts';
import { type IncomingResponse, type OutgoingRequest, safeMethods } from '../http/transport.ts';
import type { OutageWatch } from './outage-watch.ts';

export interface Asking {
  readonly operation: string;
  /** On production, requests that move real money are never repeated. */
  readonly environment: Environment;
  readonly pause: (millis: number) => Promise<void>;
  /** Absent if the target was never seen to work. */
  readonly watch: OutageWatch | undefined;
  readonly signal: AbortSignal;
}

function undecided(
  request: OutgoingRequest,
  [first, last]: readonly [number, number],
  why: string,
): ConformanceError {
  return new ConformanceError(
    'TARGET_BUSY',
    `${request.method} ${request.path} returned ${first}, and ${last} when it was sent again: ${why}.`,
  );
}

/**
 * Repeats a request once after a response that may be temporary (interpretation 211), and a read after an unexpected
 * error (interpretation 115).
 *
 * @returns the response that counts
 */
async function askOnceMore(
  request: OutgoingRequest,
  first: IncomingResponse,
  isReal: boolean,
  next: SendRequest,
  pause: Asking['pause'],
): Promise<IncomingResponse> {
  const wait = isUnexpected(request, first) ? 0 : waitMillisAfter(first);
  if (wait === undefined || isReal) return first;
  await pause(wait);
  const second = await next(request);
  const why = whyUndecided(request, second);
  if (why === undefined) return second;
  throw undecided(request, [first.status, second.status], why);
}

/**
 * Sends a request until the response is known to come from the target itself. The exchange throws a ConformanceError with
 * code `TARGET_BUSY` if the effect of the request is unknown, `TARGET_DOWN` if the target no longer works.
 */
export const untilKnown =
  ({ operation, environment, pause, watch, signal }: Asking): Layer =>
  (next) =>
  async (request) => {
    const isRead = safeMethods.has(request.method);
    const isReal = environment === 'production' && !isRead;
    const first = await next(request);
    // It was already repeated while other requests worked.
    if (watch?.isOwn(operation, first)) return first;
    const answer = await askOnceMore(request, first, isReal, next, pause);
    if (watch === undefined || strangerIn(answer) === undefined) return answer;
    const came = await watch.settle(signal);
    if (isReal && came === 'works') return answer;
    const last = isReal ? answer : await next(request);
    if (strangerIn(last) === undefined && isRead) return last;
    if (isReal || strangerIn(last) === undefined)
      throw undecided(
        request,
        [first.status, last.status],
        'the target may have carried it out although it seemed unreachable',
      );
    watch.noteOwn(operation, last);
    return last;
  };
