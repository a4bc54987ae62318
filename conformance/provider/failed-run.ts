/** Events of a run that could not start, so that every report exists and gives the reason. */
import { requirements } from '../../openapi/catalogue.ts';
import { ConformanceError, messageOf } from '../engine/errors.ts';
import type { RunEvent, TargetSummary } from '../engine/events.ts';
import { Redactor } from '../engine/redactor.ts';
import { type EngineOptions, runSuite } from '../engine/run.ts';
import type { Credentials } from '../target/target.ts';
import type { Check } from './check.ts';

export interface FailedRunOptions extends EngineOptions {
  readonly checks: readonly Check[];
  readonly summary: TargetSummary;
  readonly secrets: Credentials;
}

const never = (): never => {
  throw new Error('Nothing is run in a run that could not be made.');
};

export function failedRun(error: unknown, options: FailedRunOptions): AsyncIterable<RunEvent> {
  const { checks, summary, secrets } = options;
  const redactor = new Redactor();
  for (const [name, value] of Object.entries(secrets)) redactor.add(value, name);
  const subject = {
    summary,
    redactor,
    prepare: async () => {
      throw new ConformanceError('CONFIGURATION_INVALID', messageOf(error), { cause: error });
    },
    stillAnswers: never,
    admit: never,
    open: never,
    script: never,
    close: async () => {},
  };
  return runSuite({ catalogue: requirements, checks, subject }, options);
}
