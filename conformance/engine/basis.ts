/** What the verdict of a run speaks of: one set of requirements, or the scopes of it that are claimed. */
import type { Requirement, RequirementStatus } from './catalogue.ts';

export interface VerdictBasis {
  /** Version of the set of requirements, such as `1.0`. Absent: the whole catalogue. */
  readonly set?: string;
  /** Names of the claimed scopes. Absent: all that the set has. */
  readonly claims?: readonly string[];
}

const versions = new Intl.Collator('en', { numeric: true });
const isLater = (version: string, than: string) => versions.compare(version, than) > 0;

/** Why a requirement does not decide the verdict of a run; undefined if it does. */
export function whyOutside({ since, scope }: Requirement, { set, claims }: VerdictBasis): string | undefined {
  if (since !== undefined && set !== undefined && isLater(since, set))
    return `It came with set ${since}; the run is judged by set ${set}.`;
  if (claims === undefined || (scope !== undefined && claims.includes(scope))) return undefined;
  return scope === undefined ? 'No claim covers it.' : `It belongs to ${scope}, which is not claimed.`;
}

/**
 * - `made`: every documented requirement of the scope that can be tested passed.
 * - `broken`: one failed, even if it is on a list of known failures.
 * - `open`: none failed, but some were not exercised, or none can be tested.
 */
export type ClaimStatus = 'made' | 'broken' | 'open';

/** What a run says about a claimed scope, by its documented requirements. */
export interface ClaimResult {
  readonly scope: string;
  readonly status: ClaimStatus;
  readonly passed: number;
  /** Requirements that a suite can check. */
  readonly testable: number;
  /** Ids of those that failed. */
  readonly failed: readonly string[];
  /** Ids of those without a result. */
  readonly missing: readonly string[];
}

/** A requirement that belongs to a scope, and its result. */
export interface Scoped extends Pick<Requirement, 'id' | 'level' | 'scope'> {
  readonly status: RequirementStatus;
  /** Why it does not decide the verdict. */
  readonly outside?: string;
}

export const claimResults = (entries: readonly Scoped[], claims: readonly string[]): ClaimResult[] =>
  claims.map((claim) => {
    const own = entries.filter(
      ({ scope, level, status, outside }) =>
        scope === claim && level === 'documented' && status !== 'untestable' && outside === undefined,
    );
    const idsOf = (...statuses: readonly RequirementStatus[]) =>
      own.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
    const [failed, passed, missing] = [idsOf('failed'), idsOf('passed'), idsOf('not-exercised', 'errored')];
    const complete = missing.length === 0 && passed.length > 0 ? 'made' : 'open';
    const status = failed.length > 0 ? 'broken' : complete;
    return { scope: claim, status, passed: passed.length, testable: own.length, failed, missing };
  });
