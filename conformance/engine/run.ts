/** Runs checks against a target as a stream of events. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { Redactor } from '../http/redactor.ts';
import { Transport } from '../http/transport.ts';
import type { Check } from '../provider/check.ts';
import { preflight, stillAnswers } from '../provider/preflight.ts';
import { accessOf, summarise, type Target } from '../target/target.ts';
import { WebhookReceiver } from '../webhooks/receiver.ts';
import { startBudget } from './budget.ts';
import { ConformanceError, messageOf } from './errors.ts';
import { type Emitter, streamEvents } from './event-stream.ts';
import type { ProfileName, RunEvent } from './events.ts';
import type { Finding, Replay } from './finding.ts';
import { type KnownFailure, knownAs } from './known.ts';
import { profiles } from './profile.ts';
import { requirementResults, verdictOf } from './results.ts';
import { runCheck } from './run-check.ts';
import type { ShardPlan } from './shard.ts';

export interface RunOptions {
  readonly target: Target;
  readonly checks: readonly Check[];
  /** Everything random comes from it; 32-bit integer. */
  readonly seed: number;
  readonly profile: ProfileName;
  /** Checks that run at a time. */
  readonly concurrency: number;
  readonly tool: { readonly name: string; readonly version: string };
  /** Ends the run; the verdict is then `incomplete`. */
  readonly signal?: AbortSignal;
  /** Runs a part of the checks: what others run is not exercised here. */
  readonly shard?: ShardPlan;
  /** Findings that do not decide the verdict. */
  readonly knownFailures?: readonly KnownFailure[];
  /** After so long the run ends; the verdict is then `incomplete`. */
  readonly timeBudgetMillis?: number;
  /** Requests that may leave in a second. */
  readonly rate?: number;
  /** Repeats one finding: only its check runs, at its seed and path. */
  readonly replay?: { readonly check: string; readonly requirement: RequirementId; readonly replay: Replay };
}

const requestTimeoutMillis = 15_000;

/** After so many checks in a row that the network cut short, the target is asked whether it is still there. */
const breakAfter = 2;

function redactorFor({ credentials, secrets = {} }: Target): Redactor {
  const redactor = new Redactor();
  redactor.add(credentials.platformToken, 'CONFORMANCE_PLATFORM_TOKEN');
  redactor.add(credentials.orgToken, 'CONFORMANCE_ORG_TOKEN');
  redactor.add(credentials.otherEnvironmentToken, 'CONFORMANCE_OTHER_ENVIRONMENT_TOKEN');
  redactor.add(credentials.jwtSecret, 'CONFORMANCE_JWT_SECRET');
  for (const [name, value] of Object.entries(secrets)) redactor.add(value, name);
  return redactor;
}

/** Runs the tasks, so many at a time, until all are done or one throws. */
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

async function perform(options: RunOptions, emitter: Emitter, cancelled: AbortSignal): Promise<void> {
  const { target, seed, profile, replay, shard, knownFailures } = options;
  const mine =
    shard && new Set(shard.plan.filter((each) => each.shard === shard.index).map((each) => each.check));
  const checks = options.checks.filter(
    ({ id }) => (replay === undefined || id === replay.check) && (mine?.has(id) ?? true),
  );
  const breaker = new AbortController();
  using budget = startBudget(options.timeBudgetMillis);
  const enders = [cancelled, breaker.signal, budget?.signal, options.signal];
  const signal = AbortSignal.any(enders.filter((ender) => ender !== undefined));
  const redactor = redactorFor(target);
  const transport = new Transport(target.baseUrl, {
    connections: Math.max(8, options.concurrency * 4),
    timeoutMillis: requestTimeoutMillis,
    access: accessOf(target),
    ...(options.rate !== undefined && { rate: options.rate }),
  });
  const receiver = new WebhookReceiver();
  const startedAt = new Date().toISOString();
  const known = (finding: Finding): Finding => {
    const how = knownAs(finding, knownFailures ?? [], startedAt);
    return how === undefined ? finding : { ...finding, known: how };
  };
  emitter.emit({
    type: 'run-started',
    schemaVersion: 1,
    tool: options.tool,
    target: summarise(target),
    run: { seed, profile, startedAt, ...(shard && { shard: { index: shard.index, count: shard.count } }) },
    checks: checks.map(({ id, title, covers }) => ({ id, title, covers })),
    ...(shard && { plan: shard.plan }),
    ...(knownFailures && { knownFailures }),
  });
  try {
    await receiver.listen();
    await preflight(target, transport, signal);
    let cutShort = 0;
    await inParallel(checks, options.concurrency, async (check) => {
      emitter.emit({ type: 'check-started', check: check.id });
      const { finished, unreachable } = await runCheck({
        check,
        services: { target, transport, receiver, redactor, signal },
        userAgent: `${options.tool.name}/${options.tool.version} (${check.id})`,
        seed,
        profile: profiles[profile],
        ...(replay !== undefined && { replay }),
        onFinding: (finding) => emitter.emit({ type: 'finding-reported', finding: known(finding) }),
        onProgress: (requests) => emitter.emit({ type: 'check-progressed', check: check.id, requests }),
      });
      emitter.emit(finished);
      cutShort = unreachable ? cutShort + 1 : 0;
      if (cutShort >= breakAfter) {
        // One that only ever breaks off some conversations is looked at to the end.
        cutShort = 0;
        if (!(await stillAnswers(target, transport, signal))) {
          breaker.abort(new Error(`The target stopped answering. ${finished.error}`));
        }
      }
      signal.throwIfAborted();
    });
    const { progress } = emitter.collector;
    const scope = shard === undefined ? 'whole' : 'shard';
    const verdict = progress === undefined ? 'error' : verdictOf(requirementResults(progress), scope);
    emitter.finish(verdict, verdict === 'error' ? 'Not one requirement was evaluated.' : undefined);
  } catch (error) {
    const reason = redactor.redact(messageOf(error));
    if (signal.aborted) emitter.finish('incomplete', reason);
    else if (error instanceof ConformanceError) emitter.finish('error', reason);
    else throw error;
  } finally {
    await Promise.all([transport.close(), receiver.stop()]);
  }
}

/**
 * Runs checks against a target. The stream ends with exactly one `run-finished`; trouble with the target is its
 * verdict `error`, and never thrown. Leaving the stream early ends the run.
 */
export const runConformance = (options: RunOptions): AsyncIterable<RunEvent> =>
  streamEvents((emitter, cancelled) => perform(options, emitter, cancelled));
