/**
 * Answers with which something before a target, or a target that is asked too much, says that it cannot answer now. The
 * document has no such statuses, and tells whoever meets an unexpected error to retry later.
 */
import { gatewayStatuses } from './answered-by.ts';
import { type IncomingResponse, type OutgoingRequest, safeMethods } from './transport.ts';

const tooMany = 429;

const shortestWaitMillis = 250;
const longestWaitMillis = 2_000;

type Answer = Pick<IncomingResponse, 'status' | 'headers'>;

/** @returns how long to wait before asking once more; undefined for an answer of the target itself */
export function waitMillisAfter({ status, headers }: Answer): number | undefined {
  if (status !== tooMany && !gatewayStatuses.has(status)) return undefined;
  const wanted = Number(headers['retry-after'] ?? 0) * 1_000;
  // The value may also be a date.
  return Math.min(longestWaitMillis, Math.max(shortestWaitMillis, wanted || 0));
}

/** Whether a read ran into an unexpected error, after which the document says to retry. A write may have been carried out. */
export const isUnexpected = ({ method }: Pick<OutgoingRequest, 'method'>, { status }: Answer): boolean =>
  status === 500 && safeMethods.has(method);

/**
 * @param first an answer that may pass
 * @param second what the same request was answered a moment later
 * @returns why nothing can be said of either, in words; undefined when the second one counts
 */
export function whyUndecided(
  { method }: Pick<OutgoingRequest, 'method'>,
  first: Answer,
  second: Answer,
): string | undefined {
  if (second.status === tooMany) return 'send fewer requests with --rate';
  // A status that comes back is the target's response, even if a gateway sent it.
  if (waitMillisAfter(second) !== undefined) return undefined;
  // A request rejected as too many was not carried out, and a read may be repeated.
  if (first.status === tooMany || safeMethods.has(method)) return undefined;
  return 'it may have been carried out twice';
}
