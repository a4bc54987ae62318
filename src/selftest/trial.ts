/** One trial of the suite itself, on a server whose faults are known. */
import { allChecks } from '../../conformance/checks/index.ts';
import type { Check } from '../../conformance/engine/check.ts';
import type { ProfileName, Verdict } from '../../conformance/engine/events.ts';
import type { Finding } from '../../conformance/engine/finding.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { runConformance } from '../../conformance/engine/run.ts';
import type { Target } from '../../conformance/target/target.ts';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { collectResults } from '../collect-results.ts';
import { faultById, openEmbeddedTarget } from '../embedded-target.ts';
import { replayFinding } from '../replay-finding.ts';
import { tool } from '../tool.ts';

/** What is to be tried: the sound server, or one that breaks a rule on purpose. */
export type Trial =
  | { readonly kind: 'sound'; readonly seed: number; readonly profile: ProfileName }
  | {
      readonly kind: 'fault';
      readonly fault: string;
      readonly seed: number;
      readonly profile: ProfileName;
    };

/** A finding in short. */
export interface Sighting {
  readonly check: string;
  readonly requirement: RequirementId;
  /** Steps of the counterexample, without set-up. */
  readonly steps: number;
}

interface Effort {
  readonly requests: number;
  readonly durationMillis: number;
}

export interface SoundOutcome extends Effort {
  readonly kind: 'sound';
  readonly seed: number;
  /** `failed`: a finding, or a requirement that a check covers was not exercised. */
  readonly status: 'passed' | 'failed' | 'errored';
  readonly verdict: Verdict;
  readonly sightings: readonly Sighting[];
  readonly reason?: string;
}

export interface FaultOutcome extends Effort {
  readonly kind: 'fault';
  readonly fault: string;
  /**
   * - `caught`: by a requirement that the fault breaks, and the finding reproduces.
   * - `unrepeatable`: caught, but the replay did not show it again.
   * - `misattributed`: only requirements were found broken that the fault does not break.
   * - `missed`: no finding.
   */
  readonly status: 'caught' | 'unrepeatable' | 'misattributed' | 'missed' | 'errored';
  /** The shortest attributed finding, of the requirement nearest to the fault. */
  readonly by?: Sighting;
  /** Every finding, attributed or not. */
  readonly sightings: readonly Sighting[];
  readonly reason?: string;
}

export type TrialOutcome = SoundOutcome | FaultOutcome;

const checksAtATime = 4;

const sight = ({ check, requirement, steps }: Finding): Sighting => ({
  check,
  requirement,
  steps: steps.filter(({ phase }) => phase === 'step').length,
});

function resultsOf(target: Target, checks: readonly Check[], { seed, profile }: Trial): Promise<Results> {
  const options = { target, checks, seed, profile, concurrency: checksAtATime, tool };
  return collectResults(runConformance(options));
}

const effortOf = ({ run }: Results): Effort => ({
  requests: run.requests,
  durationMillis: run.durationMillis,
});

/** Our own trouble during a run: nothing is proven then, either way. */
function troubleOf({ verdict, reason, checks }: Results): string | undefined {
  if (verdict === 'error' || verdict === 'incomplete') return reason ?? `The verdict is ${verdict}.`;
  const errored = checks.find(({ error }) => error !== undefined);
  return errored && `${errored.id}: ${errored.error}`;
}

async function trySound(trial: Trial & { kind: 'sound' }): Promise<SoundOutcome> {
  const { target, close } = await openEmbeddedTarget({ control: true });
  try {
    const results = await resultsOf(target, allChecks, trial);
    const news = results.findings.filter(({ level }) => level !== 'assumed');
    const base = {
      kind: 'sound',
      seed: trial.seed,
      verdict: results.verdict,
      sightings: results.findings.map(sight),
      ...effortOf(results),
    } as const;
    const trouble = troubleOf(results);
    if (trouble !== undefined) return { ...base, status: 'errored', reason: trouble };
    const [first] = news;
    if (first !== undefined) {
      return { ...base, status: 'failed', reason: `expected ${first.expected}, got ${first.actual}` };
    }
    // What no check covers yet is not exercised on any target; all else has to be.
    const gap = results.requirements.find(
      ({ level, status, checks }) =>
        level === 'documented' && status !== 'passed' && status !== 'untestable' && checks.length > 0,
    );
    if (gap === undefined) return { ...base, status: 'passed' };
    return { ...base, status: 'failed', reason: `${gap.id} is ${gap.status}: ${gap.reason}` };
  } finally {
    await close();
  }
}

/** Repeats findings on fresh servers, and says why one does not show again. */
async function repeat(
  findings: readonly Finding[],
  { fault: id, profile }: Trial & { kind: 'fault' },
): Promise<string | undefined> {
  for (const finding of findings) {
    const { target, close } = await openEmbeddedTarget({ control: true, fault: faultById(id) });
    try {
      const outcome = await replayFinding({ target, finding, profile });
      if (outcome.status === 'gone') return `${finding.id} does not reproduce`;
      if (outcome.status === 'impossible') return `${finding.id} could not be repeated: ${outcome.reason}`;
    } finally {
      await close();
    }
  }
  return undefined;
}

async function tryFault(trial: Trial & { kind: 'fault' }): Promise<FaultOutcome> {
  const fault = faultById(trial.fault);
  const isAttributed = ({ requirement }: Finding) => fault.breaks.includes(requirement);
  const resultsWith = async (checks: readonly Check[]) => {
    const { target, close } = await openEmbeddedTarget({ control: true, fault });
    try {
      return await resultsOf(target, checks, trial);
    } finally {
      await close();
    }
  };
  // Only a check that covers what is broken can catch it as what it is; the others can only say what else was seen.
  const covering = allChecks.filter(({ covers }) => covers.some((id) => fault.breaks.includes(id)));
  let results = await resultsWith(covering);
  if (!results.findings.some(isAttributed)) results = await resultsWith(allChecks);
  const base = {
    kind: 'fault',
    fault: fault.id,
    sightings: results.findings.map(sight),
    ...effortOf(results),
  } as const;
  const attributed = results.findings.filter(isAttributed);
  const rank = ({ requirement }: Sighting) => fault.breaks.indexOf(requirement);
  const [by] = attributed.map(sight).toSorted((a, b) => a.steps - b.steps || rank(a) - rank(b));
  if (by !== undefined) {
    const reason = await repeat(attributed, trial);
    return reason === undefined
      ? { ...base, by, status: 'caught' }
      : { ...base, by, status: 'unrepeatable', reason };
  }
  const trouble = troubleOf(results);
  if (trouble !== undefined) return { ...base, status: 'errored', reason: trouble };
  if (results.findings.length === 0) return { ...base, status: 'missed', reason: 'no finding' };
  const found = [...new Set(results.findings.map(({ requirement }) => requirement))].join(', ');
  return {
    ...base,
    status: 'misattributed',
    reason: `found ${found}, but it breaks ${fault.breaks.join(', ')}`,
  };
}

export function tryOut(trial: Trial): Promise<TrialOutcome> {
  return trial.kind === 'sound' ? trySound(trial) : tryFault(trial);
}
