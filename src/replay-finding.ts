/** Repeats a finding: the same check at the same seed and path, judged on the same requirement. */
import { allChecks } from '../conformance/all-checks.ts';
import type { CheckFinished, ProfileName, RunFinished } from '../conformance/engine/events.ts';
import type { Finding } from '../conformance/engine/finding.ts';
import type { Survey } from '../conformance/engine/survey.ts';
import { runConformance } from '../conformance/provider/run.ts';
import type { Target } from '../conformance/target/target.ts';
import { suggestion } from '../openapi/nearest.ts';
import { tool } from './tool.ts';

export type ReplayOutcome =
  | { readonly status: 'reproduced'; readonly finding: Finding }
  /** The requirement was evaluated on the same conversation, and it held. */
  | { readonly status: 'gone' }
  /** Nothing can be said. */
  | { readonly status: 'impossible'; readonly reason: string };

function withoutFinding(
  { requirement }: Finding,
  outcome: CheckFinished | undefined,
  end: RunFinished | undefined,
): ReplayOutcome {
  if (end?.verdict === 'incomplete' || outcome === undefined) {
    return { status: 'impossible', reason: end?.reason ?? 'The run ended early.' };
  }
  if (outcome.error !== undefined) return { status: 'impossible', reason: outcome.error };
  if (outcome.evaluations[requirement] !== undefined) return { status: 'gone' };
  const reason = outcome.notExercised[requirement] ?? 'the conversation took another course';
  return { status: 'impossible', reason: `${requirement} was not evaluated: ${reason}` };
}

export interface ReplayOptions {
  readonly target: Target;
  readonly finding: Finding;
  /** The profile of the run that found it: generated values depend on it. */
  readonly profile: ProfileName;
  /** Requests that may leave in a second. */
  readonly rate?: number;
  /** The survey of the run that found it. @defaultValue the target is surveyed again */
  readonly survey?: Survey;
  readonly signal?: AbortSignal;
}

export async function replayFinding(options: ReplayOptions): Promise<ReplayOutcome> {
  const { target, finding, profile, rate, survey, signal } = options;
  const { check, requirement, replay } = finding;
  if (!allChecks.some(({ id }) => id === check)) {
    const near = suggestion(
      check,
      allChecks.map(({ id }) => id),
    );
    return { status: 'impossible', reason: `This version has no check ${check}.${near}` };
  }
  const events = runConformance({
    target,
    checks: allChecks,
    seed: replay.seed,
    profile,
    concurrency: 1,
    tool,
    replay: { check, requirement, replay },
    ...(rate !== undefined && { rate }),
    ...(survey && { survey }),
    ...(signal && { signal }),
  });
  let again: Finding | undefined;
  let outcome: CheckFinished | undefined;
  let end: RunFinished | undefined;
  for await (const event of events) {
    if (event.type === 'finding-reported' && event.finding.requirement === requirement) again = event.finding;
    else if (event.type === 'check-finished') outcome = event;
    else if (event.type === 'run-finished') end = event;
  }
  return again === undefined
    ? withoutFinding(finding, outcome, end)
    : { status: 'reproduced', finding: again };
}
