/** Tries each control of a target in a disposable business. */

import { type OperationId, operation } from '../../../openapi/description.ts';
import type { controls } from '../../../openapi/generated/controls.ts';
import type { Send } from '../../adapter/send.ts';
import { ConformanceError, isSlip, messageOf } from '../../engine/errors.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { TriedLine, WrittenFacts } from '../../engine/survey.ts';
import { isSuccess } from '../../http/is-success.ts';

import {
  byHand,
  type CalledControl,
  type ControlName,
  ControlRejected,
  controlNames,
  controlTable,
  type TokenRequest,
} from '../../target/controls.ts';

import type { TestData } from '../../target/test-data.ts';
import { providerHeaders } from '../../webhooks/provider-headers.ts';
import type { Channel } from '../../webhooks/receiver.ts';
import { isMadeWith, verifySignature } from '../../webhooks/signature.ts';
import { type Answer, itemsOf } from '../answers.ts';
import type { OwnTenant } from '../businesses.ts';
import type { Scenario } from '../scenario.ts';
import { probeSeconds, surveyClock } from './clock.ts';

import { type KnownIds, trialInput } from './trial-requests.ts';

type Tried = Omit<TriedLine, 'line'>;

/** What the trials show beside the lines. */
export type TriedFacts = { -readonly [Name in 'clock' | 'webhooks']?: NonNullable<WrittenFacts[Name]> };

/** The disposable business of the trials. */
export interface TrialBusiness {
  readonly scenario: Scenario;
  readonly tenant: OwnTenant;
  readonly data: TestData;
  /** Ids, among them those that controls returned. */
  readonly known: KnownIds;
}

interface Surroundings extends TrialBusiness {
  readonly facts: TriedFacts;
}
type Trial<Name extends ControlName> = (control: CalledControl<Name>, trial: Surroundings) => Promise<Tried>;

/** The controls whose entry says that a function of this file tries them. */
type TriedByFunction = {
  [Name in ControlName]: (typeof controls)[Name]['tried'] extends 'function' ? Name : never;
}[ControlName];

const works = (why: string): Tried => ({ outcome: 'works', why });
const wrong = (why: string): Tried => ({ outcome: 'wrong', why });
const unusable = (why: string): Tried => ({ outcome: 'unusable', why });
const skipped = (why: string): Tried => ({ outcome: 'not tried', why });

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
/** Later than any time in Unix seconds. */
const latestTime = 1e11;
/** A clock may run, and respond a moment later. */
const slackSeconds = 120;

async function tryClock(
  control: CalledControl<'advanceClock'>,
  { scenario, tenant, facts }: Surroundings,
): Promise<Tried> {
  const { clock, before, after } = await surveyClock(control, scenario, tenant);
  if (typeof before !== 'number' || !Number.isFinite(before))
    return wrong(
      `it returned ${JSON.stringify(before)} and no time: return the time after the move in Unix seconds`,
    );
  if (Math.abs(before) >= latestTime)
    return wrong(`it returned ${before}, which counts milliseconds: return Unix seconds`);
  const moved = after - before;
  if (moved < 1)
    return wrong(`it was asked to move the clock by ${probeSeconds} s, and returned the same time`);
  if (Math.abs(moved - probeSeconds) > slackSeconds)
    return wrong(
      `it was asked to move the clock by ${probeSeconds} s, and the time that it returned moved by ${moved} s: look at the unit`,
    );
  if (clock !== undefined) facts.clock = clock;
  return works(`it moved the clock by ${probeSeconds} s`);
}

/** Creates a person, which sends an event. @returns whether the person could be created */
async function causeEvent({ scenario, tenant, data }: TrialBusiness): Promise<boolean> {
  if (!scenario.offers('createPerson')) return false;
  const input = trialInput(operation('createPerson'), new Map(), data);
  const { status } = await scenario.send('createPerson', tenant.caller, input);
  return isSuccess(status);
}

async function tryEndpoint(
  control: CalledControl<'registerWebhookEndpoint'>,
  trial: Surroundings,
): Promise<Tried> {
  const { scenario, tenant, known } = trial;
  const channel = scenario.openChannel();
  const texts: string[] = [];
  const listening: Send = async (request) => {
    const answer = await scenario.controlSend(request);
    texts.push(...textsIn(answer.json));
    return answer;
  };
  const { businessId } = tenant;
  const answered: unknown = await control(listening, { url: channel.url, businessId });
  const { id, secret } = (answered ?? {}) as { id?: unknown; secret?: unknown };
  if (!isText(id)) return wrong('it returned no id');
  if (!isText(secret)) return wrong('it returned no secret');
  if (id === secret) return wrong('it returned the same text as id and as secret');
  known.set('endpointId', id);
  if (!(await causeEvent(trial))) return works('it returned an id and a secret; no event could be caused');
  const drain = scenario.plainControl('drain');
  if (drain !== undefined) await drain(scenario.controlSend, tenant.businessId).catch(() => {});
  await scenario.eventually(
    () => channel.deliveries.length,
    (count) => count > 0,
  );
  return lookAtDelivery(channel, secret, texts, trial);
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
async function tryByHand(trial: Surroundings): Promise<Tried> {
  const { scenario, tenant } = trial;
  const { channel } = scenario.shareEndpoint(tenant.caller);
  if (!(await causeEvent(trial))) return skipped('no event could be caused');
  const drain = scenario.plainControl('drain');
  if (drain !== undefined) await drain(scenario.controlSend, tenant.businessId).catch(() => {});
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

/** How to read as text what an operation shows of a business; undefined if the target does not offer it. */
function lookWith(id: OperationId, { scenario, tenant, data, known }: Surroundings): Look | undefined {
  const input = scenario.offers(id) ? trialInput(operation(id), known, data) : undefined;
  if (input === undefined) return undefined;
  return async () => JSON.stringify((await scenario.send(id, tenant.caller, input)).json);
}

type Look = () => Promise<string>;

/** Tests whether a control has an effect, if the effect can be read. */
async function changing(
  scenario: Scenario,
  look: Look | undefined,
  act: () => Promise<unknown>,
): Promise<Tried> {
  if (look === undefined) {
    await act();
    return works('it returned');
  }
  const before = await look();
  await act();
  const after = await scenario.eventually(look, (seen) => seen !== before);
  return after === before
    ? unusable(`it returned, but its effect is not visible: ${before.slice(0, 200)}`)
    : works('its effect is visible');
}

/** Looks at the target's own log of the deliveries of an event that has arrived. */
function lookAtLog(log: unknown, eventId: string, endpointId: string | undefined): Tried {
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

const noTransaction = 'no open transaction of a payout was found';

/** Makes a payout, and ends its transaction. */
async function endTransaction(
  { scenario, tenant, data, known }: Surroundings,
  end: (transactionId: string) => Promise<unknown>,
): Promise<Tried> {
  const input = trialInput(operation('createPayout'), known, data);
  if (!scenario.offers('createPayout') || !scenario.offers('listTransactions') || input === undefined)
    return skipped('there is no payout with a transaction to end');
  if (known.has('noTransaction')) return skipped(noTransaction);
  const { caller } = tenant;
  await scenario.send('createPayout', caller, input);
  const all = await scenario.eventually(
    async () =>
      itemsOf(await scenario.send('listTransactions', caller)).filter(isOpenPayout(known.get('ended'))),
    (found) => found.length > 0,
  );
  const id = all.at(-1)?.id;
  if (typeof id !== 'string') {
    known.set('noTransaction', 'true');
    return skipped(noTransaction);
  }
  known.set('ended', id);
  const look = async () => {
    const items = itemsOf(await scenario.send('listTransactions', caller));
    return JSON.stringify(items.find((each) => each.id === id));
  };
  return changing(scenario, look, () => end(id));
}

const isOpenPayout =
  (ended: string | undefined) =>
  ({ id, type, status }: Answer) =>
    type === 'PAYOUT' && id !== ended && (status === 'initiated' || status === 'processing');

/** Whether a token is accepted. */
async function isAccepted(scenario: Scenario, token: string): Promise<boolean> {
  const { status } = await scenario.send('listPersons', { token });
  return status !== 401;
}

/** The direct debits of a business show whether they are restricted, if it has an account. */
const lookAtDirectDebits = (trial: Surroundings) =>
  trial.known.has('externalAccountId') ? lookWith('listExternalAccounts', trial) : undefined;

const trials: { readonly [Name in TriedByFunction]: Trial<Name> } = {
  advanceClock: tryClock,
  registerWebhookEndpoint: tryEndpoint,
  listDeliveries: async (control, { scenario, known }) => {
    const eventId = known.get('eventId');
    if (eventId === undefined) return skipped('no event arrived whose deliveries could be listed');
    return lookAtLog(await control(scenario.controlSend, eventId), eventId, known.get('endpointId'));
  },
  issueToken: async (control, { scenario, tenant, known }) => {
    const userId = known.get('userId');
    const { businessId } = tenant;
    const users: readonly TokenRequest[] = userId === undefined ? [] : [{ type: 'user', businessId, userId }];
    for (const wanted of [...users, { type: 'org', businessId }] as const) {
      const answered: unknown = await control(scenario.controlSend, wanted);
      const { id, token } = (answered ?? {}) as { id?: unknown; token?: unknown };
      if (!isText(token)) return wrong('it returned no token');
      if (!isText(id)) return wrong('it returned no id');
      if (!(await isAccepted(scenario, token)))
        return unusable(`the target rejects the token of type ${wanted.type} that it issued`);
      known.set('token', token).set('tokenId', id);
    }
    return works('the target accepts the issued token');
  },
  revokeToken: async (control, { scenario, known }) => {
    const [tokenId, token] = [known.get('tokenId'), known.get('token')];
    if (tokenId === undefined || token === undefined)
      return skipped('no token was issued that could be revoked');
    await control(scenario.controlSend, tokenId);
    return (await isAccepted(scenario, token))
      ? unusable('the target still accepts the revoked token')
      : works('the target rejects the revoked token');
  },
  restrictDirectDebits: (control, trial) =>
    changing(trial.scenario, lookAtDirectDebits(trial), () =>
      control(trial.scenario.controlSend, trial.tenant.businessId),
    ),
  liftDirectDebitRestriction: (control, trial) => {
    const { scenario, tenant } = trial;
    const isRestricted = scenario.target.controls.restrictDirectDebits !== undefined;
    return changing(scenario, isRestricted ? lookAtDirectDebits(trial) : undefined, () =>
      control(scenario.controlSend, tenant.businessId),
    );
  },
  settleTransaction: (control, trial) =>
    endTransaction(trial, (id) => control(trial.scenario.controlSend, id)),
  failTransaction: (control, trial) =>
    endTransaction(trial, (id) => control(trial.scenario.controlSend, id, 'The account is closed')),
};

/** Calls a control with known ids and the values of its entry, as the entry says that it is tried. */
async function tryAsEntry(name: ControlName, control: AnyControl, trial: Surroundings): Promise<Tried> {
  const { takes, together, tried, triedWith, answers } = controlTable[name];
  const { scenario, known } = trial;
  const values = Object.fromEntries(
    takes.map((argument): [string, unknown] => {
      const plain = argument.replace('?', '');
      return [argument, triedWith[plain] ?? known.get(plain)];
    }),
  );
  const missing = takes.find((argument) => !argument.endsWith('?') && values[argument] === undefined);
  if (missing !== undefined) return skipped(`no other line returns the ${missing} that it needs`);
  const alone = takes.filter((argument) => !together.includes(argument)).map((argument) => values[argument]);
  const inOne = together.flatMap((argument) =>
    values[argument] === undefined ? [] : [[argument.replace('?', ''), values[argument]]],
  );
  const given = together.length === 0 ? alone : [...alone, Object.fromEntries(inOne)];
  const perform = () => control(scenario.controlSend, ...given);
  if (typeof tried === 'object' && 'seenIn' in tried)
    return changing(scenario, lookWith(tried.seenIn, trial), perform);
  const returned = await perform();
  if (answers.length === 0) return works('it returned');
  if (!isText(returned)) return wrong(`it returned no ${answers.join(', ')}`);
  if (typeof tried === 'object') known.set(tried.brings, returned);
  return works(`it returned the ${answers.join(', ')}`);
}

/** The first parameter of every control is the send function. */
type AnyControl = (send: Send, ...given: readonly unknown[]) => Promise<unknown>;

type AnyTrial = (control: AnyControl, trial: Surroundings) => Promise<Tried>;

// A trial of its own calls the control of its own name.
const ownTrials = new Map(Object.entries(trials)) as unknown as ReadonlyMap<string, AnyTrial>;

async function tryOne(name: ControlName, control: AnyControl, trial: Surroundings): Promise<Tried> {
  if (controlTable[name].tried === 'in-the-run')
    return skipped('it needs a record in a later state; the run will use it');
  const own = ownTrials.get(name);
  return own === undefined ? tryAsEntry(name, control, trial) : own(control, trial);
}

/** The result of a failing control. A record other than a business may be in another state, or have another id. */
function failed(name: ControlName, error: unknown): Tried {
  const said = messageOf(error);
  // It may offer the control for other arguments.
  if (error instanceof CaseEnded) return { outcome: 'refused', why: said };
  // A mistake in the function itself, or in what its line says.
  if (isSlip(error)) return wrong(`it threw ${said}`);
  if (!(error instanceof ControlRejected))
    return error instanceof ConformanceError && !error.code.startsWith('TARGET_')
      ? wrong(said)
      : unusable(said);
  const isAlwaysThere = controlTable[name].belongsTo === 'business';
  if (error.status === 405 || (error.status === 404 && isAlwaysThere)) return wrong(said);
  const isOfNoUse = isAlwaysThere || [404, 501].includes(error.status);
  return isOfNoUse ? unusable(said) : { outcome: 'refused', why: said };
}

/**
 * One entry for each control of the target, in the order of the table, because later controls need the results of earlier
 * ones; and what the trials showed beside it.
 */
export async function tryControls(
  business: TrialBusiness,
): Promise<{ readonly tried: readonly TriedLine[]; readonly facts: TriedFacts }> {
  const trial: Surroundings = { ...business, facts: {} };
  const tried: TriedLine[] = [];
  if (business.scenario.sharesEndpoint) {
    const came = await tryByHand(trial).catch((error: unknown) => failed('registerWebhookEndpoint', error));
    tried.push({ line: byHand, ...came });
  }
  for (const name of controlNames) {
    // Each control is called with its own arguments.
    const control = business.scenario.plainControl(name) as unknown as AnyControl | undefined;
    if (control === undefined) continue;
    const came = await tryOne(name, control, trial).catch((error: unknown) => failed(name, error));
    tried.push({ line: `controls.${name}`, ...came });
  }
  return { tried, facts: trial.facts };
}
