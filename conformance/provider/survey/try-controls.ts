/** Tries each control of a target in a disposable business. */
import { type OperationId, operation } from '../../../openapi/description.ts';
import type { controls } from '../../../openapi/generated/controls.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import type { Send } from '../../adapter/send.ts';
import { ConformanceError, isSlip, messageOf } from '../../engine/errors.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { TriedLine } from '../../engine/survey.ts';
import {
  byHand,
  type CalledControl,
  type ControlName,
  ControlRejected,
  controlNames,
  controlTable,
  type TokenRequest,
} from '../../target/controls.ts';
import { type Answer, itemsOf } from '../answers.ts';
import type { Scenario } from '../scenario.ts';
import { readingSeconds } from '../tenant.ts';
import { probeSeconds, surveyClock } from './clock.ts';
import {
  type Surroundings,
  skipped,
  type TrialBusiness,
  type Tried,
  type TriedFacts,
  unusable,
  works,
  wrong,
} from './trial.ts';
import { trialInput } from './trial-requests.ts';
import { lookAtLog, tryByHand, tryEndpoint } from './try-webhooks.ts';

type Trial<Name extends ControlName> = (control: CalledControl<Name>, trial: Surroundings) => Promise<Tried>;

/** The controls whose entry says that a function of this file tries them. */
type TriedByFunction = {
  [Name in ControlName]: (typeof controls)[Name]['tried'] extends 'function' ? Name : never;
}[ControlName];

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

/** Where the clock can be read, the line must not have moved it: what waits for a later time is not due. */
async function tryDrain(control: CalledControl<'drain'>, { scenario, tenant }: Surroundings): Promise<Tried> {
  const { businessId } = tenant;
  const advance = scenario.plainControl('advanceClock');
  // What is wrong with the clock is said of its own line.
  const now = async () => advance?.(scenario.controlSend, businessId, readingSeconds).catch(() => undefined);
  const [before, begun] = [await now(), performance.now()];
  await control(scenario.controlSend, businessId);
  const [after, ended] = [await now(), performance.now()];
  if (before === undefined || after === undefined) return works('it returned');
  const moved = Math.round(after - before - readingSeconds - (ended - begun) / 1_000);
  return moved > slackSeconds
    ? wrong(`it moved the clock by ${moved} s: it may only wait until what is due now has happened`)
    : works('it returned');
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
  drain: tryDrain,
  registerWebhookEndpoint: tryEndpoint,
  listDeliveries: async (control, { scenario, known }) => {
    const eventId = known.get('eventId');
    if (eventId === undefined) return skipped('no event arrived whose deliveries could be listed');
    // A log may show a delivery later than it arrives.
    const log = await scenario.eventually(
      async (): Promise<unknown> => control(scenario.controlSend, eventId),
      (found) => !Array.isArray(found) || found.some((each) => isRecord(each) && each.eventId === eventId),
    );
    return lookAtLog(log, eventId, known.get('endpointId'));
  },
  issueToken: async (control, { scenario, tenant, known }) => {
    const userId = known.get('userId');
    const { businessId } = tenant;
    const users: readonly TokenRequest[] = userId === undefined ? [] : [{ type: 'user', businessId, userId }];
    for (const wanted of [...users, { type: 'org', businessId }] as const) {
      const issued = await control(scenario.controlSend, wanted).catch((error: unknown) => {
        // A target may issue tokens of users alone.
        if (!known.has('token')) throw error;
      });
      if (issued === undefined) break;
      const { id, token } = issued;
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
  const { currency } = scenario.data;
  const values = Object.fromEntries(
    takes.map((argument): [string, unknown] => {
      const plain = argument.replace('?', '');
      const given = triedWith[plain] ?? known.get(plain);
      return [argument, isRecord(given) && 'currency' in given ? { ...given, currency } : given];
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
  if (typeof tried === 'object') known.set(tried.brings, String(returned));
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
  if (business.scenario.endpoints.isShared) {
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
