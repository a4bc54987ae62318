/** The requirements that the suite can exercise with a configuration, and those that more configuration would add. */
import { allChecks } from '../../../conformance/all-checks.ts';
import { type Check, needsOf } from '../../../conformance/provider/check.ts';
import { accessOf, capabilitiesOf, isPermitted, type Target } from '../../../conformance/target/target.ts';
import { shownByAnswers } from '../../../openapi/answer-requirements.ts';
import {
  type Capability,
  type Requirement,
  type RequirementId,
  requirements,
} from '../../../openapi/catalogue.ts';
import { allOperations, type OperationId, operation } from '../../../openapi/description.ts';

/** Requirements that could be exercised with more capabilities. */
export interface Gain {
  readonly capabilities: readonly Capability[];
  readonly requirements: readonly RequirementId[];
}

export interface Diagnosis {
  readonly capabilities: readonly Capability[];
  /** Documented requirements that a suite can check. */
  readonly testable: number;
  /** Requirements that a check can evaluate on the target. */
  readonly exercisable: readonly RequirementId[];
  /** Number of requirements without a check. */
  readonly unchecked: number;
  /** Number of requirements that need state, which Prism does not keep. */
  readonly stateless: number;
  /** Number of requirements that need writes, if access is read-only. */
  readonly unwritten: number;
  /** Sorted by the number of capabilities, then by the gain. */
  readonly gains: readonly Gain[];
}

const documented = requirements.filter(
  ({ level, untestable }) => level === 'documented' && untestable === undefined,
);

const isStateless = (id: RequirementId, { stateless = [] }: Check) =>
  stateless === true || stateless.includes(id);

/** The missing capabilities of each check that covers a requirement; the shortest list first. */
function lacks({ id, operations }: Requirement, target: Target) {
  const offered = capabilitiesOf(target);
  // Prism responds to every operation, so that some exchange can always be judged.
  if (target.kind === 'prism' && shownByAnswers.has(id)) return [[]];
  const about = allOperations.filter((operation) => operations.includes(operation.id));
  const isRun = (check: Check) =>
    check.covers.includes(id) &&
    (target.kind !== 'prism' || isStateless(id, check)) &&
    (accessOf(target) === 'read-write' || check.reads !== undefined);
  if (about.length > 0 && !about.some((operation) => isPermitted(target, operation.id))) return [];
  return allChecks
    .filter(isRun)
    .map((check) => needsOf(check, id).filter((need) => !offered.includes(need)))
    .toSorted((a, b) => a.length - b.length);
}

/** The target without one line of its adapter, such as `operations.createPerson`. */
function without(target: Target, line: string): Target {
  const [kind, name = ''] = line.split('.');
  if (kind === 'controls') {
    const others = Object.entries(target.controls).filter(([each]) => each !== name);
    return { ...target, controls: Object.fromEntries(others) };
  }
  const { id, provenance } = operation(name as OperationId);
  if (provenance === 'assumed') return { ...target, absentOperations: [...target.absentOperations, id] };
  const others = Object.entries(target.operations ?? {}).filter(([each]) => each !== name);
  return { ...target, operations: Object.fromEntries(others) };
}

/** How many documented requirements can only be exercised with a line of the adapter. */
export function addedBy(target: Target, line: string): number {
  return diagnose(target).exercisable.length - diagnose(without(target, line)).exercisable.length;
}

export function diagnose(target: Target): Diagnosis {
  const exercisable: RequirementId[] = [];
  const waiting: { id: RequirementId; missing: readonly Capability[] }[] = [];
  let unchecked = 0;
  let stateless = 0;
  let unwritten = 0;
  for (const entry of documented) {
    const { id } = entry;
    const [missing] = lacks(entry, target);
    if (missing === undefined) {
      if (!allChecks.some(({ covers }) => covers.includes(id))) unchecked += 1;
      else if (target.kind === 'prism') stateless += 1;
      else unwritten += 1;
    } else if (missing.length === 0) exercisable.push(id);
    else waiting.push({ id, missing });
  }
  const sets = new Map(waiting.map(({ missing }) => [missing.toSorted().join(), missing]));
  const gains = [...sets.values()].map((capabilities) => ({
    capabilities,
    requirements: waiting.flatMap(({ id, missing }) =>
      missing.every((need) => capabilities.includes(need)) ? [id] : [],
    ),
  }));
  return {
    capabilities: capabilitiesOf(target),
    testable: documented.length,
    exercisable,
    unchecked,
    stateless,
    unwritten,
    gains: gains.toSorted(
      (a, b) =>
        a.capabilities.length - b.capabilities.length || b.requirements.length - a.requirements.length,
    ),
  };
}
