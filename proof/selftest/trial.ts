/** One trial of a self-test, on a server with known faults. */
import { allChecks } from '../../conformance/all-checks.ts';
import type { ProfileName } from '../../conformance/engine/events.ts';
import type { Finding } from '../../conformance/engine/finding.ts';
import type { Results } from '../../conformance/engine/results.ts';
import type { Check } from '../../conformance/provider/check.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { businessesOf, checksOf } from '../../conformance/smoke.ts';
import type { OpenTarget } from '../../conformance/target/target.ts';
import { collectResults } from '../../src/collect-results.ts';
import { replayFinding } from '../../src/replay-finding.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import { runVariants } from '../benign/run-variant.ts';
import { combineFaults } from '../faults/combine.ts';
import type { Fault } from '../faults/fault.ts';
import { faultById } from '../faults/index.ts';
import finders from './finders.json' with { type: 'json' };
import type {
  FaultOutcome,
  PairOutcome,
  Sighting,
  SoundOutcome,
  Suspect,
  TrialOutcome,
  VariantOutcome,
} from './record.ts';
import { throughAdapter } from './through-adapter.ts';
import { Witness } from './witness.ts';

interface Effort {
  readonly seed: number;
  readonly profile: ProfileName;
  /** End at the finding that catches a fault; which other checks can catch it is not known then. */
  readonly failFast?: true;
  /** Reach the server as one of somebody else, through an adapter whose lines are tried first. */
  readonly throughAdapter?: true;
}

/** The server to test: the sound one, or one with one or two deliberate faults or benign variants. */
export type Trial =
  | ({ readonly kind: 'sound' } & Effort)
  | ({ readonly kind: 'fault'; readonly fault: string } & Effort)
  | ({ readonly kind: 'pair'; readonly faults: readonly [string, string] } & Effort)
  /** One variant, or two on one server. */
  | ({ readonly kind: 'variant'; readonly variants: readonly string[] } & Effort);

type Deviation = Pick<Fault, 'id' | 'overrides' | 'environment'>;

const checksAtATime = 4;

function sightingOf({ check, requirement, level, steps }: Finding, witness: Witness): Sighting {
  return {
    check,
    requirement,
    level,
    steps: steps.filter(({ phase }) => phase === 'step').length,
    ...witness.sawBroken(check, requirement),
  };
}

/** Opens a server on which resources exist already, for the checks that judge existing ones. */
async function openServer(deviation: Deviation | undefined, effort: Effort): Promise<OpenTarget> {
  const options = { control: true, ...(deviation && { fault: deviation }) };
  // A fault can make the example data fail; it must then be found without.
  const { target, close } = await openEmbeddedTarget({ ...options, seedData: true }).catch(() =>
    openEmbeddedTarget(options),
  );
  return { target: effort.throughAdapter ? throughAdapter(target) : target, close };
}

/** Runs checks on a fresh server. */
async function runOn(
  deviation: Deviation | undefined,
  checks: readonly Check[],
  effort: Effort,
  witness: Witness,
  endAt?: (finding: Finding) => boolean,
): Promise<Results> {
  const { seed, profile } = effort;
  const { target, close } = await openServer(deviation, effort);
  try {
    witness.watch(target.baseUrl);
    const watched = checks.map((check) => witness.watching(check));
    const maxBusinesses = businessesOf(profile);
    return await collectResults(
      runConformance({
        ...{ target, checks: watched, seed, profile, concurrency: checksAtATime, tool },
        ...(effort.throughAdapter && { tries: 'lines' }),
        ...(maxBusinesses !== undefined && { maxBusinesses }),
        ...(endAt && { endAt }),
      }),
    );
  } finally {
    await close();
  }
}

/** The error of the run or of a check, if any: the trial then proves nothing. */
function troubleOf({ verdict, reason, checks }: Results): string | undefined {
  if (verdict === 'error' || verdict === 'incomplete') return reason ?? `The verdict is ${verdict}.`;
  const errored = checks.find(({ error }) => error !== undefined);
  return errored && `${errored.id}: ${errored.error}`;
}

const effortOf = ({ now }: Witness) => ({ requests: now.requests, durationMillis: now.millis });

async function trySound(trial: Trial & { kind: 'sound' }): Promise<SoundOutcome> {
  using witness = new Witness();
  const results = await runOn(undefined, checksOf(trial.profile, allChecks), trial, witness);
  const { findings, requirements, verdict } = results;
  const base = {
    kind: 'sound',
    seed: trial.seed,
    verdict,
    others: findings.map((finding) => sightingOf(finding, witness)),
    evaluations: Object.fromEntries(requirements.map(({ id, evaluations }) => [id, evaluations])),
    ...effortOf(witness),
  } as const;
  const trouble = troubleOf(results);
  if (trouble !== undefined) return { ...base, status: 'errored', reason: trouble };
  const first = findings.find(({ level }) => level !== 'assumed');
  if (first !== undefined) {
    return { ...base, status: 'failed', reason: `expected ${first.expected}, got ${first.actual}` };
  }
  // Requirements without a check are never exercised; all others must be, unless the profile or the adapter leaves some out.
  const isWhole = trial.profile !== 'smoke' && !trial.throughAdapter;
  const gap = requirements.find(
    ({ level, status, checks }) =>
      isWhole &&
      level === 'documented' &&
      status !== 'passed' &&
      status !== 'untestable' &&
      checks.length > 0,
  );
  if (gap === undefined) return { ...base, status: 'passed' };
  return { ...base, status: 'failed', reason: `${gap.id} is ${gap.status}: ${gap.reason}` };
}

/** Repeats a finding on a fresh server, and says why it does not show again. */
async function repeatOne(
  deviation: Deviation,
  finding: Finding,
  effort: Effort,
  witness: Witness,
): Promise<string | undefined> {
  const { target, close } = await openServer(deviation, effort);
  try {
    witness.watch(target.baseUrl);
    const outcome = await replayFinding({ target, finding, profile: effort.profile });
    if (outcome.status === 'gone') return `${finding.id} does not reproduce`;
    if (outcome.status === 'impossible') return `${finding.id} could not be repeated: ${outcome.reason}`;
    return undefined;
  } finally {
    await close();
  }
}

/**
 * Repeats findings on fresh servers, and says why a requirement has none that shows again. Another finding of the same
 * requirement may depend on what other cases did on the server meanwhile. A fault that spares the first business shows
 * in a fresh server only where one case has two.
 */
async function repeat(
  deviation: Deviation,
  { subtle }: Fault,
  findings: readonly Finding[],
  effort: Effort,
  witness: Witness,
): Promise<string | undefined> {
  const isSpared = subtle?.includes('second-business') ?? false;
  const reasons = new Map<string, string | undefined>();
  for (const finding of findings) {
    const one = isSpared ? 'any' : finding.requirement;
    const reason = await repeatOne(deviation, finding, effort, witness);
    if (reason === undefined || !reasons.has(one)) reasons.set(one, reason);
  }
  return [...reasons.values()].find((reason) => reason !== undefined);
}

const isOf =
  ({ breaks }: Fault) =>
  ({ requirement }: Finding) =>
    breaks.some((id) => id === requirement);

const cheapestFirst = ['example', 'property', 'model'] satisfies Check['kind'][];

/**
 * The checks that cover a requirement that the fault breaks: only they can name it rightly. All of them are run, so
 * that every one that can catch it is known; the cheap ones first, so that it is caught early.
 */
function coveringChecks(suspects: readonly Fault[], profile: ProfileName): readonly Check[] {
  return checksOf(profile, allChecks)
    .filter(({ covers }) => covers.some((id) => suspects.some(({ breaks }) => breaks.includes(id))))
    .toSorted((a, b) => cheapestFirst.indexOf(a.kind) - cheapestFirst.indexOf(b.kind));
}

const finderOf = new Map(Object.entries(finders));

/** The checks that saw the faults first in the recorded self-test. */
function knownFinders(suspects: readonly Fault[], profile: ProfileName): readonly Check[] {
  const ids = suspects.map(({ id }) => finderOf.get(id));
  return checksOf(profile, allChecks).filter(({ id }) => ids.includes(id));
}

/** Why requirements that a fault breaks were not judged. */
const excusesFor = ({ breaks }: Fault, { requirements }: Results): readonly string[] =>
  breaks.flatMap((id) => {
    const { status, reason } = requirements.find((each) => each.id === id) ?? {};
    return status === 'not-exercised' ? [`${id} is not exercised: ${reason}`] : [];
  });

/** A requirement that a fault breaks and that has a warning. */
const warningOf = ({ breaks }: Fault, { requirements }: Pick<Results, 'requirements'>) =>
  requirements.find(({ id, warning }) => warning !== undefined && breaks.some((broken) => broken === id));

/** Why a fault has no finding of its own. */
function unseen(
  suspect: Fault,
  results: Results,
  { throughAdapter }: Effort,
): Pick<Suspect, 'status' | 'reason'> {
  const trouble = troubleOf(results);
  if (trouble !== undefined) return { status: 'errored', reason: trouble };
  const warned = warningOf(suspect, results);
  if (throughAdapter && warned !== undefined)
    return { status: 'warned', reason: `${warned.id}: ${warned.warning}` };
  if (results.findings.length === 0)
    return { status: 'missed', reason: ['no finding', ...excusesFor(suspect, results)].join('; ') };
  const found = [...new Set(results.findings.map(({ requirement }) => requirement))].join(', ');
  return {
    status: 'misattributed',
    reason: `found ${found}, but it breaks ${suspect.breaks.join(', ')}`,
  };
}

/** Looks for faults that are all on one server. */
async function look(suspects: readonly Fault[], deviation: Deviation, effort: Effort) {
  using witness = new Witness();
  const endAt = () => {
    const unseen = new Set(suspects);
    return (finding: Finding) => {
      for (const suspect of unseen) if (isOf(suspect)(finding)) unseen.delete(suspect);
      return unseen.size === 0;
    };
  };
  const run = (checks: readonly Check[]) =>
    runOn(deviation, checks, effort, witness, effort.failFast && endAt());
  const isDone = ({ requirements, findings }: Results) =>
    suspects.every((suspect) => findings.some(isOf(suspect))) ||
    (effort.throughAdapter && suspects.some((suspect) => warningOf(suspect, { requirements })));
  const known = effort.failFast ? knownFinders(suspects, effort.profile) : [];
  let results = await run(known.length > 0 ? known : coveringChecks(suspects, effort.profile));
  if (known.length > 0 && !isDone(results)) results = await run(coveringChecks(suspects, effort.profile));
  // The other checks only show where else the fault is visible.
  if (!isDone(results)) results = await run(checksOf(effort.profile, allChecks));
  const { findings } = results;
  const judge = async (suspect: Fault): Promise<Suspect> => {
    const attributed = findings.filter(isOf(suspect));
    const sightings = attributed.map((finding) => sightingOf(finding, witness));
    const ranks: readonly string[] = suspect.breaks;
    const rank = ({ requirement }: Sighting) => ranks.indexOf(requirement);
    const [by] = sightings.toSorted((a, b) => a.steps - b.steps || rank(a) - rank(b));
    const [first] = sightings.toSorted((a, b) => a.requests - b.requests);
    const base = { fault: suspect.id, sightings };
    if (by === undefined || first === undefined) return { ...base, ...unseen(suspect, results, effort) };
    // What is repeated through an adapter is the same conversation.
    const reason = effort.throughAdapter
      ? undefined
      : await repeat(deviation, suspect, attributed, effort, witness);
    return reason === undefined
      ? { ...base, by, first, status: 'caught' }
      : { ...base, by, first, status: 'unrepeatable', reason };
  };
  const parts: Suspect[] = [];
  for (const suspect of suspects) parts.push(await judge(suspect));
  const others = findings
    .filter((finding) => !suspects.some((suspect) => isOf(suspect)(finding)))
    .map((finding) => sightingOf(finding, witness));
  return { parts, others, ...effortOf(witness) };
}

async function tryFault(trial: Trial & { kind: 'fault' }): Promise<FaultOutcome> {
  const fault = faultById(trial.fault);
  const { parts, ...rest } = await look([fault], fault, trial);
  const [part] = parts;
  if (part === undefined) throw new Error(`Nothing was said of ${fault.id}.`);
  return { kind: 'fault', ...part, ...rest };
}

async function tryPair(trial: Trial & { kind: 'pair' }): Promise<PairOutcome> {
  const [left, right] = [faultById(trial.faults[0]), faultById(trial.faults[1])];
  const { parts, ...rest } = await look([left, right], combineFaults(left, right), trial);
  const [first, second] = parts;
  if (first === undefined || second === undefined)
    throw new Error(`Nothing was said of ${left.id} or ${right.id}.`);
  return { kind: 'pair', faults: [first, second], ...rest };
}

async function tryVariant(trial: Trial & { kind: 'variant' }): Promise<VariantOutcome> {
  using witness = new Witness();
  const results = await runVariants(trial.variants, trial);
  const held = results.findings.filter(({ level }) => level === 'documented');
  const base = {
    kind: 'variant' as const,
    variants: [...trial.variants],
    others: held.map((finding) => sightingOf(finding, witness)),
    requests: results.run.requests,
    durationMillis: witness.now.millis,
  };
  const trouble = troubleOf(results);
  if (trouble !== undefined) return { ...base, status: 'errored', reason: trouble };
  const [first] = held;
  if (first === undefined) return { ...base, status: 'passed' };
  const reason = `${first.id}: expected ${first.expected}, got ${first.actual}`;
  return { ...base, status: 'failed', reason };
}

export function tryOut(trial: Trial): Promise<TrialOutcome> {
  switch (trial.kind) {
    case 'sound':
      return trySound(trial);
    case 'fault':
      return tryFault(trial);
    case 'pair':
      return tryPair(trial);
    case 'variant':
      return tryVariant(trial);
  }
  return trial satisfies never;
}
