/** Runs the checks of a suite as a stream of events. */
import { type VerdictBasis, whyOutside } from './basis.ts';
import type { Catalogue, Requirement } from './catalogue.ts';
import { type Check, type Profile, profiles } from './check.ts';
import { ConformanceError, messageOf } from './errors.ts';
import { type Emitter, streamEvents } from './event-stream.ts';
import type { ProfileName, RunEvent, Verdict } from './events.ts';
import type { Finding, Replay } from './finding.ts';
import { type Invocation, withoutSecrets } from './invocation.ts';
import { type KnownFailure, knownAs } from './known.ts';
import { Places } from './places.ts';
import { requirementResults, verdictOf } from './requirement-results.ts';
import { type CheckOutcome, runCheck } from './run-check.ts';
import type { BaseScenario } from './scenario.ts';
import type { ShardPlan } from './shard.ts';
import type { Subject, Suite } from './suite.ts';

/** How a suite is run, whatever it tests. */
export interface EngineOptions {
  /** The source of all random values; 32-bit integer. */
  readonly seed: number;
  readonly profile: ProfileName;
  /**
   * Checks that are at work at a time. Those that wait for the target make room for others.
   *
   * @defaultValue four, or as many as the subject likes
   */
  readonly concurrency?: number | undefined;
  readonly tool: { readonly name: string; readonly version: string };
  /** Ends the run; the verdict is then `incomplete`. */
  readonly signal?: AbortSignal;
  /** Runs a part of the checks; the others are not exercised here. */
  readonly shard?: ShardPlan;
  /** Findings that do not affect the verdict. */
  readonly knownFailures?: readonly KnownFailure[];
  /** What the verdict speaks of. @defaultValue everything */
  readonly basis?: VerdictBasis;
  /** Leaves out documented findings that depend on an interpretation; their requirements count as not exercised. */
  readonly strictToTheLetter?: boolean;
  /** The run ends after this time; the verdict is then `incomplete`. */
  readonly timeBudgetMillis?: number;
  /** Ends the run at the first finding for which this is true; the verdict covers what was done by then. */
  readonly endAt?: (finding: Finding) => boolean;
  /** How a command line started it, for the commands in its reports. */
  readonly invocation?: Invocation;
  /**
   * `reach`: the run finds out which requirements it can exercise, with as few requests as that takes, and reports no
   * finding. @defaultValue `findings`
   */
  readonly looksFor?: 'findings' | 'reach';
  /** Repeats one finding: only its check runs, at its seed and path. */
  readonly replay?: { readonly check: string; readonly requirement: string; readonly replay: Replay };
}

/** Tours reach what random values and moves do, so that there are few of those. */
const toReach: Profile = { ...profiles.standard, propertyRuns: 2, modelRuns: 1 };

/** After this number of consecutive checks that the network cut short, the run asks whether the target still responds. */
const breakAfter = 2;

/** Checks that are at work at a time, if nobody says otherwise. */
export const usualConcurrency = 4;

/** How many checks are under way for each that is at work: the others wait for the target. */
const underWay = (concurrency: number) => (concurrency > 1 ? 8 * concurrency : 1);

/** Runs the tasks, `width` at a time. When one throws, starts no others and waits for those that are running. */
async function inParallel<T>(
  tasks: readonly T[],
  width: number,
  work: (task: T) => Promise<void>,
): Promise<void> {
  const queue = [...tasks];
  const worker = async () => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      try {
        await work(task);
      } catch (error) {
        queue.length = 0;
        throw error;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: Math.max(1, width) }, worker));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

function lookUp(catalogue: Catalogue) {
  const byId = new Map(catalogue.map((entry) => [entry.id, entry]));
  return (id: string) => {
    const entry = byId.get(id);
    if (entry === undefined)
      throw new Error(`A check evaluates ${id}, which is not in the suite's catalogue.`);
    return entry;
  };
}

/** Ends a run whose target does not answer any more. */
class CircuitBreaker {
  readonly #controller = new AbortController();
  readonly #stillAnswers: (signal: AbortSignal) => Promise<boolean>;
  #cutShort = 0;

  constructor(stillAnswers: (signal: AbortSignal) => Promise<boolean>) {
    this.#stillAnswers = stillAnswers;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async note({ finished, unreachable, down }: CheckOutcome, signal: AbortSignal): Promise<void> {
    if (down) {
      this.#controller.abort(new Error(finished.error));
      return;
    }
    this.#cutShort = unreachable ? this.#cutShort + 1 : 0;
    if (this.#cutShort < breakAfter) return;
    // A target that breaks off only some connections is still tested to the end.
    this.#cutShort = 0;
    if (await this.#stillAnswers(signal)) return;
    this.#controller.abort(new Error(`The target stopped answering. ${finished.error}`));
  }
}

/** The checks of this run: those of its shard, or the one to repeat. */
function checksOf<Kind extends { readonly id: string }>(
  checks: readonly Kind[],
  { shard, replay }: EngineOptions,
): readonly Kind[] {
  const mine =
    shard && new Set(shard.plan.filter((each) => each.shard === shard.index).map((each) => each.check));
  return checks.filter(({ id }) => (replay === undefined || id === replay.check) && (mine?.has(id) ?? true));
}

/** Tells what was found out, even if the preparation failed in the end. */
async function prepare<Case extends BaseScenario, Kind extends Check<Case>>(
  subject: Subject<Case, Kind>,
  emitter: Emitter,
  signal: AbortSignal,
): Promise<void> {
  try {
    await subject.prepare(signal, (notice) => emitter.emit({ type: 'notice-given', notice }));
  } finally {
    const { survey, summary: target } = subject;
    if (survey !== undefined) emitter.emit({ type: 'target-surveyed', target, survey });
  }
}

async function perform<Case extends BaseScenario, Kind extends Check<Case>>(
  suite: Suite<Case, Kind>,
  options: EngineOptions,
  emitter: Emitter,
  cancelled: AbortSignal,
): Promise<void> {
  const {
    seed,
    profile,
    replay,
    shard,
    knownFailures,
    basis = {},
    strictToTheLetter = false,
    tool,
    invocation,
    looksFor = 'findings',
  } = options;
  const { subject } = suite;
  const reached = looksFor === 'reach' ? new Set<string>() : undefined;
  const checks = checksOf(suite.checks, options);
  const breaker = new CircuitBreaker((signal) => subject.stillAnswers(signal));
  using budget = startBudget(options.timeBudgetMillis);
  const enough = new AbortController();
  const enders = [cancelled, breaker.signal, budget?.signal, options.signal, enough.signal];
  const signal = AbortSignal.any(enders.filter((ender) => ender !== undefined));
  const startedAt = new Date().toISOString();
  const known = (finding: Finding, entry: Requirement): Finding => {
    const outside = whyOutside(entry, basis);
    const listed = knownAs(finding, knownFailures ?? [], startedAt);
    const how = outside === undefined ? listed : ({ list: 'outside', reason: outside } as const);
    return how === undefined ? finding : { ...finding, known: how };
  };
  const onFinding = (finding: Finding) => {
    emitter.emit({ type: 'finding-reported', finding });
    if (options.endAt?.(finding)) enough.abort(new Error(`The run ended at the finding ${finding.id}.`));
  };
  emitter.emit({
    type: 'run-started',
    schemaVersion: 1,
    tool,
    target: subject.summary,
    run: {
      seed,
      profile,
      startedAt,
      ...basis,
      ...(shard && { shard: { index: shard.index, count: shard.count } }),
      ...(strictToTheLetter && { strictToTheLetter: true }),
      ...(invocation && { invocation: withoutSecrets(invocation, subject.redactor) }),
    },
    checks: checks.map(({ id, title, covers }) => ({ id, title, covers })),
    ...(shard && { plan: shard.plan }),
    ...(knownFailures && { knownFailures }),
  });
  try {
    await prepare(subject, emitter, signal);
    const requirement = lookUp(suite.catalogue);
    const whole = reached === undefined ? profiles[profile] : toReach;
    const effort = subject.limit?.(whole) ?? whole;
    const { concurrency = usualConcurrency } = options;
    const places = new Places(() => options.concurrency ?? subject.width ?? usualConcurrency);
    const runsAhead = subject.runsAhead === true && concurrency > 1 && reached === undefined;
    await inParallel(checks, underWay(concurrency), async (check) => {
      const place = await places.take();
      // An interrupted run ends only when nobody waits for a place.
      if (signal.aborted) place.leave();
      signal.throwIfAborted();
      emitter.emit({ type: 'check-started', check: check.id });
      const outcome = await runCheck({
        suite,
        check,
        requirement,
        userAgent: `${tool.name}/${tool.version} (${check.id})`,
        seed,
        profile: effort,
        ...(reached && { reached }),
        strictToTheLetter,
        signal,
        place,
        ...(runsAhead && { spare: places }),
        ...(replay !== undefined && { replay }),
        onFinding: (finding) => onFinding(known(finding, requirement(finding.requirement))),
        onProgress: (requests) => emitter.emit({ type: 'check-progressed', check: check.id, requests }),
      }).finally(() => place.leave());
      emitter.emit(outcome.finished);
      await breaker.note(outcome, signal);
      signal.throwIfAborted();
    });
    const { verdict, reason } = conclude(suite, options, emitter);
    emitter.finish(verdict, reason);
  } catch (error) {
    const reason = subject.redactor.redact(messageOf(error));
    if (enough.signal.aborted) emitter.finish(conclude(suite, options, emitter).verdict, reason);
    else if (signal.aborted) emitter.finish('incomplete', reason);
    else if (error instanceof ConformanceError) emitter.finish('error', reason, error.code);
    else throw error;
  } finally {
    await subject.close();
  }
}

/** The verdict of a completed run. */
function conclude<Case extends BaseScenario, Kind extends Check<Case>>(
  { catalogue, subject }: Suite<Case, Kind>,
  { shard }: EngineOptions,
  { collector }: Emitter,
): { readonly verdict: Verdict; readonly reason?: string } {
  const { progress } = collector;
  const scope = shard === undefined ? 'whole' : 'shard';
  const verdict =
    progress === undefined ? 'error' : verdictOf(requirementResults(catalogue, progress), scope);
  const errors = progress?.checks.flatMap(({ error }) => error ?? []) ?? [];
  const concluded = subject.conclude?.(verdict, errors) ?? { verdict };
  if (concluded.verdict !== 'error' || concluded.reason !== undefined) return concluded;
  return { verdict: 'error', reason: 'Not one requirement was evaluated.' };
}

/**
 * Runs the checks of a suite. The stream ends with exactly one `run-finished`. Trouble with the target gives the verdict
 * `error`, and is never thrown. Leaving the stream early ends the run.
 */
export const runSuite = <Case extends BaseScenario, Kind extends Check<Case>>(
  suite: Suite<Case, Kind>,
  options: EngineOptions,
): AsyncIterable<RunEvent> =>
  streamEvents(
    () => suite.catalogue,
    (emitter, cancelled) => perform(suite, options, emitter, cancelled),
  );

export interface Budget extends Disposable {
  /** Aborted with the reason when the time is used up. */
  readonly signal: AbortSignal;
}

/** @returns undefined if the run has no time limit; disposing of the budget stops its timer */
function startBudget(millis: number | undefined): Budget | undefined {
  if (millis === undefined) return undefined;
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new Error(`The time budget of ${millis / 1000} s is spent.`));
  }, millis);
  return { signal: controller.signal, [Symbol.dispose]: () => clearTimeout(timer) };
}
