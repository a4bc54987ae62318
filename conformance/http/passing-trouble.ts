/**
 * Responses of a gateway in front of the target that report a temporary problem. The document has no such statuses, and
 * says to retry later after an unexpected error.
 */
import { gatewayStatuses } from './answered-by.ts';
import { retryAfterMillis } from './rate-limit.ts';
import { type IncomingResponse, type OutgoingRequest, safeMethods } from './transport.ts';

const shortestWaitMillis = 250;
const longestWaitMillis = 2_000;

type Answer = Pick<IncomingResponse, 'status' | 'headers'>;

/** @returns how long to wait before repeating the request; undefined for a response of the target itself */
export function waitMillisAfter({ status, headers }: Answer): number | undefined {
  if (!gatewayStatuses.has(status)) return undefined;
  return Math.min(longestWaitMillis, Math.max(shortestWaitMillis, retryAfterMillis(headers['retry-after'])));
}

/** Whether a read ran into an unexpected error, after which the document says to retry. A write may have been carried out. */
export const isUnexpected = ({ method }: Pick<OutgoingRequest, 'method'>, { status }: Answer): boolean =>
  status === 500 && safeMethods.has(method);

/**
 * @param second the response to the repeated request
 * @returns why nothing is known about either request, in words; undefined if the second response counts
 */
export function whyUndecided(
  { method }: Pick<OutgoingRequest, 'method'>,
  second: Answer,
): string | undefined {
  // A status that comes back is the target's response, even if a gateway sent it.
  if (waitMillisAfter(second) !== undefined) return undefined;
  return safeMethods.has(method) ? undefined : 'it may have been carried out twice';
}
