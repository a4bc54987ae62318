/** Tries whether the events of a target arrive, and whether they are signed with the secret of their endpoint. */
import { operation } from '../../../openapi/description.ts';
import type { OwnRequest, Send } from '../../adapter/send.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import type { CalledControl } from '../../target/controls.ts';
import { providerHeaders } from '../../webhooks/provider-headers.ts';
import type { Channel } from '../../webhooks/receiver.ts';
import { isMadeWith, verifySignature } from '../../webhooks/signature.ts';
import { namesId } from '../answers.ts';
import type { OwnTenant } from '../businesses.ts';
import type { Scenario } from '../scenario.ts';
import { createForSurvey } from '../tenant.ts';
import {
  isText,
  type Surroundings,
  skipped,
  type TrialBusiness,
  type Tried,
  unusable,
  works,
  wrong,
} from './trial.ts';
import { trialInput } from './trial-requests.ts';

/** Creates a person, which sends an event. @returns whether the person could be created */
async function causeEvent({
  scenario,
  tenant,
  data,
}: Pick<TrialBusiness, 'scenario' | 'tenant' | 'data'>): Promise<boolean> {
  if (!scenario.offers('createPerson')) return false;
  const input = trialInput(operation('createPerson'), new Map(), data);
  const { status } = await scenario.send('createPerson', tenant.caller, input);
  return isSuccess(status);
}

/** Lets everything that is due arrive, if the target has a control for it. */
async function drainFor(scenario: Scenario, businessId: string): Promise<void> {
  const drain = scenario.plainControl('drain');
  if (drain !== undefined) await drain(scenario.controlSend, businessId).catch(() => {});
}

/** Whether a text of a request, such as its path or a header, names a business. */
const namesBusiness = (request: OwnRequest, { businessId, tenantKey }: OwnTenant): boolean =>
  textsIn(request).some((text) => [businessId, tenantKey].some((id) => namesId(text, id)));

/**
 * Whether an event of another business arrives. Only for an endpoint that was registered without naming a business: one
 * that was registered for a business and gets the events of others is a fault of the target, which the checks find.
 *
 * @returns false also if no second business can be opened, or no event caused
 */
async function getsEventsOfOthers(
  { deliveries }: Channel,
  { scenario, data }: TrialBusiness,
): Promise<boolean> {
  const other = await createForSurvey(scenario).catch(unlessEnded);
  if (other === undefined || !(await causeEvent({ scenario, data, tenant: other }))) return false;
  await drainFor(scenario, other.businessId);
  const isOfOther = ({ rawBody }: Channel['deliveries'][number]) => {
    const text = new TextDecoder().decode(rawBody);
    return text.includes(other.businessId) || text.includes(other.tenantKey);
  };
  return await scenario.eventually(
    () => deliveries.some(isOfOther),
    (arrived) => arrived,
  );
}

/** @returns undefined for the error of a case that ended. @throws every other error */
function unlessEnded(error: unknown): undefined {
  if (!(error instanceof CaseEnded)) throw error;
}

const ofPlatform =
  'it registers an endpoint of the platform, which receives the events of every business: ' +
  "send {businessId} with the registration, use key: 'case', or write a function";

export async function tryEndpoint(
  control: CalledControl<'registerWebhookEndpoint'>,
  trial: Surroundings,
): Promise<Tried> {
  const { scenario, tenant, known } = trial;
  const channel = scenario.endpoints.openChannel();
  const texts: string[] = [];
  let isOfBusiness = false;
  const listening: Send = async (request) => {
    isOfBusiness ||= namesBusiness(request, tenant);
    const answer = await scenario.controlSend(request);
    texts.push(...textsIn(answer.json));
    return answer;
  };
  const { businessId } = tenant;
  const { id, secret } = await control(listening, { url: channel.url, businessId });
  if (id === secret) return wrong('it returned the same text as id and as secret');
  known.set('endpointId', id);
  if (!(await causeEvent(trial))) return works('it returned an id and a secret; no event could be caused');
  await drainFor(scenario, tenant.businessId);
  await scenario.eventually(
    () => channel.deliveries.length,
    (count) => count > 0,
  );
  const looked = lookAtDelivery(channel, secret, texts, trial);
  if (looked.outcome !== 'works' || isOfBusiness) return looked;
  return (await getsEventsOfOthers(channel, trial)) ? unusable(ofPlatform) : looked;
}

/** Every text anywhere in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Whether a signature contains the bytes of a SHA-256 digest, in hexadecimal or Base64. */
const looksSigned = (signature: string) => /[0-9a-f]{64}|[A-Za-z0-9+/_-]{43}/i.test(signature);

function lookAtDelivery(
  { deliveries }: Channel,
  secret: string,
  texts: readonly string[],
  { known, facts }: Surroundings,
): Tried {
  const [delivery] = deliveries;
  facts.webhooks = delivery === undefined ? 'none arrived' : 'signed';
  if (delivery === undefined)
    return unusable('no event arrived at the endpoint that it registered, after a person was created');
  const { id } = (delivery.json ?? {}) as { id?: unknown };
  if (isText(id)) known.set('eventId', id);
  const signed = { ...providerHeaders(delivery.headers), rawBody: delivery.rawBody };
  if (verifySignature(signed, secret) !== undefined) return works('an event arrived, signed with the secret');
  if (texts.some((text) => text !== secret && verifySignature(signed, text) !== undefined))
    return wrong(
      'another text of the answer verifies the signature of an event, and the secret that it returned does not',
    );
  // What the target leaves out or signs wrongly is left for the checks.
  if (!looksSigned(signed.signature)) {
    facts.webhooks = 'unsigned';
    return works('an event arrived, without a signature');
  }
  if (signed.id === '' || signed.timestamp === '')
    return works('an event arrived, without the headers that its signature covers');
  if (isMadeWith(signed, secret)) return works('an event arrived, whose signature is not of its bytes');
  facts.webhooks = 'not verified';
  return works(
    'an event arrived, and the secret of the endpoint does not verify its signature: return or set that of this endpoint',
  );
}

/** How long an event may take to arrive from elsewhere, in seconds. */
const longestWay = 30;

/** Whether webhooks arrive at the endpoint that was registered by hand, shown by an event that is caused. */
export async function tryByHand(trial: Surroundings): Promise<Tried> {
  const { scenario, tenant } = trial;
  const { channel } = scenario.endpoints.share(tenant.caller);
  if (!(await causeEvent(trial))) return skipped('no event could be caused');
  await drainFor(scenario, tenant.businessId);
  // Each look lasts as long as the patience of the run.
  for (let waited = 0; waited < longestWay; waited += Math.max(1, scenario.patience.seconds)) {
    const count = await scenario.eventually(
      () => channel.deliveries.length,
      (arrived) => arrived > 0,
    );
    if (count > 0) break;
  }
  const { record, url = channel.url, secret = '' } = scenario.target.webhooks ?? {};
  const looked = lookAtDelivery(channel, secret, [], trial);
  if (channel.deliveries.length > 0) return looked;
  const where = record === undefined ? `at ${url}` : `in ${record}`;
  return unusable(
    `no webhook arrived within ${longestWay} s ${where}, after a person was created: is it registered, and reached from the target`,
  );
}

/** Looks at the target's own log of the deliveries of an event that has arrived. */
export function lookAtLog(log: unknown, eventId: string, endpointId: string | undefined): Tried {
  if (!Array.isArray(log)) return wrong('it returned no list');
  if (log.length === 0) return unusable(`it returned no delivery of the event ${eventId}, which has arrived`);
  const [first] = log as readonly Readonly<Record<string, unknown>>[];
  const words = ['pending', 'delivered', 'failed'];
  if (!words.includes(String(first?.status)))
    return wrong(`it returned the status ${JSON.stringify(first?.status)}: return ${words.join(', ')}`);
  if (first?.eventId !== eventId)
    return wrong(`it returned eventId ${JSON.stringify(first?.eventId)} for ${eventId}`);
  if (!isText(first.endpointId)) return wrong('it returned a delivery without endpointId');
  if (endpointId !== first.endpointId)
    return unusable(`it returned endpointId ${first.endpointId}, and registerWebhookEndpoint ${endpointId}`);
  return works('it returned the delivery of an event that has arrived');
}
