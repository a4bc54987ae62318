/**
 * Tries each line of an adapter by itself before the first check, in a disposable business, so that a wrong line is not
 * mistaken for a violation of the target.
 */

import { randomUUID } from 'node:crypto';
import { allOperations, type OperationId, operation } from '../../../openapi/description.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { WrongLine } from '../../adapter/own-function.ts';
import { keyAdvice } from '../../adapter/rejection.ts';
import { reliedOnBy } from '../../adapter/relied-on.ts';
import { ConformanceError, messageOf } from '../../engine/errors.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { TriedLine } from '../../engine/survey.ts';
import { isSuccess } from '../../http/is-success.ts';
import { byHand } from '../../target/controls.ts';
import { accessOf, isRebound, type Target } from '../../target/target.ts';
import { itemsOf } from '../answers.ts';
import { type ApiResponse, describe } from '../response.ts';
import { routeOf } from '../route-of.ts';
import type { Scenario } from '../scenario.ts';
import { createForSurvey, drain as drainIn } from '../tenant.ts';
import type { Rehearsal } from './rehearsal.ts';
import type { TrialBusiness, TriedFacts } from './trial.ts';
import { bringsId, namesNothing, notTried, trialInput, trialOrder } from './trial-requests.ts';
import { tryControls } from './try-controls.ts';

type Tried = Omit<TriedLine, 'line'>;

const isNowhere = (status: number) => status === 405 || status === 501;

/** Whether a rejection means that the route does not exist: requests of a trial only refer to existing resources. */
const missesRoute = (id: OperationId, { status }: ApiResponse): boolean =>
  isNowhere(status) || (status === 404 && namesNothing(id));

/** The only field of a response if what is missed is in there. */
function envelopeOf(json: unknown, missing: string): string | undefined {
  const [[name, inside] = [], ...others] = isRecord(json) ? Object.entries(json) : [];
  return others.length === 0 && isRecord(inside) && inside[missing] !== undefined ? name : undefined;
}

function judgeAnswer(scenario: Scenario, id: OperationId, answer: ApiResponse): Tried {
  const route = routeOf(scenario.target, id, answer);
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
    const advice = keyAdvice(answer.status, answer.sent?.variables ?? []);
    return { outcome: 'refused', why: `${route} was rejected: ${describe(answer)}${advice}` };
  }
  const fields = (answer.json ?? {}) as Readonly<Record<string, unknown>>;
  const missing = reliedOnBy(id).find((name) => fields[name] === undefined || fields[name] === null);
  if (missing !== undefined) {
    const isWhole = ['status', 'headers', 'json'].every((name) => name in fields);
    const around = isWhole ? undefined : envelopeOf(answer.json, missing);
    const plain = isWhole
      ? 'its function returned all that send returns: return the json of it'
      : `set answer.${missing} to the field that contains it, or return it`;
    const remedy =
      around === undefined
        ? plain
        : `the response is inside "${around}": add unwrap: '${around}' to the adapter, if all responses are`;
    const why = `it returned no ${missing}: ${remedy}`;
    return {
      outcome: 'wrong',
      why: `${why}. The target returned ${answer.status} with ${answer.text.slice(0, 200)}`,
      ...(around !== undefined && { envelope: around }),
    };
  }
  return { outcome: 'works', why: `${route}: ${answer.status}` };
}

/** The business of the trials, with the answers that the rehearsal has left, so that nothing is sent twice. */
interface Trial extends TrialBusiness {
  readonly answers: Rehearsal['answers'];
}

/** Documented reads that show whether the target knows an id. */
const readBack: Readonly<Partial<Record<OperationId, OperationId>>> = {
  createPerson: 'readPerson',
  createPayout: 'readPayout',
};

/** Whether the list of users shows the user of the invited person under this id; true if it shows none of that person. */
async function knowsUser({ scenario, tenant: { caller }, known }: Trial): Promise<boolean> {
  const [personId, userId] = [known.get('personId') ?? '', known.get('userId')];
  const users = await scenario.eventually(
    async () => itemsOf(await scenario.send('listUsers', caller, { query: { personId } })),
    (all) => all.length > 0,
  );
  return users.length === 0 || users.some(({ id }) => id === userId);
}

async function knowsId(trial: Trial, id: OperationId): Promise<boolean> {
  if (id === 'inviteUser') return knowsUser(trial);
  const { scenario, tenant, data, known, answers } = trial;
  const read = readBack[id];
  if (read === undefined || !scenario.offers(read)) return true;
  const input = trialInput(operation(read), known, data);
  if (input === undefined) return true;
  const { status } =
    answers.get(read) ??
    (await scenario.eventually(
      () => scenario.send(read, tenant.caller, input),
      (answer) => answer.status !== 404,
    ));
  return status !== 404;
}

/** Whether the target accepts an invented key. */
async function letsAnyoneIn({ scenario, data, known }: Trial, id: OperationId): Promise<boolean> {
  const input = trialInput(operation(id), known, data);
  if (input === undefined) return false;
  const { status } = await scenario.send(id, { token: `nobody-${randomUUID()}` }, input);
  return isSuccess(status);
}

async function tryOperation(trial: Trial, id: OperationId): Promise<Tried> {
  const { scenario, tenant, data, known, answers } = trial;
  if (id === 'createBusiness') return { outcome: 'works', why: 'it created the business for the trial' };
  if (notTried.has(id)) return { outcome: 'not tried', why: 'it would remove what other lines need' };
  const input = trialInput(operation(id), known, data);
  if (input === undefined) return { outcome: 'not tried', why: 'no other line returns the id that it needs' };
  const answer = answers.get(id) ?? (await scenario.send(id, tenant.caller, input));
  const judged = judgeAnswer(scenario, id, answer);
  const [name, place] = bringsId[id] ?? [];
  if (judged.outcome !== 'works' || name === undefined || place === undefined) return judged;
  const brought = (answer.json as Readonly<Record<string, unknown>> | undefined)?.[place];
  if (typeof brought !== 'string') return judged;
  known.set(name, brought);
  if (await knowsId(trial, id)) return judged;
  known.delete(name);
  const why = `it returned ${place} ${JSON.stringify(brought)}, which the target does not know as a ${name}`;
  return { outcome: 'unusable', why: `${why}: return the id of what was created` };
}

const failed = (error: unknown): Tried => {
  if (error instanceof WrongLine) return { outcome: 'wrong', why: error.message };
  if (error instanceof CaseEnded) return { outcome: 'refused', why: error.message };
  if (error instanceof ConformanceError && error.code !== 'TARGET_UNREACHABLE')
    return { outcome: 'wrong', why: error.message };
  return { outcome: 'refused', why: messageOf(error) };
};

/** Brings the money that other operations need, once it has arrived. */
const deposit = 'createBusinessDeposit';

/**
 * Whether the route of an operation may accept any key without breaking a rule: it is one of the target's own. Where the
 * description has the route, a check tests it.
 */
const mayBeKeyless = ({ target }: Scenario, id: OperationId) =>
  operation(id).provenance === 'assumed' && isRebound(target, id);

export interface TriedOperations {
  readonly tried: readonly TriedLine[];
  readonly keyless: readonly OperationId[];
}

async function tryOperations(trial: Trial): Promise<TriedOperations> {
  const { scenario, tenant } = trial;
  const { operations = {} } = scenario.target;
  const others = allOperations.map(({ id }) => id).filter((id) => !trialOrder.includes(id));
  const tried: TriedLine[] = [];
  const keyless: OperationId[] = [];
  for (const id of [...trialOrder, ...others]) {
    const isOwn = operations[id] !== undefined;
    // Steps that others need are still carried out.
    if (!scenario.offers(id) || (!isOwn && bringsId[id] === undefined && id !== deposit)) continue;
    const came = await tryOperation(trial, id).catch(failed);
    if (id === deposit) await drainIn(scenario, tenant).catch(() => {});
    if (!isOwn) continue;
    const isOpen =
      came.outcome === 'works' &&
      mayBeKeyless(scenario, id) &&
      (await letsAnyoneIn(trial, id).catch(() => false));
    const note = isOpen ? '; its route accepts any key: access checks skip it' : '';
    tried.push({ line: `operations.${id}`, ...came, why: `${came.why}${note}` });
    if (isOpen) keyless.push(id);
  }
  return { tried, keyless };
}

/** The lines of an adapter or a configuration that can be tried. */
export const linesOf = ({ kind, operations = {}, controls, webhooks }: Target): readonly string[] =>
  kind === 'live'
    ? [
        ...(webhooks?.secret === undefined ? [] : [byHand]),
        ...Object.keys(operations).map((id) => `operations.${id}`),
        ...Object.keys(controls).map((name) => `controls.${name}`),
      ]
    : [];

/** Why nothing of an adapter can be tried; undefined if something can. */
export function whyNotTried(target: Target): string | undefined {
  if (accessOf(target) === 'read-only') return 'access is read-only';
  // Records that a trial creates there cannot be removed.
  if (target.environment === 'production') return 'there is no trial in production';
  if (target.credentials.platformToken === undefined)
    return 'there is no platform token to create a business for the trial';
  return undefined;
}

export interface TriedAll extends TriedOperations {
  readonly facts: TriedFacts;
}

/**
 * Tries lines that are harmless, or that can be tried in a disposable business: that of the rehearsal if there is one.
 *
 * @param open makes a scenario, for a rehearsal that opened no business
 * @returns one entry for each line, in the order of the trials
 */
export async function tryLines(
  { scenario, tenant, data, answers }: Partial<Rehearsal> & Pick<Rehearsal, 'data'>,
  open: () => Scenario,
  signal: AbortSignal,
): Promise<TriedAll> {
  const own = tenant && scenario ? scenario : open();
  try {
    const business = tenant ?? (await createForSurvey(own));
    const known = new Map([['businessId', business.businessId]]);
    const done = tenant === undefined ? undefined : answers;
    // What the trial needs more of is sent again.
    const kept = new Map([...(done ?? [])].filter(([id]) => id !== deposit));
    const trial = { scenario: own, tenant: business, data, known, answers: kept };
    const { tried, keyless } = await tryOperations(trial);
    const controls = await tryControls(trial);
    return { tried: [...tried, ...controls.tried], keyless, facts: controls.facts };
  } catch (error) {
    if (signal.aborted) throw error;
    const why = `no business could be created for the trial: ${messageOf(error)}`;
    const lines = linesOf(own.target).map((line): TriedLine => ({ line, outcome: 'not tried', why }));
    return { tried: lines, keyless: [], facts: {} };
  }
}
