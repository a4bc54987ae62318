/** Plays the provider against a receiver of webhooks, as a stream of the events of any run. */
import { randomUUID } from 'node:crypto';
import { requirement } from '../../openapi/catalogue.ts';
import { verify } from '../../sdk/webhooks/index.ts';
import { startBudget } from '../engine/budget.ts';
import { ConformanceError, messageOf } from '../engine/errors.ts';
import { type Emitter, streamEvents } from '../engine/event-stream.ts';
import type { CheckFinished, CheckStatus, Environment, ProfileName, RunEvent } from '../engine/events.ts';
import type { Finding } from '../engine/finding.ts';
import { Judge } from '../engine/judge.ts';
import { type KnownAs, type KnownFailure, knownAs } from '../engine/known.ts';
import { CaseEnded, Violation } from '../engine/outcome.ts';
import { redactFinding } from '../engine/redact-finding.ts';
import { requirementResults, verdictOf } from '../engine/results.ts';
import { Tally } from '../engine/tally.ts';
import { Redactor } from '../http/redactor.ts';
import type { Case, ConsumerCheck } from './check.ts';
import { consumerChecks } from './checks/index.ts';
import { Courier } from './courier.ts';
import { type Genuine, receiverScript } from './curl.ts';
import { Play, type Stage } from './play.ts';
import { preflight } from './preflight.ts';
import type { Probe } from './probe.ts';
import { sample } from './sample-events.ts';

export interface ConsumerOptions {
  /** Where the receiver takes deliveries. */
  readonly url: string;
  /** Signing secrets that the receiver verifies with, such as `whsec_…`: one, or all of them while one is rotated. */
  readonly secrets: readonly [string, ...string[]];
  /** Everything that is chosen at random comes from it; 32-bit integer. The ids of events are new in each run. */
  readonly seed: number;
  readonly tool: { readonly name: string; readonly version: string };
  /** @defaultValue all */
  readonly checks?: readonly ConsumerCheck[];
  /** @defaultValue `standard` */
  readonly profile?: ProfileName;
  /** @defaultValue `sandbox` */
  readonly environment?: Environment;
  /** Says how often an event had its effect. Without it nobody sees what a duplicate does. */
  readonly probe?: Probe;
  /** Keys of the businesses that the receiver knows. @defaultValue that of the examples of the description */
  readonly tenantKeys?: readonly string[];
  /** How long an effect may take. @defaultValue 5 */
  readonly patienceSeconds?: number;
  /** What counts as a quick answer, which is advice. @defaultValue 5,000 */
  readonly quickMillis?: number;
  /** An answer that takes longer is none. @defaultValue 15,000 */
  readonly timeoutMillis?: number;
  /** Seconds of the retry schedule that pass in one second. Absent: its 41 hours take no time. */
  readonly speed?: number;
  /** Deliveries that may leave in a second. */
  readonly rate?: number;
  /** Findings that do not decide the verdict. */
  readonly knownFailures?: readonly KnownFailure[];
  /** After so long the run ends; the verdict is then `incomplete`. */
  readonly timeBudgetMillis?: number;
  /** Ends the run; the verdict is then `incomplete`. */
  readonly signal?: AbortSignal;
}

const sampleTenantKey = String(sample('payroll.created').event.data.tenantKey);

/** Whether a recorded delivery is one that the provider may have sent, whenever that was. */
function genuineBy({ secrets }: Stage): Genuine {
  return (headers, body) => {
    try {
      const now = new Date(Number(headers['hook-timestamp']) * 1000);
      verify(Buffer.from(body), headers, secrets[0], { now });
      return true;
    } catch {
      return false;
    }
  };
}

interface CheckRun {
  readonly check: ConsumerCheck;
  readonly stage: Stage;
  readonly redactor: Redactor;
  readonly knownAs: (finding: Finding) => KnownAs | undefined;
  readonly emit: (event: RunEvent) => void;
}

/** Tries every case. What a case finds is muted in those after it, so that each finding is told once. */
async function runCheck({
  check,
  stage,
  redactor,
  knownAs: isKnown,
  emit,
}: CheckRun): Promise<CheckFinished> {
  const tally = new Tally();
  const judge = new Judge(tally);
  const started = performance.now();
  let worst: CheckStatus = 'passed';
  let runs = 0;
  let trouble: unknown;

  const report = ({ requirement: id, evidence }: Violation, play: Play) => {
    const { level, statement } = requirement(id);
    const found: Omit<Finding, 'curl'> = {
      id: `${check.id}/${id}`,
      requirement: id,
      level,
      check: check.id,
      title: statement,
      expected: evidence.expected,
      actual: evidence.actual,
      steps: play.recording.steps.filter(({ exchanges }) => exchanges.length > 0),
      replay: { seed: stage.seed },
    };
    const sentAt = Math.floor(stage.now().getTime() / 1000);
    const curl = receiverScript(found, stage.dialect, genuineBy(stage), sentAt);
    const finding = { ...redactFinding(found, redactor), curl: redactor.redact(curl) };
    const known = isKnown(finding);
    emit({ type: 'finding-reported', finding: { ...finding, ...(known && { known }) } });
    judge.mute(id);
    if (level === 'documented') worst = 'failed';
    else if (worst === 'passed') worst = 'warned';
  };

  const tryCase = async ({ run }: Case): Promise<void> => {
    // A case that finds something is tried again for what its end would have shown.
    for (let found = 0; found <= check.covers.length; found += 1) {
      const play = new Play(stage, check.id, runs, judge, tally);
      runs += 1;
      try {
        await run(play);
        return;
      } catch (error) {
        if (error instanceof CaseEnded) return;
        if (!(error instanceof Violation)) throw error;
        report(error, play);
      }
    }
  };

  try {
    for (const each of check.cases(stage)) {
      stage.signal.throwIfAborted();
      await tryCase(each);
      emit({ type: 'check-progressed', check: check.id, requests: tally.requests });
    }
  } catch (error) {
    trouble = error;
    if (worst === 'passed') worst = 'errored';
  }
  const evaluated = Object.keys(tally.evaluations).length > 0;
  return {
    type: 'check-finished',
    check: check.id,
    status: worst === 'passed' && !evaluated ? 'not-exercised' : worst,
    durationMillis: Math.round(performance.now() - started),
    requests: tally.requests,
    runs,
    evaluations: tally.evaluations,
    notExercised: Object.fromEntries(
      check.covers
        .filter((id) => tally.evaluations[id] === undefined)
        .map((id) => [id, tally.notExercised[id] ?? `No case of ${check.id} came to it.`]),
    ),
    coverage: { ...tally.coverage, outOfReach: {} },
    ...(trouble !== undefined && { error: redactor.redact(messageOf(trouble)) }),
  };
}

async function perform(options: ConsumerOptions, emitter: Emitter, cancelled: AbortSignal): Promise<void> {
  const { url, secrets, seed, tool, probe, speed, rate, knownFailures, environment = 'sandbox' } = options;
  const { checks = consumerChecks, profile = 'standard', timeoutMillis = 15_000 } = options;
  using budget = startBudget(options.timeBudgetMillis);
  const enders = [cancelled, budget?.signal, options.signal];
  const signal = AbortSignal.any(enders.filter((ender) => ender !== undefined));
  const redactor = new Redactor();
  for (const [index, secret] of secrets.entries()) {
    const name = `CONFORMANCE_WEBHOOK_SECRET${index === 0 ? '' : `_${index + 1}`}`;
    redactor.add(secret, name);
    // A receiver may show the key without its prefix.
    redactor.add(secret.replace(/^whsec_/, ''), name);
  }
  const courier = new Courier(url, { timeoutMillis, ...(rate !== undefined && { rate }) });
  const [first = sampleTenantKey, ...others] = options.tenantKeys ?? [];
  const startedAt = new Date().toISOString();
  const common = {
    url,
    courier,
    secrets,
    tenantKeys: [first, ...others] as const,
    salt: randomUUID(),
    now: () => new Date(),
    signal,
    ...(probe && { probe }),
  };
  emitter.emit({
    type: 'run-started',
    schemaVersion: 1,
    tool,
    target: { baseUrl: url, kind: 'receiver', environment, capabilities: [] },
    run: { seed, profile, startedAt },
    checks: checks.map(({ id, title, covers }) => ({ id, title, covers })),
    ...(knownFailures && { knownFailures }),
  });
  try {
    const dialect = await preflight(common);
    let unreachable: string | undefined;
    for (const check of checks) {
      const stage: Stage = {
        ...common,
        dialect,
        seed,
        profile,
        patienceSeconds: options.patienceSeconds ?? 5,
        quickMillis: options.quickMillis ?? 5_000,
        userAgent: `${tool.name}/${tool.version} (${check.id})`,
        ...(speed !== undefined && { speed }),
      };
      emitter.emit({ type: 'check-started', check: check.id });
      const finished = await runCheck({
        check,
        stage,
        redactor,
        knownAs: (finding) => knownAs(finding, knownFailures ?? [], startedAt),
        emit: (event) => emitter.emit(event),
      });
      emitter.emit(finished);
      signal.throwIfAborted();
      unreachable = finished.error ?? unreachable;
    }
    const { progress } = emitter.collector;
    const verdict = progress === undefined ? 'error' : verdictOf(requirementResults(progress));
    if (verdict === 'error') emitter.finish('error', unreachable ?? 'Not one requirement was evaluated.');
    else if (unreachable !== undefined && verdict !== 'non-conformant')
      emitter.finish('incomplete', unreachable);
    else emitter.finish(verdict);
  } catch (error) {
    const reason = redactor.redact(messageOf(error));
    if (signal.aborted) emitter.finish('incomplete', reason);
    else if (error instanceof ConformanceError) emitter.finish('error', reason);
    else throw error;
  } finally {
    await courier.close();
  }
}

/**
 * Plays the provider against a receiver of webhooks (section "Events"). The stream ends with exactly one
 * `run-finished`; trouble with the receiver is its verdict `error`, and never thrown. Leaving the stream early ends the
 * run.
 *
 * @throws TypeError when a secret is not base64
 */
export const runConsumer = (options: ConsumerOptions): AsyncIterable<RunEvent> =>
  streamEvents((emitter, cancelled) => perform(options, emitter, cancelled));
