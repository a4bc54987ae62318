/**
 * Answers with which something before a target says that it cannot answer now. The document has no such statuses, and tells
 * whoever meets an unexpected error to retry later.
 */
import { gatewayStatuses } from './answered-by.ts';
import { type IncomingResponse, type OutgoingRequest, safeMethods } from './transport.ts';

const shortestWaitMillis = 250;
const longestWaitMillis = 2_000;

type Answer = Pick<IncomingResponse, 'status' | 'headers'>;

/** @returns how long to wait before asking once more; undefined for an answer of the target itself */
export function waitMillisAfter({ status, headers }: Answer): number | undefined {
  if (!gatewayStatuses.has(status)) return undefined;
  const wanted = Number(headers['retry-after'] ?? 0) * 1_000;
  // The value may also be a date.
  return Math.min(longestWaitMillis, Math.max(shortestWaitMillis, wanted || 0));
}

/** Whether a read ran into an unexpected error, after which the document says to retry. A write may have been carried out. */
export const isUnexpected = ({ method }: Pick<OutgoingRequest, 'method'>, { status }: Answer): boolean =>
  status === 500 && safeMethods.has(method);

/**
 * @param second what the same request was answered a moment after an answer that may pass
 * @returns why nothing can be said of either, in words; undefined when the second one counts
 */
export function whyUndecided(
  { method }: Pick<OutgoingRequest, 'method'>,
  second: Answer,
): string | undefined {
  // A status that comes back is the target's response, even if a gateway sent it.
  if (waitMillisAfter(second) !== undefined) return undefined;
  return safeMethods.has(method) ? undefined : 'it may have been carried out twice';
}
