/** Acts as the provider, and judges a webhook receiver. */
import { randomUUID } from 'node:crypto';
import { receiverRequirements } from '../../openapi/catalogue.ts';
import { profiles } from '../engine/check.ts';
import type { Environment, ProfileName, RunEvent } from '../engine/events.ts';
import { Redactor } from '../engine/redactor.ts';
import { type EngineOptions, runSuite } from '../engine/run.ts';
import { shownAddress } from '../engine/shown-address.ts';
import { addSigningSecret } from '../engine/signing-secret.ts';
import type { Subject } from '../engine/suite.ts';
import { secretsIn, secretsInAddress } from '../http/secret-finder.ts';
import type { ReceiverCheck } from './check.ts';
import { consumerChecks } from './checks/index.ts';
import { Courier } from './courier.ts';
import { type Genuine, receiverScript } from './curl.ts';
import { type Dialect, signatureOf, standardWebhooks } from './dialect.ts';
import { ReceiverPace } from './pace.ts';
import { preflight } from './preflight.ts';
import type { Probe } from './probe.ts';
import { sample } from './sample-events.ts';
import { ReceiverScenario } from './scenario.ts';

export interface ConsumerOptions
  extends Pick<
    EngineOptions,
    'seed' | 'tool' | 'signal' | 'knownFailures' | 'strictToTheLetter' | 'timeBudgetMillis' | 'invocation'
  > {
  /** URL of the receiver's webhook endpoint. */
  readonly url: string;
  /** Signing secrets that the receiver verifies with, such as `whsec_…`: one, or all of them while one is rotated. */
  readonly secrets: readonly [string, ...string[]];
  /** @defaultValue all */
  readonly checks?: readonly ReceiverCheck[];
  /** @defaultValue `standard` */
  readonly profile?: ProfileName;
  /** @defaultValue `sandbox` */
  readonly environment?: Environment;
  /** Returns how often an event took effect; without it, the effect of a duplicate is unknown. */
  readonly probe?: Probe;
  /** Tenant keys of businesses that the receiver knows. @defaultValue that of the examples of the description */
  readonly tenantKeys?: readonly string[];
  /** How long an effect may take. @defaultValue 5 */
  readonly patienceSeconds?: number;
  /** Response time in milliseconds that counts as quick; a longer one only leads to advice. @defaultValue 5,000 */
  readonly quickMillis?: number;
  /** A response that takes longer counts as none. @defaultValue 15,000 */
  readonly timeoutMillis?: number;
  /** Seconds of the retry schedule that pass in one second. Absent: its 41 hours take no time. */
  readonly speed?: number;
  /** Deliveries per second. */
  readonly rate?: number;
  /** If a receiver takes longer on average, a part of each check is run, unless the profile is `thorough`. @defaultValue 2,000 */
  readonly sampleAboveMillis?: number;
  /** Called with notices during the run, such as how long a slow receiver makes it. */
  readonly onNotice?: (notice: string) => void;
}

/** How many cases each check has. */
function casesOf({
  checks = consumerChecks,
  seed,
  profile = 'standard',
}: ConsumerOptions): readonly number[] {
  const plan = { seed, profile: profiles[profile], has: () => true };
  return checks.map((check) => {
    const cases = check.cases(plan);
    if (cases.type === 'generated') return cases.runs;
    return cases.type === 'listed' ? cases.cases.length : 0;
  });
}

const paceOf = (options: ConsumerOptions): ReceiverPace | undefined =>
  options.profile === 'thorough'
    ? undefined
    : new ReceiverPace({
        slowMillis: options.sampleAboveMillis ?? 2_000,
        casesOf: () => casesOf(options),
        onSlow: options.onNotice ?? (() => {}),
      });

/** Between two looks at the probe. */
const pauseMillis = 25;

const sampleTenantKey = String(sample('payroll.created').event.data.tenantKey);

/** Whether the provider may have sent a recorded delivery, at any time. */
function genuineBy([secret]: ConsumerOptions['secrets']): Genuine {
  return (headers, body) => {
    const { 'hook-id': id, 'hook-timestamp': timestamp, 'hook-signature': signatures } = headers;
    if (!id || !timestamp || !signatures) return false;
    const signed = { id, timestamp, body: Buffer.from(body) };
    return signatures.split(' ').includes(signatureOf(signed, secret, standardWebhooks));
  };
}

function redactorFor({ url, secrets }: ConsumerOptions): Redactor {
  const redactor = new Redactor();
  for (const [index, secret] of secrets.entries()) {
    const name = `CONFORMANCE_WEBHOOK_SECRET${index === 0 ? '' : `_${index + 1}`}`;
    addSigningSecret(redactor, secret, name);
  }
  for (const secret of secretsInAddress(url)) redactor.add(secret, 'CONFORMANCE_RECEIVER_URL');
  return redactor;
}

const knowsNothing =
  'The probe knows none of the events that were sent, so no effect was judged: check the address of --probe';

function openSubject(options: ConsumerOptions): Subject<ReceiverScenario> {
  const { url, secrets, probe, speed, rate, environment = 'sandbox', timeoutMillis = 15_000 } = options;
  const [first = sampleTenantKey, ...others] = options.tenantKeys ?? [];
  const redactor = redactorFor(options);
  const courier = new Courier(url, {
    timeoutMillis,
    onAnswer({ headers, text }) {
      for (const found of secretsIn({ headers, body: text })) redactor.addFound(found, 'CONFORMANCE_SECRET');
    },
    ...(rate !== undefined && { rate }),
  });
  const pace = paceOf(options);
  const probed = { known: 0, unknown: 0 };
  const common = {
    url: shownAddress(url),
    courier,
    secrets,
    tenantKeys: [first, ...others] as const,
    salt: randomUUID(),
    now: () => new Date(),
    patience: { seconds: options.patienceSeconds ?? 5, pauseMillis },
    quickMillis: options.quickMillis ?? 5_000,
    ...(pace && { pace }),
    ...(probe && {
      probe,
      onProbed(isKnown: boolean) {
        probed[isKnown ? 'known' : 'unknown'] += 1;
      },
    }),
    ...(speed !== undefined && { speed }),
  };
  let dialect: Dialect = standardWebhooks;
  return {
    summary: { baseUrl: common.url, kind: 'receiver', environment, capabilities: [] },
    redactor,
    async prepare(signal) {
      dialect = await preflight({ ...common, signal });
    },
    // The next delivery shows whether the receiver is back.
    stillAnswers: async () => true,
    admit: () => ({ runs: true, why: () => undefined }),
    open: (context) => new ReceiverScenario({ ...common, dialect }, context),
    script(found) {
      const sentAt = Math.floor(common.now().getTime() / 1000);
      // Only the secret identifies the provider's signatures.
      return redactor.redact(receiverScript(found, dialect, genuineBy(secrets), sentAt));
    },
    conclude(verdict, errors) {
      const reason = errors.at(-1);
      const isClean = reason === undefined && (verdict === 'conformant' || verdict === 'partial');
      // Without its counts, nothing can be found that its user wants to know.
      if (isClean && probe !== undefined && probed.known === 0 && probed.unknown > 0)
        return { verdict: 'error', reason: knowsNothing };
      if (isClean && pace?.reason !== undefined) return { verdict: 'partial', reason: pace.reason };
      if (reason === undefined || verdict === 'non-conformant') return { verdict };
      return { verdict: verdict === 'error' ? verdict : 'incomplete', reason };
    },
    close: () => courier.close(),
  };
}

/**
 * Acts as the provider for a receiver of webhooks (section "Events"). The stream ends with exactly one `run-finished`.
 * Trouble with the receiver gives the verdict `error`, and is never thrown. Leaving the stream early ends the run.
 *
 * @throws TypeError if a secret is not base64
 */
export const runConsumer = (options: ConsumerOptions): AsyncIterable<RunEvent> =>
  runSuite(
    {
      catalogue: receiverRequirements,
      checks: options.checks ?? consumerChecks,
      subject: openSubject(options),
    },
    // One delivery at a time, because some checks test how deliveries overlap.
    { ...options, profile: options.profile ?? 'standard', concurrency: 1 },
  );
