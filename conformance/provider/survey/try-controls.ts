/** Tries each control of a target in a disposable business. */

import { randomUUID } from 'node:crypto';
import { type OperationId, operation } from '../../../openapi/description.ts';
import type { Send } from '../../adapter/send.ts';
import { ConformanceError, messageOf } from '../../engine/errors.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { TriedLine, WrittenFacts } from '../../engine/survey.ts';
import { isSuccess } from '../../http/is-success.ts';
import {
  type ControlName,
  ControlRejected,
  type Controls,
  type TokenRequest,
} from '../../target/controls.ts';
import type { TestData } from '../../target/test-data.ts';
import { providerHeaders } from '../../webhooks/provider-headers.ts';
import type { Channel } from '../../webhooks/receiver.ts';
import { verifySignature } from '../../webhooks/signature.ts';
import { type Answer, itemsOf } from '../answers.ts';
import type { Scenario } from '../scenario.ts';
import type { Tenant } from '../tenant.ts';
import { probeSeconds, surveyClock } from './clock.ts';
import { type KnownIds, trialInput } from './trial-requests.ts';

type Tried = Omit<TriedLine, 'line'>;

/** What the trials show beside the lines. */
export type TriedFacts = { -readonly [Name in 'clock' | 'webhooks']?: NonNullable<WrittenFacts[Name]> };

/** The disposable business of the trials. */
export interface TrialBusiness {
  readonly scenario: Scenario;
  readonly tenant: Required<Tenant>;
  readonly data: TestData;
  readonly known: KnownIds;
}

interface Surroundings extends TrialBusiness {
  readonly facts: TriedFacts;
  /** Results of controls that later ones need. */
  readonly kept: Map<
    'token' | 'tokenId' | 'endpointId' | 'eventId' | 'filingId' | 'ended' | 'noTransaction',
    string
  >;
}
type Trial<Name extends ControlName> = (
  control: NonNullable<Controls[Name]>,
  trial: Surroundings,
) => Promise<Tried>;

const works = (why: string): Tried => ({ outcome: 'works', why });
const wrong = (why: string): Tried => ({ outcome: 'wrong', why });
const unusable = (why: string): Tried => ({ outcome: 'unusable', why });
const skip = async (why: string): Promise<Tried> => skipped(why);
const skipped = (why: string): Tried => ({ outcome: 'not tried', why });

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
/** Later than any time in Unix seconds. */
const latestTime = 1e11;
/** A clock may run, and respond a moment later. */
const slackSeconds = 120;

async function tryClock(
  control: NonNullable<Controls['advanceClock']>,
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
  control: NonNullable<Controls['registerWebhookEndpoint']>,
  trial: Surroundings,
): Promise<Tried> {
  const { scenario, tenant, kept } = trial;
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
  kept.set('endpointId', id);
  if (!(await causeEvent(trial))) return works('it returned an id and a secret; no event could be caused');
  const drain = scenario.target.controls.drain;
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
  { kept, facts }: Surroundings,
): Tried {
  const [delivery] = deliveries;
  facts.webhooks = delivery === undefined ? 'none arrived' : 'signed';
  if (delivery === undefined)
    return unusable('no event arrived at the endpoint that it registered, after a person was created');
  const { id } = (delivery.json ?? {}) as { id?: unknown };
  if (isText(id)) kept.set('eventId', id);
  const signed = { ...providerHeaders(delivery.headers), rawBody: delivery.rawBody };
  if (verifySignature(signed, secret) !== undefined) return works('an event arrived, signed with the secret');
  if (texts.some((text) => text !== secret && verifySignature(signed, text) !== undefined))
    return wrong(
      'another text of the answer verifies the signature of an event, and the secret that it returned does not',
    );
  // A missing signature is left for the checks.
  if (!looksSigned(signed.signature)) {
    facts.webhooks = 'unsigned';
    return works('an event arrived, without a signature');
  }
  return wrong(
    'the secret that it returned does not verify the signature of an event: return that of this endpoint, or run with ' +
      '--no-try when the target signs otherwise',
  );
}

/** Reads a list as text; undefined if the target has no such list. */
function listed(scenario: Scenario, { caller }: Tenant, id: OperationId): Look | undefined {
  if (!scenario.offers(id)) return undefined;
  return async () => JSON.stringify(itemsOf(await scenario.send(id, caller)));
}

function read(scenario: Scenario, { caller, businessId = '' }: Tenant, id: OperationId): Look | undefined {
  if (!scenario.offers(id)) return undefined;
  return async () => JSON.stringify((await scenario.send(id, caller, { path: { businessId } })).json);
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

const noTransaction = 'no open transaction of a payout was found';

/** Makes a payout, and ends its transaction. */
async function endTransaction(
  { scenario, tenant, data, known, kept }: Surroundings,
  end: (transactionId: string) => Promise<unknown>,
): Promise<Tried> {
  const input = trialInput(operation('createPayout'), known, data);
  if (!scenario.offers('createPayout') || !scenario.offers('listTransactions') || input === undefined)
    return skip('there is no payout with a transaction to end');
  if (kept.has('noTransaction')) return skip(noTransaction);
  const { caller } = tenant;
  await scenario.send('createPayout', caller, input);
  const all = await scenario.eventually(
    async () =>
      itemsOf(await scenario.send('listTransactions', caller)).filter(isOpenPayout(kept.get('ended'))),
    (found) => found.length > 0,
  );
  const id = all.at(-1)?.id;
  if (typeof id !== 'string') {
    kept.set('noTransaction', 'true');
    return skip(noTransaction);
  }
  kept.set('ended', id);
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

/** In this order, because later controls need the results of earlier ones. */
const trials: { readonly [Name in ControlName]?: Trial<Name> } = {
  advanceClock: tryClock,
  drain: async (control, { scenario, tenant }) => {
    await control(scenario.controlSend, tenant.businessId);
    return works('it returned');
  },
  registerWebhookEndpoint: tryEndpoint,
  listDeliveries: async (control, { scenario, kept }) => {
    const eventId = kept.get('eventId');
    if (eventId === undefined) return skipped('no event arrived whose deliveries could be listed');
    const log: unknown = await control(scenario.controlSend, eventId);
    if (!Array.isArray(log)) return wrong('it returned no list');
    if (log.length === 0)
      return unusable(`it returned no delivery of the event ${eventId}, which has arrived`);
    const [first] = log as readonly Readonly<Record<string, unknown>>[];
    const words = ['pending', 'delivered', 'failed'];
    if (!words.includes(String(first?.status)))
      return wrong(`it returned the status ${JSON.stringify(first?.status)}: return ${words.join(', ')}`);
    if (first?.eventId !== eventId)
      return wrong(`it returned eventId ${JSON.stringify(first?.eventId)} for ${eventId}`);
    if (!isText(first.endpointId)) return wrong('it returned a delivery without endpointId');
    if (kept.get('endpointId') !== first.endpointId)
      return unusable(
        `it returned endpointId ${first.endpointId}, and registerWebhookEndpoint ${kept.get('endpointId')}`,
      );
    return works('it returned the delivery of an event that has arrived');
  },
  removeWebhookEndpoint: async (control, { scenario, kept }) => {
    const endpointId = kept.get('endpointId');
    if (endpointId === undefined) return skipped('no endpoint was registered that could be removed');
    await control(scenario.controlSend, endpointId);
    return works('it returned');
  },
  issueToken: async (control, { scenario, tenant, known, kept }) => {
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
      kept.set('token', token).set('tokenId', id);
    }
    return works('the target accepts the issued token');
  },
  revokeToken: async (control, { scenario, kept }) => {
    const [tokenId, token] = [kept.get('tokenId'), kept.get('token')];
    if (tokenId === undefined || token === undefined)
      return skipped('no token was issued that could be revoked');
    await control(scenario.controlSend, tokenId);
    return (await isAccepted(scenario, token))
      ? unusable('the target still accepts the revoked token')
      : works('the target rejects the revoked token');
  },
  createFiling: async (control, { scenario, tenant, kept }) => {
    const id: unknown = await control(scenario.controlSend, tenant.businessId, { requirements: [] });
    if (!isText(id)) return wrong('it returned no id of the filing');
    kept.set('filingId', id);
    return works('it returned the id of a filing');
  },
  moveFiling: (control, { scenario, tenant, kept }) => {
    const filingId = kept.get('filingId');
    if (filingId === undefined) return skip('no filing was created that could be moved');
    return changing(scenario, listed(scenario, tenant, 'listFilings'), () =>
      control(scenario.controlSend, filingId, 'pending'),
    );
  },
  reviewKyb: (control, { scenario, tenant }) =>
    changing(scenario, read(scenario, tenant, 'readKyb'), () =>
      control(scenario.controlSend, tenant.businessId, 'approved'),
    ),
  restrictDirectDebits: (control, { scenario, tenant, known }) =>
    changing(
      scenario,
      known.has('externalAccountId') ? listed(scenario, tenant, 'listExternalAccounts') : undefined,
      () => control(scenario.controlSend, tenant.businessId),
    ),
  liftDirectDebitRestriction: (control, { scenario, tenant, known }) =>
    changing(
      scenario,
      known.has('externalAccountId') && scenario.target.controls.restrictDirectDebits !== undefined
        ? listed(scenario, tenant, 'listExternalAccounts')
        : undefined,
      () => control(scenario.controlSend, tenant.businessId),
    ),
  settleTransaction: (control, trial) =>
    endTransaction(trial, (id) => control(trial.scenario.controlSend, id)),
  failTransaction: (control, trial) =>
    endTransaction(trial, (id) => control(trial.scenario.controlSend, id, 'The account is closed')),
  setPassword: async (control, { scenario, known }) => {
    const userId = known.get('userId');
    if (userId === undefined) return skipped('there is no user');
    await control(scenario.controlSend, userId);
    return works('it returned');
  },
  receiveBankTransfer: async (control, { scenario, known }) => {
    const virtualAccountId = known.get('virtualAccountId');
    if (virtualAccountId === undefined) return skipped('there is no virtual account');
    const amount = { amount: 1_000, currency: 'USD' };
    const id: unknown = await control(scenario.controlSend, virtualAccountId, {
      amount,
      reference: randomUUID(),
    });
    return isText(id)
      ? works('it returned the id of a transaction')
      : wrong('it returned no id of a transaction');
  },
};

/** Controls whose only argument is a business, which exists. */
const ofBusiness: ReadonlySet<ControlName> = new Set<ControlName>([
  'advanceClock',
  'drain',
  'registerWebhookEndpoint',
  'restrictDirectDebits',
  'liftDirectDebitRestriction',
  'createFiling',
]);

/** The result of a failing control. A rejected record may be in another state, or have another id. */
function failed(name: ControlName, error: unknown): Tried {
  const said = messageOf(error);
  // It may offer the control for other arguments.
  if (error instanceof CaseEnded) return { outcome: 'refused', why: said };
  if (!(error instanceof ConformanceError)) return wrong(`it threw ${said}`);
  if (!(error instanceof ControlRejected) || [405, 501].includes(error.status)) return wrong(said);
  if (error.status !== 404) return { outcome: 'refused', why: said };
  return ofBusiness.has(name) ? wrong(said) : unusable(said);
}

/** One entry for each control of the target, and what the trials showed beside it. */
export async function tryControls(
  business: TrialBusiness,
): Promise<{ readonly tried: readonly TriedLine[]; readonly facts: TriedFacts }> {
  const { controls } = business.scenario.target;
  const names = Object.keys(controls) as ControlName[];
  const ordered = [...(Object.keys(trials) as ControlName[]), ...names];
  const trial = { ...business, kept: new Map(), facts: {} };
  const tried: TriedLine[] = [];
  for (const name of new Set(ordered)) {
    const control = controls[name];
    if (control === undefined) continue;
    const attempt = trials[name] as Trial<ControlName> | undefined;
    const came = await (attempt?.(control, trial).catch((error: unknown) => failed(name, error)) ??
      skipped('it needs a record in a later state; the run will use it'));
    tried.push({ line: `controls.${name}`, ...came });
  }
  return { tried, facts: trial.facts };
}
