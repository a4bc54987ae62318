/**
 * Tries each line of an adapter by itself before the first check, in a disposable business, so that a wrong line is not
 * mistaken for a violation of the target.
 */

import { randomUUID } from 'node:crypto';
import { allOperations, type OperationId, operation } from '../../openapi/description.ts';
import { WrongLine } from '../adapter/own-function.ts';
import { reliedOnBy } from '../adapter/relied-on.ts';
import { ConformanceError, messageOf } from '../engine/errors.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { isSuccess } from '../http/is-success.ts';
import { Transport } from '../http/transport.ts';
import { accessOf, capabilitiesOf, type Target } from '../target/target.ts';
import { WebhookReceiver } from '../webhooks/receiver.ts';
import { itemsOf } from './answers.ts';
import { rehearse } from './rehearsal.ts';
import { type ApiResponse, describe } from './response.ts';
import { redactorFor } from './run.ts';
import type { KnownOfTarget, Scenario } from './scenario.ts';
import { createBusiness, drain as drainIn, type Tenant } from './tenant.ts';
import { bringsId, type KnownIds, namesNothing, notTried, trialInput, trialOrder } from './trial-requests.ts';
import type { TriedLine } from './tried-line.ts';
import { tryControls } from './try-controls.ts';
import { openUnjudged } from './unjudged-scenario.ts';

const isNowhere = (status: number) => status === 405 || status === 501;

/** Whether a rejection means that the route does not exist: requests of a trial only refer to existing resources. */
const missesRoute = (id: OperationId, { status }: ApiResponse): boolean =>
  isNowhere(status) || (status === 404 && namesNothing(id));

const routeOf = ({ operations = {} }: Target, id: OperationId): string => {
  const own = operations[id];
  if (typeof own === 'function') return 'what it sends';
  const { method = operation(id).method, path = operation(id).path } = own ?? {};
  return `${method.toUpperCase()} ${path}`;
};

function judgeAnswer(scenario: Scenario, id: OperationId, answer: ApiResponse): Omit<TriedLine, 'line'> {
  const route = routeOf(scenario.target, id);
  // If a documented operation is missing, the checks report it.
  const isAssumed = operation(id).provenance === 'assumed';
  if (isAssumed && missesRoute(id, answer))
    return { outcome: 'wrong', why: `${route} does not exist: ${describe(answer)}` };
  if (!isSuccess(answer.status)) {
    const isStatus = isAssumed && answer.status >= 300 && answer.status <= 399;
    if (isStatus)
      return {
        outcome: 'wrong',
        why: `${route} returns ${answer.status}: set status if that means success`,
      };
    return { outcome: 'refused', why: `${route} was rejected: ${describe(answer)}` };
  }
  const fields = (answer.json ?? {}) as Readonly<Record<string, unknown>>;
  const missing = reliedOnBy(id).find((name) => fields[name] === undefined || fields[name] === null);
  if (missing !== undefined) {
    const why = `it returned no ${missing}: set answer.${missing} to the field that contains it, or return it`;
    return {
      outcome: 'wrong',
      why: `${why}. The target returned ${answer.status} with ${answer.text.slice(0, 200)}`,
    };
  }
  return { outcome: 'works', why: `${route}: ${answer.status}` };
}

/** Documented reads that show whether the target knows an id. */
const readBack: Readonly<Partial<Record<OperationId, OperationId>>> = {
  createPerson: 'readPerson',
  createPayout: 'readPayout',
};

/** Whether the list of users shows the user of the invited person under this id; true if it shows none of that person. */
async function knowsUser(scenario: Scenario, { caller }: Tenant, known: KnownIds): Promise<boolean> {
  const [personId, userId] = [known.get('personId') ?? '', known.get('userId')];
  const users = await scenario.eventually(
    async () => itemsOf(await scenario.send('listUsers', caller, { query: { personId } })),
    (all) => all.length > 0,
  );
  return users.length === 0 || users.some(({ id }) => id === userId);
}

async function knowsId(
  scenario: Scenario,
  tenant: Tenant,
  id: OperationId,
  known: KnownIds,
): Promise<boolean> {
  if (id === 'inviteUser') return knowsUser(scenario, tenant, known);
  const { caller } = tenant;
  const read = readBack[id];
  if (read === undefined || !scenario.offers(read)) return true;
  const input = trialInput(operation(read), known, scenario.data);
  if (input === undefined) return true;
  const { status } = await scenario.eventually(
    () => scenario.send(read, caller, input),
    (answer) => answer.status !== 404,
  );
  return status !== 404;
}

/** Whether the target accepts an invented key. */
async function letsAnyoneIn(scenario: Scenario, id: OperationId, known: KnownIds): Promise<boolean> {
  const input = trialInput(operation(id), known, scenario.data);
  if (input === undefined) return false;
  const { status } = await scenario.send(id, { token: `nobody-${randomUUID()}` }, input);
  return isSuccess(status);
}

async function tryOperation(
  scenario: Scenario,
  tenant: Tenant,
  id: OperationId,
  known: KnownIds,
): Promise<Omit<TriedLine, 'line'>> {
  if (id === 'createBusiness') return { outcome: 'works', why: 'it created the business for the trial' };
  if (notTried.has(id)) return { outcome: 'not tried', why: 'it would remove what other lines need' };
  const input = trialInput(operation(id), known, scenario.data);
  if (input === undefined) return { outcome: 'not tried', why: 'no other line returns the id that it needs' };
  const answer = await scenario.send(id, tenant.caller, input);
  const judged = judgeAnswer(scenario, id, answer);
  const [name, place] = bringsId[id] ?? [];
  if (judged.outcome !== 'works' || name === undefined || place === undefined) return judged;
  const brought = (answer.json as Readonly<Record<string, unknown>> | undefined)?.[place];
  if (typeof brought !== 'string') return judged;
  known.set(name, brought);
  if (await knowsId(scenario, tenant, id, known)) return judged;
  known.delete(name);
  const why = `it returned ${place} ${JSON.stringify(brought)}, which the target does not know as a ${name}`;
  return { outcome: 'unusable', why: `${why}: return the id of what was created` };
}

const failed = (error: unknown): Omit<TriedLine, 'line'> => {
  if (error instanceof WrongLine) return { outcome: 'wrong', why: error.message };
  if (error instanceof CaseEnded) return { outcome: 'refused', why: error.message };
  if (error instanceof ConformanceError && error.code !== 'TARGET_UNREACHABLE')
    return { outcome: 'wrong', why: error.message };
  return { outcome: 'refused', why: messageOf(error) };
};

/** Brings the money that other operations need, once it has arrived. */
const deposit = 'createBusinessDeposit';

async function tryOperations(
  scenario: Scenario,
  tenant: Tenant,
  known: KnownIds,
): Promise<readonly TriedLine[]> {
  const { operations = {} } = scenario.target;
  const others = allOperations.map(({ id }) => id).filter((id) => !trialOrder.includes(id));
  const tried: TriedLine[] = [];
  for (const id of [...trialOrder, ...others]) {
    const isOwn = operations[id] !== undefined;
    // Steps that others need are still carried out.
    if (!scenario.offers(id) || (!isOwn && bringsId[id] === undefined && id !== deposit)) continue;
    const line = `operations.${id}`;
    const came = await tryOperation(scenario, tenant, id, known).catch(failed);
    if (id === deposit) await drainIn(scenario, tenant).catch(() => {});
    if (!isOwn) continue;
    const isOpen =
      came.outcome === 'works' &&
      operation(id).provenance === 'assumed' &&
      (await letsAnyoneIn(scenario, id, known).catch(() => false));
    const note = isOpen ? '; its route accepts any key: access checks skip it' : '';
    tried.push({ line, ...came, why: `${came.why}${note}`, ...(isOpen && { keyless: true }) });
  }
  return tried;
}

/**
 * The target without the lines that must not be used. Checks that need them are not exercised, with a reason that names
 * the line.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` if a line cannot be right
 */
export function afterTrial(target: Target, tried: readonly TriedLine[]): Target {
  const wrong = tried.filter(({ outcome }) => outcome === 'wrong');
  if (wrong.length > 0) {
    const lines = wrong.map(({ line, why }) => `  ${why.startsWith(line) ? why : `${line}: ${why}`}`);
    throw new ConformanceError(
      'CONFIGURATION_INVALID',
      `The trial of the adapter before the first check found wrong lines:\n${lines.join('\n')}`,
    );
  }
  const unusable = Object.fromEntries(
    tried.filter(({ outcome }) => outcome === 'unusable').map(({ line, why }) => [line, why]),
  );
  const keyless = allOperations
    .map(({ id }) => id)
    .filter((id) => tried.some((each) => each.keyless && each.line === `operations.${id}`));
  if (Object.keys(unusable).length === 0 && keyless.length === 0) return target;
  const usable = Object.entries(target.controls).filter(
    ([name]) => unusable[`controls.${name}`] === undefined,
  );
  return { ...target, unusable, keyless, controls: Object.fromEntries(usable) };
}

/** Why nothing of an adapter can be tried; undefined if something can. */
function whyNot(target: Target): string | undefined {
  if (accessOf(target) === 'read-only') return 'access is read-only';
  // Records that a trial creates there cannot be removed.
  if (target.environment === 'production') return 'there is no trial in production';
  if (target.credentials.platformToken === undefined)
    return 'there is no platform token to create a business for the trial';
  return undefined;
}

const linesOf = ({ operations = {}, controls }: Target): readonly string[] => [
  ...Object.keys(operations).map((id) => `operations.${id}`),
  ...Object.keys(controls).map((name) => `controls.${name}`),
];

const requestTimeoutMillis = 10_000;

/**
 * Tries lines that are harmless, or that can be tried in a disposable business.
 *
 * @returns one entry for each line, in the order of the trials; empty for a target without an adapter
 */
export async function tryAdapter(target: Target, signal: AbortSignal): Promise<readonly TriedLine[]> {
  const lines = linesOf(target);
  if (target.kind !== 'live' || lines.length === 0) return [];
  const why = whyNot(target);
  if (why !== undefined) return lines.map((line) => ({ line, outcome: 'not tried', why }));
  const transport = new Transport(target.baseUrl, {
    connections: 2,
    timeoutMillis: requestTimeoutMillis,
    access: accessOf(target),
  });
  const receiver = new WebhookReceiver();
  await receiver.listen();
  const redactor = redactorFor(target);
  const services = { target, transport, receiver, capabilities: capabilitiesOf(target) };
  const about = { checkId: 'try-adapter', userAgent: 'conformance (try-adapter)', redactor, signal };
  const open = (known: KnownOfTarget) => openUnjudged({ ...services, known }, about);
  let scenario: Scenario | undefined;
  try {
    scenario = open(await rehearse(open, target.data));
    const tenant = await createBusiness(scenario);
    const known: KnownIds = new Map([['businessId', tenant.businessId]]);
    const operations = await tryOperations(scenario, tenant, known);
    const tried = [...operations, ...(await tryControls(scenario, tenant, known))];
    return tried.map((each) => ({ ...each, why: redactor.redact(each.why) }));
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = redactor.redact(`no business could be created for the trial: ${messageOf(error)}`);
    return lines.map((line) => ({ line, outcome: 'not tried', why: reason }));
  } finally {
    await scenario?.close().catch(() => {});
    await Promise.all([transport.close(), receiver.stop()]);
  }
}
