/** Runs checks of the service against a target. */
import { requirements, rivalsOf } from '../../openapi/catalogue.ts';
import { ConformanceError } from '../engine/errors.ts';
import type { RunEvent } from '../engine/events.ts';
import { Redactor } from '../engine/redactor.ts';
import { type EngineOptions, runSuite } from '../engine/run.ts';
import type { Admission, NotExercised, Subject } from '../engine/suite.ts';
import { curlScript } from '../http/curl.ts';
import { Transport } from '../http/transport.ts';
import { rulesFor } from '../target/rules-for.ts';
import { accessOf, capabilitiesOf, summarise, type Target, whyUnusable } from '../target/target.ts';
import { WebhookReceiver } from '../webhooks/receiver.ts';
import { type Check, needsOf } from './check.ts';
import { OutageWatch, type Recovery } from './outage-watch.ts';
import { Pace } from './pace.ts';
import { preflight } from './preflight.ts';
import { rehearse } from './rehearsal.ts';
import { type KnownOfTarget, Scenario } from './scenario.ts';
import { openUnjudged } from './unjudged-scenario.ts';

export interface RunOptions extends EngineOptions {
  readonly target: Target;
  readonly checks: readonly Check[];
  /** Requests per second. */
  readonly rate?: number;
  /** Whether a rehearsal first finds test data that the target accepts. @defaultValue true with write access */
  readonly rehearse?: boolean;
  /** How long the run waits for a target that stops working. @defaultValue eight seconds */
  readonly recovery?: Recovery;
}

const requestTimeoutMillis = 15_000;

/** Why a requirement is not evaluated against Prism. */
const statelessReason = 'Prism keeps no state, accepts any key and returns examples.';

/** Why a check is not run, or evaluates nothing, with read-only access. */
const readOnlyReason = "Access is read-only. Allow writes with --allow-writes or access: 'read-write'.";

/** A redactor with every secret of a target. */
export function redactorFor({ credentials, secrets = {} }: Target): Redactor {
  const redactor = new Redactor();
  redactor.add(credentials.platformToken, 'CONFORMANCE_PLATFORM_TOKEN');
  redactor.add(credentials.orgToken, 'CONFORMANCE_ORG_TOKEN');
  redactor.add(credentials.otherEnvironmentToken, 'CONFORMANCE_OTHER_ENVIRONMENT_TOKEN');
  redactor.add(credentials.foreignTenantKey, 'CONFORMANCE_FOREIGN_TENANT_KEY');
  redactor.add(credentials.jwtSecret, 'CONFORMANCE_JWT_SECRET');
  for (const [name, value] of Object.entries(secrets)) redactor.add(value, name);
  return redactor;
}

/** The requirements that a check can evaluate on a target, given its capabilities, its state and the permitted access. */
function admit(target: Target, check: Check): Admission {
  const capabilities: readonly string[] = capabilitiesOf(target);
  // Capabilities that are missing only because the run is read-only are not the target's to offer.
  const offered: readonly string[] = capabilitiesOf({ ...target, access: 'read-write' });
  const isReadOnly = accessOf(target) === 'read-only';
  const needsWrites = isReadOnly && check.reads === undefined;
  const isSuperseded = check.unless?.some((capability) => capabilities.includes(capability)) ?? false;
  const { stateless = [] } = check;
  const judged: readonly string[] | undefined =
    target.kind === 'prism' && stateless !== true ? stateless : undefined;
  const isMissing = check.needs.some((capability) => !capabilities.includes(capability));
  return {
    runs: judged?.length !== 0 && !needsWrites && !isSuperseded && !isMissing,
    ...(judged && { judged }),
    why(id): NotExercised | undefined {
      if (judged?.includes(id) === false) return { reason: statelessReason };
      // Other checks report why it was not reached.
      if (isSuperseded) return undefined;
      if (needsWrites) return { reason: readOnlyReason };
      const covered = check.covers.find((each) => each === id);
      const needs = covered === undefined ? check.needs : needsOf(check, covered);
      const lacking = [...new Set(needs.filter((need) => !offered.includes(need)))].sort();
      const unusable = lacking
        .map((need) => whyUnusable(target, need))
        .find((reason) => reason !== undefined);
      if (unusable !== undefined) return { reason: unusable };
      if (lacking.length > 0) return { lacking };
      return { reason: isReadOnly ? readOnlyReason : `No case of ${check.id} evaluated it.` };
    },
  };
}

function openSubject({
  target,
  checks,
  concurrency,
  rate,
  tool,
  rehearse: wanted = true,
  recovery,
  seed,
}: RunOptions): Subject<Scenario, Check> {
  const redactor = redactorFor(target);
  const transport = new Transport(target.baseUrl, {
    connections: Math.max(8, concurrency * 4),
    timeoutMillis: requestTimeoutMillis,
    access: accessOf(target),
    ...(rate !== undefined && { rate }),
  });
  const receiver = new WebhookReceiver();
  const summary = summarise(target);
  let known: KnownOfTarget | undefined;
  const onItsOwn = new Set(
    checks.filter(({ needs }) => needs.includes('platform-token')).map(({ id }) => id),
  );
  // A check that needs its own business cannot run in a shared one.
  const forCheck = (id: string, { opensBusinesses, ...others }: KnownOfTarget): KnownOfTarget => ({
    ...others,
    lagMillis: pace.lagMillis,
    readLagMillis: pace.readLagMillis,
    opensBusinesses: opensBusinesses || onItsOwn.has(id),
  });
  const pace = new Pace(target.patience);
  const watch = new OutageWatch(target.baseUrl, transport, recovery);
  const notices = new Set<string>();
  let giveNotice: (text: string) => void = () => {};
  const notice = (text: string) => {
    if (notices.has(text)) return;
    notices.add(text);
    giveNotice(text);
  };
  const noticePace = () => {
    if (pace.lagMillis > 0)
      notice(
        `Reads show a write late, so that the run waits ${Math.round(pace.lagMillis)} ms after each. With the control drain, or afterWrite in the adapter, it waits no longer than it must.`,
      );
  };
  const services = { target, transport, receiver, watch, notice, capabilities: capabilitiesOf(target) };
  return {
    summary,
    redactor,
    async prepare(signal, give) {
      giveNotice = give;
      await receiver.listen();
      watch.trust(await preflight(target, transport, signal));
      if (!wanted || target.kind === 'prism' || accessOf(target) === 'read-only') return;
      const userAgent = `${tool.name}/${tool.version} (rehearsal)`;
      const open = (assumed: KnownOfTarget) =>
        openUnjudged({ ...services, known: assumed }, { checkId: 'rehearsal', userAgent, redactor, signal });
      known = await rehearse(open, target.data, seed);
      pace.startWith(known.lagMillis);
      noticePace();
    },
    // A target with drain shows all writes by then.
    async confirm(repeat) {
      if (known === undefined || services.capabilities.includes('drain')) return true;
      const isConfirmed = await pace.confirm(repeat);
      noticePace();
      return isConfirmed;
    },
    stillAnswers: (signal) =>
      watch.settle(signal).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ConformanceError && error.code === 'TARGET_DOWN') return false;
          throw error;
        },
      ),
    admit: (check) => admit(target, check),
    open: (context) =>
      new Scenario({ ...services, ...(known && { known: forCheck(context.checkId, known) }) }, context),
    script(_, shown) {
      const { section = '' } = requirements.find(({ id }) => id === shown.requirement) ?? {};
      return curlScript(shown, target.baseUrl, section);
    },
    async close() {
      await Promise.all([transport.close(), receiver.stop()]);
    },
  };
}

/**
 * Runs checks of the service against a target. The stream ends with exactly one `run-finished`. Trouble with the target
 * gives the verdict `error`, and is never thrown. Leaving the stream early ends the run.
 */
export function runConformance(options: RunOptions): AsyncIterable<RunEvent> {
  const suite = {
    catalogue: rulesFor(options.target.environment),
    checks: options.checks,
    rivalsOf,
    subject: openSubject(options),
  };
  return runSuite(suite, options);
}
