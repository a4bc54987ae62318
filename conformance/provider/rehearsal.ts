/** Before the checks: finds out which test data the target accepts, and how soon writes become visible. */
import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../openapi/description.ts';
import { ConformanceError } from '../engine/errors.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import type { GivenData, TestData } from '../target/test-data.ts';
import { dataOfCase, testDataCandidates } from '../target/test-data.ts';
import { type Answer, idIfAny, idIn, itemsOf, succeeded, textIn } from './answers.ts';
import { dateAfter } from './calendar.ts';
import type { ApiResponse } from './response.ts';
import type { KnownOfTarget, Scenario } from './scenario.ts';
import { existingTenant, platformCaller } from './tenant.ts';
import { beneficiaryInput, businessInput, payrollBody, personInput, picture } from './valid-requests.ts';

/** More attempts than a person would make by hand. */
const mostAttempts = 10;

/** The longest time that a rehearsal waits for a write to become visible. */
const mostLagMillis = 3_000;

/** A step that was slow once may be slower another time. */
const slack = 2;

/** A request that the target rejected, with its test data. */
export interface RefusedValues {
  readonly data: TestData;
  readonly operation: OperationId;
  readonly status: number;
  readonly said: string;
}

/** The results of a rehearsal. */
export interface Rehearsed extends KnownOfTarget {
  readonly refused: readonly RefusedValues[];
}

/** The result of one set of values. */
interface Attempt {
  readonly data: TestData;
  readonly opensBusinesses: boolean;
  /** Number of requests that were carried out. */
  readonly accepted: number;
  /** The first rejected request; undefined if none was rejected. */
  readonly refusal?: RefusedValues;
  readonly lagMillis: number;
}

/** Sends the requests that most cases begin with, each as soon as the resources that it refers to exist. */
class Rehearsal {
  readonly #scenario: Scenario;
  #data: TestData;
  #accepted = 0;
  #refusal: RefusedValues | undefined;
  #lagMillis = 0;
  #opensBusinesses = true;

  constructor(scenario: Scenario, data: TestData) {
    this.#scenario = scenario;
    this.#data = dataOfCase(data);
  }

  async #try(id: OperationId, caller: Caller, input: OperationInput): Promise<ApiResponse | undefined> {
    if (!this.#scenario.offers(id)) return undefined;
    // An adapter may not support it.
    const answer = await this.#scenario.send(id, caller, input).catch(unlessEnded);
    if (answer === undefined) return undefined;
    if (succeeded(answer)) {
      this.#accepted += 1;
      return answer;
    }
    // Only a rejection says something about the values.
    const { status, text: said } = answer;
    if (status >= 400 && status <= 499) this.#refusal ??= { data: this.#data, operation: id, status, said };
    return undefined;
  }

  async #openBusiness(): Promise<Caller | undefined> {
    const scenario = this.#scenario;
    if (!scenario.opensBusinesses) return existingTenant(scenario).caller;
    const caller = platformCaller(scenario);
    const created = await this.#try('createBusiness', caller, { body: businessInput(this.#data) });
    const tenantKey = created && textIn(created, 'tenantKey');
    this.#opensBusinesses = tenantKey !== undefined;
    return tenantKey === undefined ? undefined : { ...caller, tenantKey };
  }

  /** Waits until a list shows a created item, and returns the item. */
  async #await(
    list: OperationId,
    caller: Caller,
    isIt: (item: Answer) => boolean,
    query: OperationInput['query'] = {},
  ): Promise<Answer | undefined> {
    const started = performance.now();
    const find = (answer: ApiResponse) => itemsOf(answer).find(isIt);
    const look = () => this.#scenario.send(list, caller, { query });
    const first = find(await look());
    if (first !== undefined) return first;
    const isListed = (answer: ApiResponse) => find(answer) !== undefined;
    const seen = find(await this.#scenario.eventually(look, isListed, mostLagMillis / 1_000));
    if (seen !== undefined) this.#lagMillis = Math.max(this.#lagMillis, performance.now() - started);
    return seen;
  }

  /** Sends a request. If the rejection names a value that can be changed, sends it once more with another value. */
  async #tryOr(
    id: OperationId,
    caller: Caller,
    body: (data: TestData) => unknown,
    named: RegExp,
    changed: () => Promise<Partial<TestData>> | Partial<TestData>,
  ): Promise<ApiResponse | undefined> {
    const before = this.#refusal;
    const answer = await this.#try(id, caller, { body: body(this.#data) });
    if (answer !== undefined || this.#refusal === before || !named.test(this.#refusal?.said ?? ''))
      return answer;
    this.#refusal = before;
    this.#data = { ...this.#data, ...(await changed()) };
    return this.#try(id, caller, { body: body(this.#data) });
  }

  /** The id of an uploaded file, or else a random id; the document does not show whether the file must exist. */
  async #anyFile(caller: Caller): Promise<string> {
    const file = picture('front.png');
    const uploaded = this.#scenario.offers('uploadFile')
      ? await this.#scenario.send('uploadFile', caller, { form: { file } }).catch(unlessEnded)
      : undefined;
    return (uploaded && idIfAny(uploaded)) ?? randomUUID();
  }

  async perform(): Promise<Attempt> {
    const caller = await this.#openBusiness();
    if (caller !== undefined) {
      const person = personInput(this.#data);
      const created = await this.#try('createPerson', caller, { body: person });
      if (created !== undefined) {
        const { email = '' } = person;
        const listed = await this.#await('listPersons', caller, (item) => item.email === email, { email });
        const personId = idIfAny(created) ?? listed?.id;
        if (typeof personId === 'string') await this.#pay(caller, personId);
      }
      const value = { amount: 100_000, currency: this.#data.currency };
      await this.#try('createBusinessDeposit', caller, { body: { value, description: 'Rehearsal' } });
      const paid = await this.#tryOr('createBeneficiary', caller, beneficiaryInput, /idfile/i, async () => ({
        idFileFront: await this.#anyFile(caller),
      }));
      const id = paid && idIfAny(paid);
      // In a shared business it may be on a later page.
      const isAlone = caller.tenantKey !== undefined;
      if (id !== undefined && isAlone)
        await this.#await('listBeneficiaries', caller, (item) => item.id === id);
    }
    return {
      data: this.#data,
      opensBusinesses: this.#opensBusinesses,
      accepted: this.#accepted,
      ...(this.#refusal !== undefined && { refusal: this.#refusal }),
      lagMillis: this.#lagMillis,
    };
  }

  async #pay(caller: Caller, personId: string): Promise<void> {
    const body = ({ payrollType }: TestData) => ({ workerType: 'CONTRACTOR', type: payrollType });
    const created = await this.#tryOr('createPayroll', caller, body, /type/i, () => ({
      payrollType: 'ONE-OFF',
    }));
    const payrollId = created && idIn(created, 'payrollId');
    if (payrollId === undefined) return;
    const date = dateAfter(Date.now() / 1_000, 5);
    const saved = payrollBody(this.#data, date, [{ personId, salary: 100_000 }]);
    await this.#try('savePayroll', caller, { path: { payrollId }, body: saved });
  }
}

/** @throws the given error unless it ended a case */
function unlessEnded(error: unknown): undefined {
  if (!(error instanceof CaseEnded)) throw error;
}

/** Ignores errors of a rehearsal; the checks report them. */
function noAttempt(error: unknown): undefined {
  if (!(error instanceof ConformanceError || error instanceof CaseEnded)) throw error;
}

/** Whether another set of values changes the value that a rejection seems to be about. */
function isBlamed({ said, data: before }: RefusedValues, { phoneNumber, form, country }: TestData): boolean {
  if (/phone/i.test(said)) return phoneNumber !== before.phoneNumber && country === before.country;
  if (/unknown|unexpected|additional|not allowed/i.test(said)) return form !== before.form;
  return country !== before.country;
}

type Open = (known: KnownOfTarget) => Scenario;

/**
 * Tries sets of values, the likeliest first, until one is carried out in full; a rejection decides which one is next. If
 * the target rejects something of every set, the one that came furthest is used.
 */
async function tryInTurn(
  open: Open,
  candidates: readonly [TestData, ...TestData[]],
  opensBusinesses: boolean,
) {
  const [first, ...others] = candidates;
  let left: readonly TestData[] = others;
  let data: TestData | undefined = first;
  let best: Attempt | undefined;
  const refused: RefusedValues[] = [];
  for (let count = 0; data !== undefined && count < mostAttempts; count += 1) {
    const rehearsal: Rehearsal = new Rehearsal(open({ data, lagMillis: 0, opensBusinesses }), data);
    const attempt: Attempt | undefined = await rehearsal.perform().catch(noAttempt);
    if (attempt === undefined) break;
    if (best === undefined || attempt.accepted > best.accepted) best = attempt;
    const { refusal }: Attempt = attempt;
    if (refusal === undefined) break;
    refused.push(refusal);
    data = left.find((candidate) => isBlamed(refusal, candidate)) ?? left[0];
    left = left.filter((candidate) => candidate !== data);
  }
  return {
    data: best?.data ?? first,
    lagMillis: slack * (best?.lagMillis ?? 0),
    opensBusinesses: opensBusinesses && (best?.opensBusinesses ?? true),
    refused,
  };
}

/**
 * Finds test data that a target accepts. If the target opens no businesses, the rehearsal uses the existing one.
 *
 * @param open makes a scenario with the given test data
 */
export async function rehearse(open: Open, given?: GivenData, seed?: number): Promise<Rehearsed> {
  const candidates = testDataCandidates(given, seed);
  const known = await tryInTurn(open, candidates, true);
  return known.opensBusinesses ? known : tryInTurn(open, candidates, false);
}
