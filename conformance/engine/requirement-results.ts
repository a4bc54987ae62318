/** What a run showed of each requirement, and the verdict that follows. */
import { whyOutside } from './basis.ts';
import type { Catalogue, Level, Requirement, RequirementStatus } from './catalogue.ts';
import type { CheckFinished, RunStarted, TargetSummary, TargetSurveyed } from './events.ts';
import type { Finding } from './finding.ts';
import type { Obstacle } from './outcome.ts';

export interface RequirementResult {
  readonly id: string;
  readonly level: Level;
  readonly section: string;
  readonly statement: string;
  readonly status: RequirementStatus;
  readonly evaluations: number;
  /** Checks of the run that cover the requirement. */
  readonly checks: readonly string[];
  /** Why it was not exercised or does not count, is errored or is untestable; or on what part of its operations it passed. */
  readonly reason?: string;
  /** The missing capabilities, if that is why the requirement was not exercised. */
  readonly missing?: readonly string[];
  /** The rejected request, if that is why the requirement was not exercised. */
  readonly obstacle?: Obstacle;
  /** If it passed on some of its operations only: how many these are, and why it was not evaluated on each other one. */
  readonly operations?: { readonly reached: number; readonly missed: Readonly<Record<string, string>> };
  /** What was seen that may break it, and does not count. */
  readonly warning?: string;
  /** Why its failure does not affect the verdict, if every finding of it is known. */
  readonly known?: string;
  /** Why it does not affect the verdict, whatever its status: a later set has it, or nobody claims it. */
  readonly outside?: string;
}

/** The result of a run so far; grows with every event. */
export interface Progress {
  readonly started: RunStarted;
  readonly surveyed?: TargetSurveyed | undefined;
  readonly checks: readonly CheckFinished[];
  readonly findings: readonly Finding[];
}

/** The target as far as it is known. */
export const targetOf = ({ started, surveyed }: Progress): TargetSummary =>
  surveyed?.target ?? started.target;

/** Of a requirement that passed: what is known of the operations that it was not evaluated on. */
function extentOf(
  outcomes: readonly CheckFinished[],
  id: string,
): Pick<RequirementResult, 'reason' | 'operations'> {
  const sweeps = outcomes.flatMap((outcome) => outcome.sweeps?.[id] ?? []);
  const reached = new Set(sweeps.flatMap((sweep) => sweep.reached));
  const missed = Object.fromEntries(
    sweeps.flatMap((sweep) => Object.entries(sweep.missed).filter(([operation]) => !reached.has(operation))),
  );
  const names = Object.keys(missed);
  if (names.length === 0) return {};
  const all = reached.size + names.length;
  return {
    reason: `Passed for ${reached.size} of ${all} operations. Not tried: ${names.join(', ')}.`,
    operations: { reached: reached.size, missed },
  };
}

function statusOf(
  entry: Requirement,
  progress: Progress,
): Pick<
  RequirementResult,
  'status' | 'evaluations' | 'checks' | 'reason' | 'missing' | 'obstacle' | 'operations' | 'warning' | 'known'
> {
  const { started, checks, findings } = progress;
  const covering = started.checks.filter(({ covers }) => covers.includes(entry.id)).map(({ id }) => id);
  const outcomes = checks.filter(
    ({ check, evaluations }) => covering.includes(check) || entry.id in evaluations,
  );
  const evaluations = outcomes.reduce((sum, outcome) => sum + (outcome.evaluations[entry.id] ?? 0), 0);
  const warning = outcomes.find(({ warnings }) => warnings?.[entry.id] !== undefined)?.warnings?.[entry.id];
  const base = { evaluations, checks: covering, ...(warning !== undefined && { warning }) };
  if (entry.untestable !== undefined) return { ...base, status: 'untestable', reason: entry.untestable };
  const found = findings.filter(({ requirement }) => requirement === entry.id);
  if (found.length > 0) {
    const reasons = new Set(found.flatMap(({ known }) => known?.reason ?? []));
    const isKnown = found.every(({ known }) => known !== undefined);
    return {
      ...base,
      status: entry.level === 'documented' ? 'failed' : 'warned',
      ...(isKnown && { known: [...reasons].join(' ') }),
    };
  }
  // Neither failed nor passed: whether it was broken is a matter of interpretation.
  const leftOut = outcomes.flatMap((outcome) => outcome.leftOut?.[entry.id] ?? []);
  if (leftOut[0] !== undefined) return { ...base, status: 'not-exercised', reason: leftOut[0] };
  // An errored check evaluated only a part of its cases.
  const whole = outcomes.some((outcome) => outcome.error === undefined && entry.id in outcome.evaluations);
  if (whole) return { ...base, status: 'passed', ...extentOf(outcomes, entry.id) };
  const error = outcomes.find((outcome) => outcome.error !== undefined)?.error;
  if (error !== undefined) return { ...base, status: 'errored', reason: error };
  // In the order of the suite, whichever check ended first.
  const inOrder = outcomes.toSorted((a, b) => covering.indexOf(a.check) - covering.indexOf(b.check));
  // With read-only access, the reason of a check that ran is more helpful than that of a check that could not run.
  const ran = targetOf(progress).access === 'read-only' ? inOrder.filter(({ runs }) => runs > 0) : [];
  const telling = [...ran, ...inOrder].find(({ notExercised }) => notExercised[entry.id] !== undefined);
  const missing = telling?.lacking?.[entry.id];
  const obstacle = telling?.obstacles?.[entry.id];
  const uncovered =
    started.run.shard === undefined
      ? 'Not covered by the selected checks.'
      : 'Not covered by this shard: join the shards with `conformance report merge`.';
  const vain = inOrder.find(({ runs }) => runs > 0);
  const unreached =
    vain === undefined
      ? 'The run ended before a check evaluated it.'
      : (entry.whyUnreached?.(vain) ?? `No case of ${vain.check} evaluated it.`);
  const silent = covering.length === 0 ? uncovered : unreached;
  return {
    ...base,
    status: 'not-exercised',
    reason: telling?.notExercised[entry.id] ?? silent,
    ...(missing && { missing }),
    ...(obstacle && { obstacle }),
  };
}

export function requirementResults(catalogue: Catalogue, progress: Progress): RequirementResult[] {
  return catalogue.map((entry) => {
    const outside = whyOutside(entry, progress.started.run);
    return {
      id: entry.id,
      level: entry.level,
      section: entry.section,
      statement: entry.statement,
      ...statusOf(entry, progress),
      ...(outside !== undefined && { outside }),
    };
  });
}

/**
 * The verdict of a completed run.
 *
 * @param scope a shard can be `partial` at best, and need not have evaluated anything
 */
export function verdictOf(
  results: readonly RequirementResult[],
  scope: 'whole' | 'shard' = 'whole',
): 'conformant' | 'partial' | 'non-conformant' | 'error' {
  const documented = results.filter(({ level, outside }) => level === 'documented' && outside === undefined);
  if (documented.some(({ status, known }) => status === 'failed' && known === undefined)) {
    return 'non-conformant';
  }
  if (scope === 'shard') return 'partial';
  if (results.every(({ evaluations }) => evaluations === 0)) return 'error';
  const testable = documented.filter(({ status }) => status !== 'untestable');
  if (testable.length > 0 && testable.every(({ status }) => status === 'passed')) return 'conformant';
  return 'partial';
}
