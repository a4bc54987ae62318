/** Known failures: reports show them, but they do not affect the verdict. */

/**
 * - `known-failures`: fails every time. One that passes has been repaired and is to be taken off the list.
 * - `flaky`: fails now and then. It may pass.
 */
export type KnownList = 'known-failures' | 'flaky';

/** One entry of a list. */
export interface KnownFailure {
  readonly list: KnownList;
  readonly requirement: string;
  /** Absent: whichever check finds it. */
  readonly check?: string;
  readonly reason: string;
  /** The last day on which it counts, such as `2026-03-31` (UTC). */
  readonly expires?: string;
}

/** What a finding that is known carries. */
export type KnownAs = Pick<KnownFailure, 'list' | 'reason' | 'expires'>;

/**
 * - `failing`: as listed.
 * - `passed`: it was tried and held.
 * - `expired`: it no longer counts, whatever came of it.
 * - `not-exercised`: nothing was said of it.
 */
export type KnownStatus = 'failing' | 'passed' | 'expired' | 'not-exercised';

/** An entry and what the run says of it. */
export interface KnownFailureResult extends KnownFailure {
  readonly status: KnownStatus;
}

/** @param startedAt of the run, in ISO 8601 */
export function isExpired({ expires }: KnownFailure, startedAt: string): boolean {
  return expires !== undefined && startedAt.slice(0, 10) > expires;
}

/** Whether an entry speaks of what a check found out about a requirement. */
export function concerns(
  entry: KnownFailure,
  { requirement, check }: { readonly requirement: string; readonly check: string },
): boolean {
  return entry.requirement === requirement && (entry.check === undefined || entry.check === check);
}

/** @returns how a finding is known, undefined when it is new */
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
