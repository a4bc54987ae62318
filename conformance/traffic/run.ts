/** Judges recorded traffic: what the server did wrong, and what its clients did. */

import { clientRequirements, requirements } from '../../openapi/catalogue.ts';
import type { Catalogue } from '../engine/catalogue.ts';
import type { Environment, RunEvent } from '../engine/events.ts';
import { Redactor } from '../engine/redactor.ts';
import { type EngineOptions, runSuite } from '../engine/run.ts';
import type { Subject } from '../engine/suite.ts';
import { curlScript } from '../http/curl.ts';
import { clientChecks } from './client-checks.ts';
import { stateChecks } from './follow.ts';
import type { Traffic } from './observation.ts';
import { TrafficScenario } from './scenario.ts';
import { secretsIn } from './secrets.ts';
import { serverChecks, type TrafficCheck } from './server-checks.ts';

export interface TrafficOptions
  extends Pick<EngineOptions, 'tool' | 'signal' | 'invocation' | 'knownFailures'> {
  readonly traffic: Traffic;
  /** @defaultValue `sandbox` */
  readonly environment?: Environment;
  /** Signing secret of the webhooks; without it signatures are not judged. */
  readonly webhookSecret?: string;
}

/** Whose doing is judged. */
export type Side = 'observed' | 'clients';

function redactorFor({ traffic, webhookSecret }: TrafficOptions): Redactor {
  const redactor = new Redactor();
  redactor.add(webhookSecret, 'CONFORMANCE_WEBHOOK_SECRET');
  for (const secret of secretsIn(traffic)) redactor.addIssued(secret, 'SECRET');
  return redactor;
}

const nothingSeen =
  'No message of the record shows a rule: it holds no bodies, which browsers leave out of what a page did not read, or nothing of the interface.';

function openSubject(side: Side, options: TrafficOptions): Subject<TrafficScenario> {
  const { environment = 'sandbox' } = options;
  const { baseUrl } = options.traffic;
  const redactor = redactorFor(options);
  return {
    summary: { baseUrl, kind: side, environment, capabilities: [] },
    redactor,
    prepare: async () => {},
    stillAnswers: async () => true,
    admit: () => ({ runs: true, why: () => ({ reason: 'No message of the record shows it.' }) }),
    open: (context) => new TrafficScenario(baseUrl, context),
    script: (_, shown) => curlScript(shown, baseUrl, ''),
    conclude: (verdict) => (verdict === 'error' ? { verdict, reason: nothingSeen } : { verdict }),
    close: async () => {},
  };
}

/** The stream ends with exactly one `run-finished`. */
export function judgeTraffic(side: Side, options: TrafficOptions): AsyncIterable<RunEvent> {
  const isServer = side === 'observed';
  const checks: readonly TrafficCheck[] = isServer
    ? [...serverChecks(options.traffic, options.webhookSecret), ...stateChecks(options.traffic)]
    : clientChecks(options.traffic);
  const catalogue: Catalogue = isServer ? requirements : clientRequirements;
  const subject = openSubject(side, options);
  return runSuite(
    { catalogue, checks, subject },
    { ...options, seed: 0, profile: 'standard', concurrency: 1 },
  );
}
