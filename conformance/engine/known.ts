/** Known failures: reports show them, but they do not affect the verdict. */

/**
 * - `known-failures`: fails every time. One that passes was repaired, and must be taken off the list.
 * - `flaky`: fails now and then. It may pass.
 */
export type KnownList = 'known-failures' | 'flaky';

/** One entry of a list. */
export interface KnownFailure {
  readonly list: KnownList;
  readonly requirement: string;
  /** Absent: any check. */
  readonly check?: string;
  readonly reason: string;
  /** The last day on which it counts, such as `2026-03-31` (UTC). */
  readonly expires?: string;
}

/** Why a finding does not decide the verdict: it is on a list, or outside of what the verdict speaks of. */
export interface KnownAs extends Pick<KnownFailure, 'reason' | 'expires'> {
  readonly list: KnownList | 'outside';
}

/**
 * - `failing`: as listed.
 * - `passed`: it was evaluated and held.
 * - `expired`: it no longer counts, whatever the result is.
 * - `not-exercised`: it was not evaluated.
 */
export type KnownStatus = 'failing' | 'passed' | 'expired' | 'not-exercised';

/** An entry and its status in the run. */
export interface KnownFailureResult extends KnownFailure {
  readonly status: KnownStatus;
}

/** @param startedAt of the run, in ISO 8601 */
export function isExpired({ expires }: KnownFailure, startedAt: string): boolean {
  return expires !== undefined && startedAt.slice(0, 10) > expires;
}

/** Whether an entry is about a requirement and a check. */
export function concerns(
  entry: KnownFailure,
  { requirement, check }: { readonly requirement: string; readonly check: string },
): boolean {
  return entry.requirement === requirement && (entry.check === undefined || entry.check === check);
}

/** @returns the entry that a finding matches; undefined if it is new */
export function knownAs(
  finding: { readonly requirement: string; readonly check: string },
  entries: readonly KnownFailure[],
  startedAt: string,
): KnownAs | undefined {
  const entry = entries.find((each) => concerns(each, finding) && !isExpired(each, startedAt));
  if (entry === undefined) return undefined;
  const { list, reason, expires } = entry;
  return { list, reason, ...(expires !== undefined && { expires }) };
}
