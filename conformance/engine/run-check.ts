/** Runs one check: tries its cases, shrinks what breaks a requirement, mutes it and goes on. */
import fc from 'fast-check';
import { type RequirementId, requirement } from '../../openapi/catalogue.ts';
import { curlScript } from '../http/curl.ts';
import { type Check, needsOf, type OutOfReach, type RunCase } from '../provider/check.ts';
import { Scenario, type ScenarioServices } from '../provider/scenario.ts';
import { accessOf, capabilitiesOf } from '../target/target.ts';
import { ConformanceError, messageOf } from './errors.ts';
import type { CheckFinished, CheckStatus } from './events.ts';
import type { Finding, Replay, Step } from './finding.ts';
import { Judge } from './judge.ts';
import { CaseEnded, Violation } from './outcome.ts';
import type { Profile } from './profile.ts';
import { redactFinding } from './redact-finding.ts';
import { Tally } from './tally.ts';

export interface CheckRun {
  readonly check: Check;
  readonly services: Omit<ScenarioServices, 'judge' | 'tally' | 'checkId' | 'userAgent' | 'capabilities'>;
  readonly userAgent: string;
  readonly seed: number;
  readonly profile: Profile;
  /** Repeats one finding instead of looking for new ones. */
  readonly replay?: { readonly requirement: RequirementId; readonly replay: Replay };
  readonly onFinding: (finding: Finding) => void;
  readonly onProgress: (requests: number) => void;
}

/** Shrinking stops after so many cases, or so much time: a short counterexample now beats the shortest one later. */
const shrinkLimits = { cases: 250, millis: 5_000 };
const mostFindings = 12;

/** Why a requirement is not evaluated against Prism. */
const statelessReason = 'Prism keeps no state and takes any key: it answers with examples.';

/** Why a check is not run, or does not come to something, where only reads are sent. */
const readOnlyReason = "Only reads are sent. --allow-writes or access: 'read-write' sends writes.";

/** A seed of the check's own, so that checks are independent of each other's order and number (FNV-1a). */
function seedOf(seed: number, id: string): number {
  let hash = seed | 0;
  for (const char of id) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619);
  return hash;
}

interface Failure {
  readonly violation: Violation;
  readonly steps: readonly Step[];
}

/** The state of one search for a violation. */
class Attempt {
  failure: Failure | undefined;
  /** Our own or the network's trouble; ends the check. */
  trouble: unknown;
  readonly #judge: Judge;
  #shrinkCases = 0;
  #shrinkStarted = 0;

  constructor(judge: Judge) {
    this.#judge = judge;
  }

  /** Whether cases are still worth running. */
  get open(): boolean {
    if (this.trouble !== undefined) return false;
    if (this.failure === undefined) return true;
    const { cases, millis } = shrinkLimits;
    return this.#shrinkCases < cases && performance.now() - this.#shrinkStarted < millis;
  }

  caseStarted(): void {
    if (this.failure !== undefined) this.#shrinkCases += 1;
  }

  failed(failure: Failure): void {
    if (this.failure === undefined) this.#shrinkStarted = performance.now();
    this.failure = failure;
    this.#judge.focusOn(failure.violation.requirement);
  }
}

function toFinding(
  check: Check,
  { violation, steps }: Failure,
  seed: number,
  path: string | null,
): Omit<Finding, 'curl'> {
  const { id, level, statement } = requirement(violation.requirement);
  return {
    id: `${check.id}/${id}`,
    requirement: id,
    level,
    check: check.id,
    title: statement,
    expected: violation.evidence.expected,
    actual: violation.evidence.actual,
    ...(violation.evidence.at && { at: violation.evidence.at }),
    // A step in which nothing was said is not part of the conversation.
    steps: steps.filter(({ exchanges, deliveries }) => exchanges.length + deliveries.length > 0),
    replay: {
      seed,
      ...(path !== null && check.kind !== 'example' && { path }),
    },
  };
}

/** Whose fault it is that something was not what a check took it for cannot be told from here. */
function inWords(error: unknown): unknown {
  const isSlip = error instanceof TypeError || error instanceof RangeError || error instanceof URIError;
  if (!isSlip) return error;
  return new Error(`A case could not go on with what the target answered (${error.message}).`, {
    cause: error,
  });
}

export interface CheckOutcome {
  readonly finished: CheckFinished;
  /** Whether the check was cut short because the target did not answer. */
  readonly unreachable: boolean;
}

/** Runs a check to its end, or until the signal is aborted; what was done by then is in the outcome. */
export async function runCheck(run: CheckRun): Promise<CheckOutcome> {
  const { check, profile, replay, onFinding } = run;
  const tally = new Tally();
  const judge = new Judge(tally);
  const { redactor, signal, target } = run.services;
  const started = performance.now();
  const capabilities = capabilitiesOf(target);
  const { userAgent } = run;
  const { stateless = [] } = check;
  const judged = target.kind === 'prism' && stateless !== true ? stateless : undefined;
  const services = {
    ...run.services,
    checkId: check.id,
    userAgent,
    capabilities,
    judge,
    tally,
    ...(judged && { judged }),
  };
  const missing = check.needs.filter((capability) => !capabilities.includes(capability));
  const needsState = judged?.length === 0;
  const readOnly = accessOf(target) === 'read-only';
  const needsWrites = readOnly && check.reads === undefined;
  const isSuperseded = check.unless?.some((capability) => capabilities.includes(capability)) ?? false;
  // What is only missing because nothing is written is not for the target to offer.
  const offered = capabilitiesOf({ ...target, access: 'read-write' });
  let runs = 0;
  let outOfReach: OutOfReach = {};

  const finish = (status: CheckStatus, trouble?: unknown): CheckOutcome => {
    for (const id of check.covers) {
      if (tally.evaluations[id] !== undefined) continue;
      if (judged?.includes(id) === false) {
        tally.skipped(id, statelessReason);
        continue;
      }
      // Why they do not come to it is for the other checks to say.
      if (isSuperseded) continue;
      if (needsWrites) {
        tally.skipped(id, readOnlyReason);
        continue;
      }
      const lacking = [...new Set(needsOf(check, id).filter((need) => !offered.includes(need)))];
      lacking.sort();
      if (lacking.length > 0) tally.lacks(id, lacking);
      else tally.skipped(id, readOnly ? readOnlyReason : `No case of ${check.id} came to it.`);
    }
    const finished: CheckFinished = {
      type: 'check-finished',
      check: check.id,
      status,
      durationMillis: Math.round(performance.now() - started),
      requests: tally.requests,
      ...(tally.repeated > 0 && { repeated: tally.repeated }),
      runs,
      evaluations: tally.evaluations,
      notExercised: Object.fromEntries(
        Object.entries(tally.notExercised).filter(
          ([id]) => tally.evaluations[id as RequirementId] === undefined,
        ),
      ),
      lacking: tally.lacking,
      coverage: { ...tally.coverage, outOfReach },
      ...(trouble !== undefined && { error: redactor.redact(messageOf(trouble)) }),
    };
    return {
      finished,
      unreachable: trouble instanceof ConformanceError && trouble.code === 'TARGET_UNREACHABLE',
    };
  };

  if (needsState || needsWrites || isSuperseded || missing.length > 0) return finish('not-exercised');

  const runCaseOf =
    (attempt: Attempt): RunCase =>
    async (body) => {
      if (!attempt.open || signal.aborted) return;
      attempt.caseStarted();
      runs += 1;
      const scenario = new Scenario(services);
      let violation: Violation | undefined;
      try {
        await body(scenario);
      } catch (error) {
        if (error instanceof Violation) violation = error;
        else if (error instanceof CaseEnded) for (const id of check.covers) scenario.skip(id, error.message);
        else attempt.trouble ??= inWords(error);
      }
      const { flood } = scenario;
      if (flood !== undefined) {
        violation = undefined;
        attempt.trouble ??= flood;
      }
      // What is undone afterwards is not part of the conversation.
      const steps = violation === undefined ? [] : structuredClone(scenario.recording.steps);
      await scenario.close().catch((error: unknown) => {
        attempt.trouble ??= error;
      });
      run.onProgress(tally.requests);
      if (violation === undefined) return;
      attempt.failed({ violation, steps });
      throw violation;
    };

  let worst: CheckStatus = 'passed';
  for (let search = 0; search < mostFindings; search += 1) {
    const attempt = new Attempt(judge);
    if (replay !== undefined) judge.focusOn(replay.requirement);
    const seed = replay?.replay.seed ?? run.seed;
    const cases = check.cases(runCaseOf(attempt), {
      profile,
      has: (capability) => capabilities.includes(capability),
    });
    outOfReach = cases.outOfReach ?? {};
    const path = replay?.replay.path;
    const details = await fc.check(cases.property, {
      seed: seedOf(seed, check.id),
      numRuns: cases.runs,
      ...(cases.examples && { examples: [...cases.examples] }),
      ...(path !== undefined && { path }),
      ...(replay !== undefined && { endOnFailure: true }),
    });
    const { failure, trouble = signal.aborted ? signal.reason : undefined } = attempt;
    if (failure !== undefined) {
      // Tokens may have been issued after what was recorded or judged first.
      const found = redactFinding(toFinding(check, failure, seed, details.counterexamplePath), redactor);
      const { section } = requirement(found.requirement);
      const finding = { ...found, curl: curlScript(found, target.baseUrl, section) };
      onFinding(finding);
      judge.mute(finding.requirement);
      if (finding.level === 'documented') worst = 'failed';
      else if (worst === 'passed') worst = 'warned';
    }
    if (trouble !== undefined) return finish(worst === 'passed' ? 'errored' : worst, trouble);
    if (failure === undefined || replay !== undefined) break;
  }
  if (worst === 'passed' && Object.keys(tally.evaluations).length === 0) return finish('not-exercised');
  return finish(worst);
}
