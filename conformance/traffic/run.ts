/** Judges recorded or live traffic: the server or its clients. */

import { clientRequirements, findRequirement } from '../../openapi/catalogue.ts';
import { byStream, type Check, type CheckCase } from '../engine/check.ts';
import type { Environment, RunEvent, TargetSummary } from '../engine/events.ts';
import { Redactor } from '../engine/redactor.ts';
import { type EngineOptions, runSuite } from '../engine/run.ts';
import { shownAddress } from '../engine/shown-address.ts';
import { addSigningSecret } from '../engine/signing-secret.ts';
import type { Subject } from '../engine/suite.ts';
import { curlScript } from '../http/curl.ts';
import { envelopeOf } from '../provider/inspect.ts';
import { rulesFor } from '../target/rules-for.ts';
import type { ClientVisibility, TrafficCheck } from './check.ts';
import { clientChecks } from './client-checks.ts';
import { Feed } from './feed.ts';
import { jsonOf } from './json.ts';
import type { ObservedDelivery, ObservedExchange, Traffic } from './observation.ts';
import { operationFor } from './recognise.ts';
import { type Counted, TrafficScenario } from './scenario.ts';
import { PassingSecrets } from './secrets.ts';
import { SentValues } from './sent-values.ts';
import { serverChecks } from './server-checks.ts';

export interface LiveOptions extends Pick<EngineOptions, 'tool' | 'signal' | 'invocation' | 'knownFailures'> {
  /** The beginning of all URLs, such as `https://sandbox.example.com/api`. */
  readonly baseUrl: string;
  /** @defaultValue `sandbox` */
  readonly environment?: Environment;
  /** Signing secret of the webhooks; without it signatures are not judged. */
  readonly webhookSecret?: string;
}

export interface TrafficOptions extends Omit<LiveOptions, 'baseUrl'> {
  readonly traffic: Traffic;
}

/** The side that is judged: the server, or its clients. */
export type Side = 'observed' | 'clients';

/** Judges messages as they arrive. */
export interface TrafficJudge {
  /** Ends with exactly one `run-finished`, after the end of the traffic. */
  readonly events: AsyncIterable<RunEvent>;
  /** Call this when a request arrives: a later response may show its values before its own response does. */
  request(request: ObservedExchange['request']): void;
  exchange(exchange: ObservedExchange): void;
  delivery(delivery: ObservedDelivery): void;
  /** Call this after the last message. */
  end(): void;
}

/** The messages so far. */
interface Passed {
  requests: number;
  exchanges: number;
  deliveries: number;
}

function whyNothingJudged(baseUrl: string, { requests, exchanges, deliveries }: Passed): string {
  if (exchanges + deliveries > 0)
    return 'The traffic contains nothing to judge: no request of the interface, or no bodies. Browsers often leave bodies out of a HAR file.';
  if (requests > 0)
    return `Cannot reach ${baseUrl}: no request got a response. Is the server running? Check --base-url.`;
  return 'There was no traffic to judge.';
}

function openSubject(
  options: LiveOptions,
  side: Side,
  redactor: Redactor,
  passed: Passed,
): Subject<TrafficScenario> {
  const { environment = 'sandbox' } = options;
  // A recording can name a user and a password in its addresses.
  const baseUrl = shownAddress(options.baseUrl);
  const counted: Counted = new WeakSet();
  const summary: TargetSummary = { baseUrl, kind: side, environment, capabilities: [] };
  return {
    summary,
    redactor,
    prepare: async () => {},
    stillAnswers: async () => true,
    admit: () => ({ runs: true, why: () => ({ reason: 'No message of the traffic shows this rule.' }) }),
    open: (context) => new TrafficScenario(baseUrl, counted, context),
    script: (_, shown) => curlScript(shown, summary, findRequirement(shown.requirement)?.section ?? ''),
    conclude: (verdict) =>
      verdict === 'error' ? { verdict, reason: whyNothingJudged(baseUrl, passed) } : { verdict },
    close: async () => {},
  };
}

/** The checks of a side, each with its queue of cases. */
class Bench {
  readonly #places: readonly {
    readonly of: TrafficCheck;
    readonly feed: Feed<CheckCase<TrafficScenario>>;
  }[];

  constructor(checks: readonly TrafficCheck[]) {
    this.#places = checks.map((of) => ({ of, feed: new Feed() }));
  }

  get checks(): readonly Check<TrafficScenario>[] {
    return this.#places.map(({ of: { id, title, covers }, feed }) => ({
      ...{ id, title, covers, needs: [] },
      ...byStream(feed.cases),
    }));
  }

  hand(caseOf: (check: TrafficCheck) => CheckCase<TrafficScenario> | undefined): void {
    for (const { of, feed } of this.#places) {
      const next = caseOf(of);
      if (next !== undefined) feed.push(next);
    }
  }

  end(): void {
    for (const { feed } of this.#places) feed.end();
  }
}

/** @param visibility how much is known of the clients; @defaultValue every header, but not the address that they use */
export function openJudge(
  side: Side,
  options: LiveOptions,
  visibility: ClientVisibility = { tokens: 'certain' },
): TrafficJudge {
  const isServer = side === 'observed';
  const { webhookSecret: secret, environment = 'sandbox' } = options;
  const sent = new SentValues();
  const redactor = new Redactor();
  if (secret !== undefined) addSigningSecret(redactor, secret, 'CONFORMANCE_WEBHOOK_SECRET');
  const secrets = new PassingSecrets(redactor);
  const passed: Passed = { requests: 0, exchanges: 0, deliveries: 0 };
  const bench = new Bench(
    isServer
      ? serverChecks({ sent, tokens: visibility.tokens, secret, environment })
      : clientChecks(visibility),
  );
  const { checks } = bench;
  const catalogue = isServer ? rulesFor(environment) : clientRequirements;
  return {
    events: runSuite(
      { catalogue, checks, subject: openSubject(options, side, redactor, passed) },
      { ...options, seed: 0, profile: 'standard', concurrency: checks.length },
    ),
    request: ({ body }) => {
      passed.requests += 1;
      if (isServer) sent.add(body);
    },
    exchange(exchange) {
      passed.exchanges += 1;
      secrets.learn(exchange);
      const asked = operationFor(exchange.request.method, exchange.request.path);
      bench.hand((check) => check.exchange?.(exchange, asked));
    },
    delivery(delivery) {
      passed.deliveries += 1;
      secrets.learn(delivery);
      const envelope = envelopeOf({ json: jsonOf(delivery.body) });
      bench.hand((check) => check.delivery?.(delivery, envelope));
    },
    end: () => bench.end(),
  };
}

/** Judges a recording. The stream ends with exactly one `run-finished`. */
export function judgeTraffic(side: Side, { traffic, ...options }: TrafficOptions): AsyncIterable<RunEvent> {
  const { baseUrl, exchanges, deliveries } = traffic;
  const showsTokens = exchanges.some(({ request }) => request.headers.authorization !== undefined);
  const tokens = showsTokens ? 'likely' : 'unknown';
  const judge = openJudge(side, { ...options, baseUrl }, { tokens, sentTo: shownAddress(baseUrl) });
  for (const { request } of exchanges) judge.request(request);
  const messages = [
    ...exchanges.map((exchange) => ({ at: exchange.endedAt, hand: () => judge.exchange(exchange) })),
    ...deliveries.map((delivery) => ({ at: delivery.startedAt, hand: () => judge.delivery(delivery) })),
  ];
  for (const { hand } of messages.toSorted((a, b) => a.at - b.at)) hand();
  judge.end();
  return judge.events;
}
