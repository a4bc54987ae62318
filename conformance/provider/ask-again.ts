/** Repeats a request if a gateway may have responded, so that an outage is not treated as behaviour of the target. */
import { ConformanceError } from '../engine/errors.ts';
import { strangerIn } from '../http/answered-by.ts';
import { isUnexpected, waitMillisAfter, whyUndecided } from '../http/passing-trouble.ts';
import { type IncomingResponse, type OutgoingRequest, safeMethods } from '../http/transport.ts';
import type { OutageWatch } from './outage-watch.ts';

export interface Asking {
  readonly operation: string;
  readonly request: OutgoingRequest;
  /** Requests that move real money are never repeated. */
  readonly isReal: boolean;
  readonly exchange: () => Promise<IncomingResponse>;
  readonly pause: (millis: number) => Promise<void>;
  /** Absent if the target was never seen to work. */
  readonly watch: OutageWatch | undefined;
  readonly signal: AbortSignal;
}

function undecided({ request }: Asking, statuses: readonly [number, number], why: string): ConformanceError {
  const [first, last] = statuses;
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
async function askOnceMore(asking: Asking, first: IncomingResponse): Promise<IncomingResponse> {
  const { request, isReal, exchange, pause } = asking;
  const wait = isUnexpected(request, first) ? 0 : waitMillisAfter(first);
  if (wait === undefined || isReal) return first;
  await pause(wait);
  const second = await exchange();
  const why = whyUndecided(request, second);
  if (why === undefined) return second;
  throw undecided(asking, [first.status, second.status], why);
}

/**
 * Sends a request until the response is known to come from the target itself.
 *
 * @throws ConformanceError with code `TARGET_BUSY` if the effect of the request is unknown, `TARGET_DOWN` if the target
 * no longer works
 */
export async function askUntilKnown(asking: Asking): Promise<IncomingResponse> {
  const { operation, request, isReal, exchange, watch, signal } = asking;
  const first = await exchange();
  // It was already repeated while other requests worked.
  if (watch?.isOwn(operation, first)) return first;
  const answer = await askOnceMore(asking, first);
  if (watch === undefined || strangerIn(answer) === undefined) return answer;
  const came = await watch.settle(signal);
  if (isReal && came === 'works') return answer;
  const isRead = safeMethods.has(request.method);
  const last = isReal ? answer : await exchange();
  if (strangerIn(last) === undefined && isRead) return last;
  if (isReal || strangerIn(last) === undefined)
    throw undecided(
      asking,
      [first.status, last.status],
      'the target may have carried it out although it seemed unreachable',
    );
  watch.noteOwn(operation, last);
  return last;
}
