/** Findings and gaps in the order in which people want to read them. */
import type { Finding, Step } from '../conformance/engine/finding.ts';
import type { Obstacle } from '../conformance/engine/outcome.ts';
import type { RequirementResult, Results } from '../conformance/engine/results.ts';
import { findRequirement } from '../openapi/catalogue.ts';

/** Findings of one requirement, which often show in many checks. */
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

const severity: Readonly<Record<Finding['level'], number>> = { documented: 0, observed: 1, assumed: 2 };

function requestsOf({ steps }: Finding): number {
  return steps.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
}

/** A conversation of more requests than this is shown in outline, and only its last step in full. */
const shortConversation = 6;

/** Steps that are shown in outline: a long conversation comes to what broke at its end. */
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

/** The requirement that a finding is about, absent when a newer catalogue no longer has it. */
export function requirementOf(results: Results, finding: Finding): RequirementResult | undefined {
  return results.requirements.find(({ id }) => id === finding.requirement);
}

/** What one reason kept from being exercised. */
export interface Gap {
  readonly reason: string;
  readonly requirements: readonly RequirementResult[];
}

/** Requirements that are not exercised or errored, by reason, the reason with the most of them first. */
export function gaps({ requirements }: Results): Gap[] {
  const missing = requirements.filter(({ status }) => status === 'not-exercised' || status === 'errored');
  // A target may refuse the same thing in other words each time.
  const same = ({ reason, obstacle }: RequirementResult) =>
    obstacle === undefined ? (reason ?? '') : `refused: ${obstacle.operation}`;
  return [...Map.groupBy(missing, same).values()]
    .map((members) => ({ reason: members[0]?.reason ?? 'No reason was given.', requirements: members }))
    .toSorted((a, b) => b.requirements.length - a.requirements.length);
}

/** What a target refused, and what was not exercised for it. */
export interface ObstacleGroup {
  readonly obstacle: Obstacle;
  readonly requirements: readonly RequirementResult[];
}

/** What was refused, that which stopped most of the run first. */
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

/** Whether a run was about the service: its operations, events and state machines are then part of the report. */
export const isOfService = ({ target, requirements }: Results): boolean =>
  target.kind !== 'receiver' &&
  target.kind !== 'clients' &&
  requirements.some(({ id }) => findRequirement(id) !== undefined);
