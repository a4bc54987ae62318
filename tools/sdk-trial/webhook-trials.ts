import {
  createFetchHandler,
  type IncomingEvent,
  isEvent,
  signedRequest,
  verify,
  WebhookError,
} from '@workforce-conformance/sdk/webhooks';
import vectors from '../../openapi/vectors/webhook-signatures.json' with { type: 'json' };
import { equal, type Trial } from './trial.ts';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODw==';
const event = { eventType: 'payroll.status.updated', id: 'evt_1', data: { status: 'completed' } };
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

async function refusal(verified: Promise<unknown>): Promise<string | undefined> {
  try {
    await verified;
    return undefined;
  } catch (error) {
    if (error instanceof WebhookError) return error.code;
    throw error;
  }
}

export const webhookTrials: Readonly<Record<string, Trial>> = {
  'every test vector is accepted or refused as it should be': async () => {
    for (const { name, bodyBase64, headers, secrets, now, toleranceSeconds, expect } of vectors.vectors) {
      const options = { now: new Date(now * 1000), toleranceSeconds };
      const code = await refusal(verify(bytesOf(bodyBase64), headers, secrets, options));
      // The body is judged only after its signature.
      equal([name, code === undefined || code === 'body-invalid'], [name, expect === 'accept']);
    }
  },
  'a handler takes a signed request, of an event that nobody knows as well': async () => {
    const seen: IncomingEvent[] = [];
    const handle = createFetchHandler({ secret, onEvent: (each) => void seen.push(each) });
    for (const eventType of [event.eventType, 'moon.risen'])
      equal((await handle(await signedRequest({ ...event, eventType }, { secret }))).status, 204);
    equal(
      seen.map((each) => isEvent(each, 'payroll.status.updated') && each.data.status),
      ['completed', false],
    );
  },
  'a handler says why it refuses': async () => {
    const handle = createFetchHandler({ secret, onEvent: () => {} });
    const answerTo = async (request: Request) => {
      const response = await handle(request);
      return [response.status, await response.text()];
    };
    const other = await signedRequest(event, { secret: 'whsec_8PHy8/T19vf4+fr7/P3+/w==' });
    equal(await answerTo(other), [400, 'signature-wrong']);
    equal(await answerTo(await signedRequest(event, { secret, now: new Date(0) })), [
      400,
      'timestamp-too-old',
    ]);
    equal(await answerTo(new Request('http://localhost', { method: 'POST' })), [400, 'headers-missing']);
  },
};
