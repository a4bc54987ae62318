/** Surveys an open target, for tests. */
import type { Survey } from '../engine/survey.ts';
import { Transport } from '../http/transport.ts';
import { redactorFor } from '../provider/redactor-for.ts';
import { type SurveyTries, surveyTarget } from '../provider/survey/survey.ts';
import { accessOf, type Target } from '../target/target.ts';
import { testDataCandidates } from '../target/test-data.ts';
import { WebhookReceiver } from '../webhooks/receiver.ts';

export async function surveyOf(target: Target, tries: SurveyTries, earlier?: Survey): Promise<Survey> {
  const access = accessOf(target);
  const transport = new Transport(target.baseUrl, { connections: 2, timeoutMillis: 10_000, access });
  const receiver = new WebhookReceiver();
  await receiver.listen();
  try {
    const { survey } = await surveyTarget({
      target,
      transport,
      receiver,
      redactor: redactorFor(target),
      userAgent: 'test',
      signal: AbortSignal.timeout(120_000),
      tries,
      candidates: testDataCandidates(target.data),
      ...(earlier && { earlier }),
    });
    return survey;
  } finally {
    await Promise.all([transport.close(), receiver.stop()]);
  }
}
