/** Orders findings and gaps for readers. */
import type { Finding, Step } from '../conformance/engine/finding.ts';
import type { Obstacle } from '../conformance/engine/outcome.ts';
import type { RequirementResult } from '../conformance/engine/requirement-results.ts';
import type { Results } from '../conformance/engine/results.ts';
import { findRequirement } from '../openapi/catalogue.ts';

/** Findings of one requirement; several checks can report it. */
export interface FindingGroup {
  readonly requirement: Finding['requirement'];
  /** The finding with the shortest conversation. */
  readonly first: Finding;
  /** Findings of the same requirement in other checks. */
  readonly others: readonly Finding[];
}

/** By requirement, worst first. */
export function findingGroups({ findings }: Pick<Results, 'findings'>): FindingGroup[] {
  const groups = Map.groupBy(worstFirst(findings), ({ requirement }) => requirement);
  return [...groups].flatMap(([requirement, [first, ...others]]) =>
    first === undefined ? [] : [{ requirement, first, others }],
  );
}

/** The number of findings in groups. */
export const sizeOf = (groups: readonly FindingGroup[]): number =>
  groups.reduce((sum, { others }) => sum + 1 + others.length, 0);

const severity: Readonly<Record<Finding['level'], number>> = { documented: 0, observed: 1, assumed: 2 };

function requestsOf({ steps }: Finding): number {
  return steps.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
}

/** A longer conversation is shown in outline, with only its last step in full. */
export const shortConversation = 6;

/** Steps to show in outline: in a long conversation all but the last, which shows the violation. */
export function outlined(finding: Finding): ReadonlySet<Step> {
  const { steps } = finding;
  return new Set(requestsOf(finding) > shortConversation ? steps.slice(0, -1) : []);
}

/** New before known; documented before observed before assumed; within a level the shortest conversation first. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (a, b) =>
      Number(a.known !== undefined) - Number(b.known !== undefined) ||
      severity[a.level] - severity[b.level] ||
      requestsOf(a) - requestsOf(b) ||
      a.requirement.localeCompare(b.requirement) ||
      a.id.localeCompare(b.id),
  );
}

/** The requirement of a finding; undefined if the catalogue no longer has it. */
export function requirementOf(results: Results, finding: Finding): RequirementResult | undefined {
  return results.requirements.find(({ id }) => id === finding.requirement);
}

/** Requirements that were not exercised for one reason. */
export interface Gap {
  readonly reason: string;
  readonly requirements: readonly RequirementResult[];
}

/** Requirements that were not exercised or errored, grouped by reason, the largest group first. */
export function gaps({ requirements }: Results): Gap[] {
  const missing = requirements.filter(({ status }) => status === 'not-exercised' || status === 'errored');
  // A target may word the same rejection differently each time.
  const same = ({ reason, obstacle }: RequirementResult) =>
    obstacle === undefined ? (reason ?? '') : `refused: ${obstacle.operation}`;
  return [...Map.groupBy(missing, same).values()]
    .map((members) => ({ reason: members[0]?.reason ?? 'No reason given.', requirements: members }))
    .toSorted((a, b) => b.requirements.length - a.requirements.length);
}

/** A rejected operation, and the requirements that were not exercised because of it. */
export interface ObstacleGroup {
  readonly obstacle: Obstacle;
  readonly requirements: readonly RequirementResult[];
}

/** Rejected operations, the one that stopped the most requirements first. */
export function obstacles({ requirements }: Results): ObstacleGroup[] {
  const stopped = requirements.filter(({ obstacle }) => obstacle !== undefined);
  return [...Map.groupBy(stopped, ({ obstacle }) => obstacle?.operation).values()]
    .flatMap((members) => {
      const [{ obstacle } = {}] = members;
      return obstacle === undefined ? [] : [{ obstacle, requirements: members }];
    })
    .toSorted((a, b) => b.requirements.length - a.requirements.length);
}

/** Requirements by section of the interface document, in the order of the catalogue. */
export function bySection({ requirements }: Results): ReadonlyMap<string, readonly RequirementResult[]> {
  return Map.groupBy(requirements, ({ section }) => section);
}

/** Whether the run tested the service; the report then has operations, events and state machines. */
export const isOfService = ({ target, requirements }: Results): boolean =>
  target.kind !== 'receiver' &&
  target.kind !== 'clients' &&
  requirements.some(({ id }) => findRequirement(id) !== undefined);
