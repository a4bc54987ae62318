/** Surveys a target for `init` and `doctor`. */
import type { Survey } from '../../../conformance/engine/survey.ts';
import { Transport } from '../../../conformance/http/transport.ts';
import { keysOf, redactorFor } from '../../../conformance/provider/redactor-for.ts';
import { operationsIn } from '../../../conformance/provider/survey/apply.ts';
import { type SurveyTries, surveyTarget } from '../../../conformance/provider/survey/survey.ts';
import { accessOf, type Target } from '../../../conformance/target/target.ts';
import { testDataCandidates } from '../../../conformance/target/test-data.ts';
import { WebhookReceiver } from '../../../conformance/webhooks/receiver.ts';
import type { OperationId } from '../../../openapi/description.ts';
import type { TargetSettings } from '../../config/settings.ts';
import { openTarget } from '../../targets/open-target.ts';

const requestTimeoutMillis = 10_000;

/** A surveyed target, as long as it is open. */
export interface TargetSeen {
  readonly target: Target;
  readonly survey: Survey;
  /** Assumed operations that were looked for: found, and not found. */
  readonly found: readonly OperationId[];
  readonly absent: readonly OperationId[];
  readonly transport: Transport;
}

/**
 * Opens a target, surveys it, and closes it when `say` is done.
 *
 * @param tries how much may be written on the target
 * @throws ConformanceError as `openTarget` and `surveyTarget` do
 */
export async function lookAtTarget<T>(
  settings: TargetSettings,
  tries: (target: Target) => SurveyTries,
  signal: AbortSignal,
  say: (seen: TargetSeen) => T | Promise<T>,
): Promise<T> {
  const { target, close } = await openTarget(settings, signal);
  const redactor = redactorFor(target);
  const transport = new Transport(target.baseUrl, {
    connections: 2,
    timeoutMillis: requestTimeoutMillis,
    access: accessOf(target),
    pathPrefix: target.pathPrefix,
    keys: keysOf(target, redactor),
  });
  const receiver = new WebhookReceiver(target.webhooks);
  try {
    await receiver.listen();
    const { survey, found } = await surveyTarget({
      target,
      transport,
      receiver,
      redactor,
      userAgent: 'conformance (survey)',
      signal,
      tries: tries(target),
      candidates: testDataCandidates(target.data),
      findsAbsent: true,
    });
    return await say({ target, survey, found, absent: operationsIn(survey.operations.absent), transport });
  } finally {
    await Promise.all([transport.close(), receiver.stop()]);
    await close();
  }
}
