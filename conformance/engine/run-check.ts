/** Runs one check: executes its cases, shrinks a violation, mutes its requirement and goes on. */
import fc from 'fast-check';
import { Ahead } from './ahead.ts';
import type { Requirement } from './catalogue.ts';
import type { Check, CheckCase, GeneratedCases, OutOfReach, Profile } from './check.ts';
import { ConformanceError, messageOf } from './errors.ts';
import type { CheckFinished, CheckStatus } from './events.ts';
import type { Finding, Replay } from './finding.ts';
import { Judge } from './judge.ts';
import type { Place, Places } from './places.ts';
import { redactFinding } from './redact-finding.ts';
import { type CaseOutcome, runCase } from './run-case.ts';
import type { BaseScenario } from './scenario.ts';
import { type Failure, SearchState, shrinkLimits } from './search-state.ts';
import type { Suite } from './suite.ts';
import { Tally } from './tally.ts';

export interface CheckRun<Case extends BaseScenario, Kind extends Check<Case>> {
  readonly suite: Pick<Suite<Case, Kind>, 'subject' | 'rivalsOf'>;
  readonly check: Kind;
  readonly requirement: (id: string) => Requirement;
  readonly userAgent: string;
  readonly seed: number;
  readonly profile: Profile;
  /** Leaves out documented findings that depend on an interpretation. */
  readonly strictToTheLetter?: boolean;
  readonly signal: AbortSignal;
  /** Its place among the checks that are at work. @defaultValue it makes room for no other */
  readonly place?: Place;
  /** Where its cases may run ahead of their turn. @defaultValue one case runs after the other */
  readonly spare?: Places;
  /** Repeats one finding instead of looking for new ones. */
  readonly replay?: { readonly requirement: string; readonly replay: Replay };
  /**
   * The requirements that the run has evaluated so far; cases that can add none are left out, and violations are not
   * reported. @defaultValue the check looks for violations
   */
  readonly reached?: Set<string>;
  readonly onFinding: (finding: Finding) => void;
  readonly onProgress: (requests: number) => void;
}

const mostFindings = 12;
/** How often a case is run again whose violation may have another reason than the target. */
const mostAgain = 3;

/** A seed for each check, so that it does not depend on the order or number of checks (FNV-1a). */
function seedOf(seed: number, id: string): number {
  let hash = seed | 0;
  for (const char of id) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619);
  return hash;
}

/** The values that fast-check tries a property with, unless one fails. */
async function drawn(
  arbitrary: fc.Arbitrary<unknown>,
  parameters: fc.Parameters<[unknown]>,
): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  const collecting = fc.asyncProperty(arbitrary, async (value) => {
    values.push(value);
  });
  await fc.check(collecting, parameters);
  return values;
}

export interface CheckOutcome {
  readonly finished: CheckFinished;
  /** Whether the check was cut short because the target did not answer. */
  readonly unreachable: boolean;
  /** Whether it is already known that the target will not respond. */
  readonly down: boolean;
}

/** One search for a violation, or the replay of the case at a path. @returns fast-check's path to it */
type Search = (at?: string) => Promise<string | null>;

/** One run of one check. */
class CheckRunner<Case extends BaseScenario, Kind extends Check<Case>> {
  readonly #run: CheckRun<Case, Kind>;
  readonly #tally: Tally;
  readonly #judge: Judge;
  readonly #judged: readonly string[] | undefined;
  readonly #started = performance.now();
  #attempt: SearchState;
  #worst: CheckStatus = 'passed';
  #runs = 0;
  #outOfReach: OutOfReach = {};

  constructor(run: CheckRun<Case, Kind>) {
    this.#run = run;
    this.#tally = new Tally(run.suite.rivalsOf);
    this.#judge = new Judge(this.#tally);
    this.#judged = run.suite.subject.admit(run.check).judged;
    this.#attempt = this.#newAttempt();
  }

  #newAttempt(): SearchState {
    return new SearchState(this.#judge, this.#run.reached === undefined ? shrinkLimits.cases : 0);
  }

  /** Whether a case can evaluate a requirement for the first time in this run. */
  get #hasMoreToReach(): boolean {
    const { check, reached } = this.#run;
    return reached === undefined || check.covers.some((id) => !reached.has(id));
  }

  async run(): Promise<CheckOutcome> {
    const { check, suite } = this.#run;
    if (!suite.subject.admit(check).runs) return this.#finish('not-exercised');
    for await (const search of this.#searches()) {
      for (let found = 0; found < mostFindings; found += 1) {
        const { failure, trouble, isWithdrawn } = await this.#look(search);
        if (trouble !== undefined) {
          return this.#finish(this.#worst === 'passed' ? 'errored' : this.#worst, trouble);
        }
        if (isWithdrawn) continue;
        if (failure === undefined || this.#run.replay !== undefined) break;
      }
    }
    const isVacuous = this.#worst === 'passed' && Object.keys(this.#tally.evaluations).length === 0;
    return this.#finish(isVacuous ? 'not-exercised' : this.#worst);
  }

  /** The searches, each repeated until it finds nothing new: one for all generated cases, or one for each listed case. */
  async *#searches(): AsyncGenerator<Search> {
    const { check, profile, seed, suite } = this.#run;
    const { capabilities } = suite.subject.summary;
    const cases = check.cases({ profile, seed, has: (need) => capabilities.includes(need) });
    if (cases.type === 'generated') {
      this.#outOfReach = cases.outOfReach ?? {};
      // What the cases before the last failure evaluate, they have found to hold.
      let next = 0;
      yield async (at) => {
        const path = await this.#generate(cases, next, at);
        if (path !== null) next = Number.parseInt(path, 10);
        return path;
      };
      return;
    }
    for await (const one of cases.cases) {
      yield async () => {
        const failure = await this.#tryCase(one);
        if (failure !== undefined) this.#attempt.failed(failure);
        return null;
      };
    }
  }

  /** @param next number of the first case to try; `at` is the path to the only one */
  async #generate(
    { arbitrary, caseOf, runs, examples = [] }: GeneratedCases<Case>,
    next: number,
    at?: string,
  ): Promise<string | null> {
    const { check, place, replay, seed, spare } = this.#run;
    const only = at ?? replay?.replay.path;
    const parameters = {
      seed: seedOf(replay?.replay.seed ?? seed, check.id),
      numRuns: at === undefined ? runs - next : 1,
      examples: examples.map((value): [unknown] => [value]),
      path: only ?? (next > 0 ? String(next) : ''),
    };
    const tries = (value: unknown, free?: Place) => this.#tryCase(caseOf(value), free);
    let ahead: Ahead<Failure | undefined> | undefined;
    if (spare !== undefined && place !== undefined && only === undefined) {
      const values = await drawn(arbitrary, parameters);
      ahead = new Ahead(
        values.map((value) => (free) => tries(value, free)),
        { own: place, spare },
      );
    }
    const property = fc.asyncProperty(arbitrary, async (value) => {
      const failure = await (ahead?.next() ?? tries(value));
      if (failure === undefined) return;
      // What follows a failure are smaller values.
      await ahead?.end();
      ahead = undefined;
      this.#attempt.failed(failure);
      throw failure.violation;
    });
    const details = await fc.check(property, {
      ...parameters,
      ...((at ?? replay) !== undefined && { endOnFailure: true }),
    });
    return details.counterexamplePath;
  }

  /** Looks for one violation, and reports it. */
  async #look(search: Search): Promise<SearchState> {
    const { replay, signal } = this.#run;
    const attempt = this.#newAttempt();
    this.#attempt = attempt;
    if (replay !== undefined) this.#judge.focusOn(replay.requirement);
    const path = await search();
    const { failure } = attempt;
    if (failure !== undefined && this.#run.reached !== undefined) {
      this.#judge.mute(failure.violation.requirement);
    } else if (failure !== undefined) {
      if (await this.#isConfirmed(failure, () => search(path ?? undefined))) this.#report(failure, path);
      else attempt.isWithdrawn = true;
    }
    if (signal.aborted) attempt.trouble ??= signal.reason;
    return attempt;
  }

  /** Whether it violates a requirement that the document does not state: this needs no second look, and errors no check. */
  readonly #isWarning = ({ violation: { requirement } }: Failure): boolean =>
    this.#run.requirement(requirement).level !== 'documented';

  /** Whether a second look confirms a violation, if the subject wants one. */
  async #isConfirmed(failure: Failure, search: () => Promise<unknown>): Promise<boolean> {
    const { requirement } = failure.violation;
    const { check, suite } = this.#run;
    const { subject } = suite;
    if (this.#isWarning(failure)) return true;
    const repeat = async () => {
      this.#judge.focusOn(requirement);
      for (let again = 0; again < mostAgain; again += 1) {
        const attempt = this.#newAttempt();
        this.#attempt = attempt;
        await search();
        if (attempt.failure !== undefined || this.#run.signal.aborted) return true;
        if (attempt.trouble === undefined) return false;
      }
      // A failed confirmation does not refute the first observation.
      return true;
    };
    const isConfirmed = (await subject.confirm?.(repeat, requirement, check.id)) ?? true;
    if (!isConfirmed) this.#judge.release();
    return isConfirmed;
  }

  /** @returns what violates a requirement */
  async #tryCase(body: CheckCase<Case>, place = this.#run.place): Promise<Failure | undefined> {
    const attempt = this.#attempt;
    for (let again = 0; attempt.open && !this.#run.signal.aborted && this.#hasMoreToReach; again += 1) {
      const { failure, doubt, trouble, isWorthAnother } = await this.#runOnce(body, again, place);
      attempt.trouble ??= trouble;
      const isWarning = failure !== undefined && this.#isWarning(failure);
      // Another run of the case may show what this one cannot.
      const most = isWarning ? 1 : mostAgain;
      if (trouble === undefined && (doubt !== undefined || isWorthAnother) && again < most) continue;
      if (doubt === undefined || isWarning) return failure;
      attempt.trouble ??= doubt;
      return undefined;
    }
    return undefined;
  }

  async #runOnce(body: CheckCase<Case>, again: number, place?: Place): Promise<CaseOutcome> {
    const { check, suite, signal, userAgent, onProgress, reached } = this.#run;
    this.#attempt.caseStarted();
    const scenario = suite.subject.open({
      checkId: check.id,
      number: this.#runs,
      again,
      userAgent,
      judge: this.#judge,
      tally: this.#tally,
      redactor: suite.subject.redactor,
      signal,
      ...(place && { place }),
      ...(this.#judged && { judged: this.#judged }),
    });
    this.#runs += 1;
    const outcome = await runCase(body, scenario, check.covers);
    onProgress(this.#tally.requests);
    for (const id of Object.keys(this.#tally.evaluations)) reached?.add(id);
    return outcome;
  }

  #report({ violation, steps, traceId }: Failure, path: string | null): void {
    const { check, requirement, replay, seed, suite, strictToTheLetter = false, onFinding } = this.#run;
    const { redactor } = suite.subject;
    const { id, level, statement, interpretations: known = [] } = requirement(violation.requirement);
    const { expected, actual, at, expects, timeline } = violation.evidence;
    // Only the fields that a report shows.
    const interpretations = known.map((each) => ({
      id: each.id,
      interpretation: each.interpretation,
      otherwise: each.otherwise,
    }));
    if (strictToTheLetter && level === 'documented' && interpretations.length > 0) {
      const ids = interpretations.map((each) => each.id).join(', ');
      const seen = `expected ${expected}, actual ${actual}`;
      this.#tally.leaveOut(
        id,
        redactor.redact(`Left out by --strict-to-the-letter: depends on interpretation ${ids} (${seen}).`),
      );
      this.#judge.mute(id);
      return;
    }
    const found = {
      id: `${check.id}/${id}`,
      requirement: id,
      level,
      check: check.id,
      title: statement,
      expected,
      actual,
      ...(at && { at }),
      ...(expects && { expects }),
      ...(traceId !== undefined && { traceId }),
      ...(timeline && { timeline }),
      ...(interpretations.length > 0 && { interpretations }),
      // A step without requests is not part of the conversation.
      steps: steps.filter(({ exchanges, deliveries }) => exchanges.length + deliveries.length > 0),
      replay: {
        seed: replay?.replay.seed ?? seed,
        ...(path !== null && check.kind !== 'example' && { path }),
      },
    };
    // Tokens may have been issued after earlier exchanges were recorded.
    const shown = redactFinding(found, redactor);
    onFinding({ ...shown, curl: suite.subject.script(found, shown) });
    this.#judge.mute(id);
    if (level === 'documented') this.#worst = 'failed';
    else if (this.#worst === 'passed') this.#worst = 'warned';
  }

  /** Gives the reason for every requirement that was not evaluated. */
  #explainGaps(): void {
    const { check, suite } = this.#run;
    const { why } = suite.subject.admit(check);
    for (const id of check.covers) {
      if (this.#tally.evaluations[id] !== undefined) continue;
      const because = why(id);
      if (because === undefined) continue;
      if ('lacking' in because) this.#tally.lacks(id, because.lacking);
      else {
        this.#tally.skipped(id, because.reason);
        if (because.mayBeBroken) this.#tally.warn(id, suite.subject.redactor.redact(because.reason));
      }
    }
  }

  #unevaluated<T>(byRequirement: Readonly<Record<string, T>>): Record<string, T> {
    const { evaluations } = this.#tally;
    return Object.fromEntries(Object.entries(byRequirement).filter(([id]) => evaluations[id] === undefined));
  }

  #finish(status: CheckStatus, trouble?: unknown): CheckOutcome {
    const { check, suite } = this.#run;
    const tally = this.#tally;
    this.#explainGaps();
    const obstacles = this.#unevaluated(tally.obstacles);
    const { sweeps } = tally;
    return {
      finished: {
        type: 'check-finished',
        check: check.id,
        status,
        durationMillis: Math.round(performance.now() - this.#started),
        requests: tally.requests,
        ...(tally.repeated > 0 && { repeated: tally.repeated }),
        runs: this.#runs,
        evaluations: tally.evaluations,
        notExercised: this.#unevaluated(tally.notExercised),
        lacking: tally.lacking,
        ...(Object.keys(obstacles).length > 0 && { obstacles }),
        ...(Object.keys(tally.leftOut).length > 0 && { leftOut: tally.leftOut }),
        ...(Object.keys(tally.warnings).length > 0 && { warnings: tally.warnings }),
        ...(Object.keys(sweeps).length > 0 && { sweeps }),
        coverage: { ...tally.coverage, outOfReach: this.#outOfReach },
        ...(trouble !== undefined && { error: suite.subject.redactor.redact(messageOf(trouble)) }),
      },
      unreachable: trouble instanceof ConformanceError && trouble.code === 'TARGET_UNREACHABLE',
      down: trouble instanceof ConformanceError && trouble.code === 'TARGET_DOWN',
    };
  }
}

/** Runs a check to its end, or until the signal is aborted; the outcome then has everything done so far. */
export const runCheck = <Case extends BaseScenario, Kind extends Check<Case>>(
  run: CheckRun<Case, Kind>,
): Promise<CheckOutcome> => new CheckRunner(run).run();
