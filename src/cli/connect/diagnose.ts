/** The requirements that a run exercises, and what it would take to exercise more. */
import { allChecks } from '../../../conformance/all-checks.ts';
import type { RequirementResult } from '../../../conformance/engine/requirement-results.ts';
import type { Results } from '../../../conformance/engine/results.ts';
import { admit } from '../../../conformance/provider/admission.ts';
import { rulesFor } from '../../../conformance/target/rules-for.ts';
import { isPermitted, type Target } from '../../../conformance/target/target.ts';
import { shownByAnswers } from '../../../openapi/answer-requirements.ts';
import type { Requirement } from '../../../openapi/catalogue.ts';
import { allOperations, type OperationId, operation } from '../../../openapi/description.ts';
import { type NextStep, nextSteps } from '../../../reports/next-steps.ts';

/** The part of a requirement's result that a diagnosis needs. */
type Outlook = Pick<RequirementResult, 'id' | 'status' | 'reason' | 'missing' | 'obstacle'>;

export interface Diagnosis {
  /** Documented requirements that can be tested in the environment of the target. */
  readonly testable: number;
  /** Those that a run exercises. */
  readonly exercisable: readonly string[];
  readonly next: readonly NextStep[];
  /** Why the others are not exercised, where no step of `next` adds them. */
  readonly reasons: readonly { readonly reason: string; readonly requirements: readonly string[] }[];
}

function diagnosisOf(documented: readonly Outlook[]): Diagnosis {
  const testable = documented.filter(({ status }) => status !== 'untestable');
  const others = testable.filter(({ status }) => status === 'not-exercised' || status === 'errored');
  const stuck = others.filter(({ missing, obstacle }) => missing === undefined && obstacle === undefined);
  return {
    testable: testable.length,
    exercisable: testable.filter((each) => !others.includes(each)).map(({ id }) => id),
    next: nextSteps(others),
    reasons: [...Map.groupBy(stuck, ({ reason = '' }) => reason)]
      .map(([reason, all]) => ({ reason, requirements: all.map(({ id }) => id) }))
      .toSorted((a, b) => b.requirements.length - a.requirements.length),
  };
}

/** What the run that gave the results exercised. */
export const diagnoseResults = ({ requirements }: Results): Diagnosis =>
  diagnosisOf(requirements.filter(({ level }) => level === 'documented'));

/** Whether a check may reach a requirement on a target that accepts everything. */
function outlookOf({ id, operations, untestable }: Requirement, target: Target): Outlook {
  if (untestable !== undefined) return { id, status: 'untestable' };
  const about = allOperations.filter((each) => operations.includes(each.id));
  const isWritten = about.length > 0 && !about.some((each) => isPermitted(target, each.id));
  // Prism responds to every operation, so that some exchange can always be judged.
  const isShown = target.kind === 'prism' && shownByAnswers.has(id);
  const admissions = allChecks
    .filter(({ covers }) => covers.includes(id))
    .map((check) => admit(target, check));
  if (isShown || (!isWritten && admissions.some(({ reaches }) => reaches(id))))
    return { id, status: 'passed' };
  const reasons = admissions.flatMap(({ why }) => why(id) ?? []);
  const [missing] = reasons
    .flatMap((each) => ('lacking' in each ? [each.lacking] : []))
    .toSorted((a, b) => a.length - b.length);
  const reason = reasons.find((each) => 'reason' in each)?.reason ?? 'No check of this version evaluates it.';
  return { id, status: 'not-exercised', reason, ...(missing && { missing }) };
}

/** What a run exercises at most: if the target accepts every request. */
export const diagnose = (target: Target): Diagnosis =>
  diagnosisOf(
    rulesFor(target.environment)
      .filter(({ level }) => level === 'documented')
      .map((entry) => outlookOf(entry, target)),
  );

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

/** The documented requirements that can only be exercised with a line of the adapter. */
export function needing(target: Target, line: string): readonly string[] {
  const others = new Set(diagnose(without(target, line)).exercisable);
  return diagnose(target).exercisable.filter((id) => !others.has(id));
}
