/** Runs checks of the service against a target. */
import { requirements, rivalsOf } from '../../openapi/catalogue.ts';
import type { Profile } from '../engine/check.ts';
import { ConformanceError } from '../engine/errors.ts';
import type { RunEvent, TargetSummary } from '../engine/events.ts';
import { Redactor } from '../engine/redactor.ts';
import { type EngineOptions, runSuite, usualConcurrency } from '../engine/run.ts';
import type { CaseContext } from '../engine/scenario.ts';
import type { Admission, Subject, Suite } from '../engine/suite.ts';
import type { Survey } from '../engine/survey.ts';
import { curlScript } from '../http/curl.ts';
import { documentedPrefix } from '../http/path-prefix.ts';
import { Transport } from '../http/transport.ts';
import { rulesFor } from '../target/rules-for.ts';
import {
  accessOf,
  capabilitiesOf,
  type Opening,
  type OpenTarget,
  summarise,
  type Target,
} from '../target/target.ts';
import { dataWith, testDataCandidates } from '../target/test-data.ts';
import { WebhookReceiver } from '../webhooks/receiver.ts';
import { admit } from './admission.ts';
import { Budget, type Limits, limitsFor, withinLimits } from './budget.ts';
import { Businesses } from './businesses.ts';
import type { WriteEntry } from './case-record.ts';
import type { WriteSpan } from './case-trace.ts';
import type { Check } from './check.ts';
import { OutageWatch, type Recovery } from './outage-watch.ts';
import { Pace } from './pace.ts';
import { keysOf, redactorFor } from './redactor-for.ts';
import { Scenario } from './scenario.ts';
import type { KnownOfTarget, ScenarioServices } from './services.ts';
import { asSurveyed } from './survey/apply.ts';
import { type SurveyTries, surveyTarget } from './survey/survey.ts';
import { mostConcurrency, Tempo } from './tempo.ts';

export interface RunOptions extends EngineOptions, Limits {
  /** An open target stays open. One that the run opens, it closes. */
  readonly target: Target | Opening;
  readonly checks: readonly Check[];
  /** Requests per second. */
  readonly rate?: number;
  /** How much the survey finds out by writing. @defaultValue `values` */
  readonly tries?: SurveyTries;
  /** An earlier survey of the target, whose facts are not found out again. */
  readonly survey?: Survey;
  /** Takes every request, response and webhook of the run. */
  readonly writeEntry?: WriteEntry;
  /** Takes the span of each request and case, whose requests then carry `traceparent`. @defaultValue no traces */
  readonly writeSpan?: WriteSpan;
  /** How long the run waits for a target that stops working. @defaultValue eight seconds */
  readonly recovery?: Recovery;
}

const requestTimeoutMillis = 15_000;

/** What the scenarios of a run share, once the target is surveyed. */
interface Surroundings {
  readonly services: ScenarioServices;
  readonly watch: OutageWatch;
  readonly pace: Pace;
  /** Absent if nothing was found out by writing. */
  readonly known?: KnownOfTarget;
}

/** How often a violation of a rule of events has to come again on a live target. */
const timesAgain = 2;

/** A target as the subject of a run: first it is opened and surveyed, and then the checks test it. */
class ServiceSubject implements Subject<Scenario, Check> {
  readonly redactor = new Redactor();
  readonly #options: RunOptions;
  readonly #opening: Opening;
  readonly #onItsOwn: ReadonlySet<string>;
  readonly #aboutBusinesses: ReadonlySet<string>;
  readonly #aboutKyb: ReadonlySet<string>;
  readonly #notices = new Set<string>();
  #giveNotice: (text: string) => void = () => {};
  #summary: TargetSummary;
  #opened: OpenTarget | undefined;
  #transport: Transport | undefined;
  #receiver: WebhookReceiver | undefined;
  #survey: Survey | undefined;
  #surroundings: Surroundings | undefined;
  #limits: Limits = {};
  readonly #tempo = new Tempo(usualConcurrency);

  constructor(options: RunOptions) {
    const { target, checks } = options;
    this.#options = options;
    this.#opening = 'open' in target ? target : openAlready(target);
    this.#summary = this.#opening.summary;
    redactorFor(this.#opening, this.redactor);
    this.#aboutBusinesses = new Set(
      checks.filter(({ newBusinesses }) => newBusinesses !== undefined).map(({ id }) => id),
    );
    this.#aboutKyb = new Set(checks.filter(({ needs }) => needs.includes('submit-kyb')).map(({ id }) => id));
    this.#onItsOwn = new Set(
      checks.filter(({ needs }) => needs.includes('platform-token')).map(({ id }) => id),
    );
  }

  get summary(): TargetSummary {
    return this.#summary;
  }

  get survey(): Survey | undefined {
    return this.#survey;
  }

  /** A server that is far away is mostly waited for. */
  get width(): number | undefined {
    return this.#tempo.width;
  }

  /** Cases that share a few businesses would only wait for each other. */
  get runsAhead(): boolean {
    return this.#tempo.isFar && this.#ready.services.businesses?.isLimited !== true;
  }

  get #ready(): Surroundings {
    if (this.#surroundings === undefined) throw new Error('The target is not surveyed yet.');
    return this.#surroundings;
  }

  async prepare(signal: AbortSignal, give: (text: string) => void): Promise<void> {
    this.#giveNotice = give;
    this.#opened = await this.#opening.open(signal);
    const { target } = this.#opened;
    this.#summary = summarise(target);
    redactorFor(target, this.redactor);
    const { concurrency = mostConcurrency, rate, profile } = this.#options;
    const hasControls = Object.keys(target.controls).length > 0;
    this.#limits = limitsFor({ kind: target.kind, hasControls }, profile, this.#options);
    const keys = keysOf(target, this.redactor);
    const transport = new Transport(target.baseUrl, {
      connections: Math.max(8, concurrency * 4),
      timeoutMillis: requestTimeoutMillis,
      access: accessOf(target),
      pathPrefix: target.pathPrefix,
      keys: (next) => this.#tempo.layer(keys(next)),
      ...(rate !== undefined && { rate }),
    });
    this.#transport = transport;
    this.#receiver = new WebhookReceiver(target.webhooks);
    await this.#receiver.listen();
    this.#surroundings = await this.#explore(target, { transport, receiver: this.#receiver }, signal);
    if (target.pathPrefix !== undefined)
      this.#notice(
        `The paths of the target begin with ${target.pathPrefix || 'no prefix'} instead of ${documentedPrefix}, as its adapter says. That alone breaks VERSION-001, which no check tests.`,
      );
    if (transport.redirected !== undefined)
      this.#notice(`The run follows redirects of reads at the same origin, such as ${transport.redirected}.`);
    if (this.#surroundings.services.target.clock === 'shared')
      this.#notice('All businesses share one clock, so that cases in which time passes run one at a time.');
    this.#noticePace();
  }

  /** Surveys the target, and takes everything that the checks assume from the survey. */
  async #explore(
    target: Target,
    { transport, receiver }: Pick<ScenarioServices, 'transport' | 'receiver'>,
    signal: AbortSignal,
  ): Promise<Surroundings> {
    const { tool, seed, recovery, tries = 'values', survey: earlier, writeEntry } = this.#options;
    const { maxRequests, maxBusinesses } = this.#limits;
    const businesses = new Businesses(maxBusinesses);
    const budget = new Budget(transport, maxRequests);
    const shared = { transport, receiver, businesses, budget, ...(writeEntry && { writeEntry }) };
    const candidates = testDataCandidates(target.data, seed);
    const { survey, reads } = await surveyTarget({
      ...shared,
      target,
      redactor: this.redactor,
      userAgent: `${tool.name}/${tool.version} (survey)`,
      signal,
      tries,
      candidates,
      ...(earlier && { earlier }),
    });
    this.#survey = survey;
    const surveyed = asSurveyed(target, survey);
    this.#summary = summarise(surveyed);
    for (const [line, why] of Object.entries(surveyed.unusable ?? {}))
      this.#notice(`${line} cannot be used: ${why}. Requirements that need it are not exercised.`);
    const { absent } = survey.operations;
    if (absent.length > 0)
      this.#notice(
        `The target does not offer ${absent.join(', ')} to these keys. What needs them is not exercised.`,
      );
    const watch = new OutageWatch(target.baseUrl, transport, recovery);
    watch.trust(reads);
    const pace = new Pace(target.patience);
    const { accepts, lag, aheadSeconds = 0 } = survey;
    if (lag !== undefined) pace.startWith(lag);
    const known = accepts && {
      data: dataWith(accepts.values, target.data ?? {}, candidates[0]),
      opensBusinesses: accepts.opensBusinesses,
      lag: pace.lag,
      aheadSeconds,
    };
    const notice = (text: string, about?: string) => this.#notice(text, about);
    const { writeSpan } = this.#options;
    const capabilities = capabilitiesOf(surveyed);
    const needed = fewestFirst(this.#options.checks).filter((check) => admit(surveyed, check).runs);
    businesses.keepFor(new Map(needed.map(({ id, newBusinesses = 0 }) => [id, newBusinesses])));
    const services = {
      ...shared,
      target: surveyed,
      watch,
      notice,
      capabilities,
      ...(writeSpan && { writeSpan }),
    };
    return { services, watch, pace, ...(known && { known }) };
  }

  #notice(text: string, about = text): void {
    if (this.#notices.has(about)) return;
    this.#notices.add(about);
    this.#giveNotice(text);
  }

  #noticePace(): void {
    const { lag, isPrompt } = this.#ready.pace;
    if (isPrompt) return;
    const millis = Math.round(Math.max(lag.listMillis, lag.readMillis));
    this.#notice(
      `Reads show a write late, so that the run repeats a read for up to ${millis} ms until it shows the writes before it. With afterWrite in the adapter, it waits no longer than it must.`,
    );
  }

  limit(profile: Profile): Profile {
    return withinLimits(profile, this.#limits);
  }

  confirm(repeat: () => Promise<boolean>, requirement: string, checkId: string): Promise<boolean> {
    const { budget } = this.#ready.services;
    const confirmed = () => this.#confirm(repeat, requirement, checkId);
    return budget === undefined ? confirmed() : budget.suspend(confirmed);
  }

  async #confirm(repeat: () => Promise<boolean>, requirement: string, checkId: string): Promise<boolean> {
    const { known, services, pace } = this.#ready;
    if (known === undefined) return true;
    const drains = services.capabilities.includes('drain');
    const isLive = services.target.kind === 'live';
    if (drains && isLive && !(await pace.confirmAfterDrain(checkId, repeat))) {
      this.#notice(
        `controls.drain returns before everything has happened: the run saw a violation of ${requirement} that was gone with a wait after it. The run waits after each drain from now on.`,
        'controls.drain',
      );
      return false;
    }
    // A target with drain shows all writes by then, unless the survey saw that reads are late.
    if (pace.isPrompt && drains) return !isLive || this.#recurs(repeat, requirement);
    const isConfirmed = await pace.confirm(checkId, repeat);
    this.#noticePace();
    return isConfirmed;
  }

  /** Whether a violation of a rule of events comes again each time: a lost event does not, and delivery is not guaranteed. */
  async #recurs(repeat: () => Promise<boolean>, requirement: string): Promise<boolean> {
    const isOfEvents = requirements.some(({ id, needs }) => id === requirement && needs.includes('webhooks'));
    for (let times = 0; isOfEvents && times < timesAgain; times += 1) {
      if (await repeat()) continue;
      this.#notice(
        `The run saw a violation of ${requirement} that did not come again, and does not report it: delivery of events is not guaranteed.`,
      );
      return false;
    }
    return true;
  }

  async stillAnswers(signal: AbortSignal): Promise<boolean> {
    try {
      await this.#ready.watch.settle(signal);
      return true;
    } catch (error) {
      if (error instanceof ConformanceError && error.code === 'TARGET_DOWN') return false;
      throw error;
    }
  }

  admit(check: Check): Admission {
    return admit(this.#ready.services.target, check);
  }

  open(context: CaseContext): Scenario {
    const { known, pace } = this.#ready;
    const isAboutBusinesses = this.#aboutBusinesses.has(context.checkId);
    const isAboutKyb = this.#aboutKyb.has(context.checkId);
    const services = { ...this.#ready.services, isAboutBusinesses, isAboutKyb };
    if (known === undefined) return new Scenario(services, context);
    const lag = pace.lagOf(context.checkId);
    const drainMillis = pace.drainMillisOf(context.checkId);
    const waitsAlways = pace.waitsAlways(context.checkId) || context.again > 0;
    // A check that needs its own business cannot run in a shared one.
    const opensBusinesses = known.opensBusinesses || this.#onItsOwn.has(context.checkId);
    return new Scenario(
      { ...services, known: { ...known, lag, waitsAlways, drainMillis, opensBusinesses } },
      context,
    );
  }

  script(_: unknown, shown: Parameters<typeof curlScript>[0]): string {
    const { section = '' } = requirements.find(({ id }) => id === shown.requirement) ?? {};
    return curlScript(shown, this.#summary, section);
  }

  async close(): Promise<void> {
    await Promise.all([this.#transport?.close(), this.#receiver?.stop()]);
    await this.#opened?.close();
  }
}

/** The checks that need new businesses first, because the run may open only some. */
const fewestFirst = (checks: readonly Check[]): readonly Check[] =>
  checks.toSorted(
    ({ newBusinesses: one = Number.MAX_VALUE }, { newBusinesses: other = Number.MAX_VALUE }) => one - other,
  );

const openAlready = (target: Target): Opening => ({
  summary: summarise(target),
  credentials: target.credentials,
  open: async () => ({ target, close: async () => {} }),
});

/**
 * Refuses what callers without types leave out.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
function requireOptions({ target, checks }: Partial<RunOptions>): void {
  if (typeof target !== 'object' || target === null)
    throw new ConformanceError(
      'CONFIGURATION_INVALID',
      'runConformance needs a target: give target: { baseUrl, kind, environment, credentials, controls, absentOperations }',
    );
  if (!Array.isArray(checks))
    throw new ConformanceError(
      'CONFIGURATION_INVALID',
      'runConformance needs checks: give checks: allChecks',
    );
}

/**
 * Runs checks of the service against a target. The stream ends with exactly one `run-finished`. Trouble with the target
 * gives the verdict `error`, and is never thrown. Leaving the stream early ends the run.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when there is no target, or no list of checks
 */
export function runConformance(options: RunOptions): AsyncIterable<RunEvent> {
  requireOptions(options);
  const subject = new ServiceSubject(options);
  const suite: Suite<Scenario, Check> = {
    // Only an open target tells its environment.
    get catalogue() {
      return rulesFor(subject.summary.environment);
    },
    checks: subject.summary.kind === 'live' ? fewestFirst(options.checks) : options.checks,
    rivalsOf,
    subject,
  };
  return runSuite(suite, options);
}
