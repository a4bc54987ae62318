/** Findings of one requirement, which often show in many checks. */
import type { Finding } from '../../conformance/engine/finding.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { worstFirst } from '../findings.ts';

export interface FindingGroup {
  readonly requirement: Finding['requirement'];
  /** The one to read: the shortest conversation. */
  readonly first: Finding;
  /** The same rule, broken in other checks. */
  readonly others: readonly Finding[];
}

/** By requirement, worst first. */
export function findingGroups({ findings }: Results): FindingGroup[] {
  const groups = Map.groupBy(worstFirst(findings), ({ requirement }) => requirement);
  return [...groups].flatMap(([requirement, [first, ...others]]) =>
    first === undefined ? [] : [{ requirement, first, others }],
  );
}
