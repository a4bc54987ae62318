/** Finds out which test data a target accepts, and how soon writes become visible, with the requests that most cases begin with. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '../../../openapi/description.ts';
import { ConformanceError } from '../../engine/errors.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import {
  type Accepted,
  type DroppedField,
  type Lag,
  promptly,
  type RefusedValues,
  type RequestValues,
} from '../../engine/survey.ts';
import type { Caller, OperationInput } from '../../http/message.ts';
import { type TestData, valuesOf } from '../../target/test-data.ts';
import { type Answer, idIfAny, idIn, itemsOf, succeeded, textIn } from '../answers.ts';
import type { OwnTenant } from '../businesses.ts';
import { dateAfter } from '../calendar.ts';
import type { ApiResponse } from '../response.ts';
import type { Scenario } from '../scenario.ts';
import type { KnownOfTarget } from '../services.ts';
import { existingTenant, platformCaller } from '../tenant.ts';
import { isInSeconds, isWithin, timestampsIn } from '../timestamps.ts';
import {
  beneficiaryInput,
  businessInput,
  payrollBody,
  personInput,
  picture,
  withFee,
} from '../valid-requests.ts';

/** More attempts than a person would make by hand. */
const mostAttempts = 10;

/** The longest time that a rehearsal waits for a write to become visible. */
const mostLagMillis = 3_000;

/** What a rehearsal leaves behind, for whoever goes on in its business. */
export interface Rehearsal {
  readonly scenario: Scenario;
  /** Absent if the target opened no business. */
  readonly tenant?: OwnTenant;
  readonly data: TestData;
  /** The last response to each operation. */
  readonly answers: ReadonlyMap<OperationId, ApiResponse>;
}

/** The results of a rehearsal. */
export interface Rehearsed {
  readonly accepts: Accepted;
  readonly lag: Lag;
  /** As in a survey. */
  readonly aheadSeconds?: number;
  /** The best attempt; absent if the target broke off every one. */
  readonly left?: Rehearsal;
}

/** The result of one set of values. */
interface Attempt extends Rehearsal {
  readonly opensBusinesses: boolean;
  /** Number of requests that were carried out. */
  readonly accepted: number;
  readonly dropped: readonly DroppedField[];
  /** The first rejected request; undefined if none was rejected. */
  readonly refusal: RefusedValues | undefined;
  readonly lag: Lag;
  readonly aheadSeconds: number | undefined;
}

/** How far the time of new records is ahead of ours; undefined if it is about the same, or they have none. */
function aheadIn(records: readonly unknown[]): number | undefined {
  const times = [...timestampsIn(records)].map(({ value }) => value).filter(isInSeconds);
  const now = Math.floor(Date.now() / 1_000);
  const latest = Math.max(0, ...times);
  return latest === 0 || isWithin(latest, [{ from: now, to: now }]) ? undefined : latest - now;
}

/** Sends the requests that most cases begin with, each as soon as the resources that it refers to exist. */
class Attempting {
  readonly #scenario: Scenario;
  readonly #answers = new Map<OperationId, ApiResponse>();
  #data: TestData;
  #accepted = 0;
  #refusal: RefusedValues | undefined;
  #lag: Lag = promptly;
  /** Whether the writes were shown that a read should show by their values. */
  readonly #shown: boolean[] = [];
  readonly #dropped: DroppedField[] = [];
  #opensBusinesses = true;
  /** What was written, as the target shows it. */
  readonly #written: unknown[] = [];
  #tenant: OwnTenant | undefined;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#data = scenario.data;
  }

  async #try(id: OperationId, caller: Caller, input: OperationInput): Promise<ApiResponse | undefined> {
    if (!this.#scenario.offers(id)) return undefined;
    // An adapter may not support it.
    const answer = await this.#scenario.send(id, caller, input).catch(unlessEnded);
    if (answer === undefined) return undefined;
    this.#answers.set(id, answer);
    if (succeeded(answer)) {
      this.#accepted += 1;
      this.#written.push(answer.json);
      return answer;
    }
    // Only a rejection says something about the values.
    const { status, text: said } = answer;
    if (status >= 400 && status <= 499)
      this.#refusal ??= { values: valuesOf(this.#data), operation: id, status, said };
    return undefined;
  }

  async #openBusiness(): Promise<Caller | undefined> {
    const scenario = this.#scenario;
    if (!scenario.opensBusinesses) return existingTenant(scenario).caller;
    const platform = platformCaller(scenario);
    scenario.businesses.count(scenario.checkId);
    const created = await this.#try('createBusiness', platform, { body: businessInput(this.#data) });
    const tenantKey = created && textIn(created, 'tenantKey');
    this.#opensBusinesses = tenantKey !== undefined;
    if (created === undefined) scenario.businesses.discount();
    if (created === undefined || tenantKey === undefined) return undefined;
    const caller = { ...platform, tenantKey };
    const businessId = textIn(created, 'businessId');
    if (businessId !== undefined) {
      this.#tenant = { caller, businessId, tenantKey };
      scenario.businesses.leaveNew(this.#tenant);
    }
    return caller;
  }

  /**
   * Reads until the wanted result is there, and notes how long that took.
   *
   * @returns the wanted result; undefined if it never came
   */
  async #await<T>(
    of: 'listMillis' | 'readMillis',
    look: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const started = performance.now();
    const first = await look();
    if (first !== undefined) return first;
    const seen = await this.#scenario.eventually(look, (each) => each !== undefined, mostLagMillis / 1_000);
    const millis = Math.round(performance.now() - started);
    if (seen !== undefined) this.#lag = { ...this.#lag, [of]: Math.max(this.#lag[of], millis) };
    return seen;
  }

  #awaitItem(
    list: OperationId,
    caller: Caller,
    isIt: (item: Answer) => boolean,
    query: OperationInput['query'] = {},
  ): Promise<Answer | undefined> {
    return this.#awaitShown('listMillis', async () => {
      const item = itemsOf(await this.#scenario.send(list, caller, { query })).find(isIt);
      this.#written.push(item);
      return item;
    });
  }

  async #awaitShown<T>(
    of: 'listMillis' | 'readMillis',
    look: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const seen = await this.#await(of, look);
    this.#shown.push(seen !== undefined);
    return seen;
  }

  /** Only a 404 says that it is not there yet. */
  async #awaitPerson(caller: Caller, personId: string): Promise<void> {
    await this.#await('readMillis', async () => {
      const answer = await this.#scenario.send('readPerson', caller, { path: { personId } });
      this.#answers.set('readPerson', answer);
      return answer.status === 404 ? undefined : answer;
    });
  }

  /** A read that shows a new record at once may show a change of it late. */
  async #awaitChange(caller: Caller, personId: string): Promise<void> {
    const title = `Rehearsal ${personId}`;
    const path = { personId };
    const body = { jobInfo: { title } };
    if (!this.#scenario.offers('updateJobInfo')) return;
    const changed = await this.#scenario.send('updateJobInfo', caller, { path, body }).catch(unlessEnded);
    if (changed === undefined || !succeeded(changed)) return;
    await this.#awaitShown('readMillis', async () => {
      const { text } = await this.#scenario.send('readPerson', caller, { path });
      return text.includes(title) || undefined;
    });
  }

  /** Sends a request. If the rejection names a value that can be changed, sends it once more with another value. */
  async #tryOr(
    id: OperationId,
    caller: Caller,
    body: (data: TestData) => unknown,
    named: RegExp,
    changed: () => Promise<Partial<TestData>> | Partial<TestData>,
  ): Promise<ApiResponse | undefined> {
    const before = this.#takeRefusal();
    let answer = await this.#try(id, caller, { body: body(this.#data) });
    let refusal = this.#takeRefusal();
    if (refusal !== undefined && named.test(refusal.said)) {
      this.#data = { ...this.#data, ...(await changed()) };
      answer = await this.#try(id, caller, { body: body(this.#data) });
      refusal = this.#takeRefusal();
    }
    this.#refusal = before ?? refusal;
    return answer;
  }

  #takeRefusal(): RefusedValues | undefined {
    const refusal = this.#refusal;
    this.#refusal = undefined;
    return refusal;
  }

  /** How far the clock of the target is ahead of ours, as far as what was written shows. */
  get #aheadSeconds(): number | undefined {
    // In a business that others use, a record could be an older one.
    return this.#tenant && aheadIn(this.#written);
  }

  /** Sends a request. If it is rejected, sends it once more without an optional field, and notes that this was why. */
  async #tryWithout(
    field: string,
    id: OperationId,
    caller: Caller,
    { path, body }: { readonly path: Readonly<Record<string, string>>; readonly body: object },
  ): Promise<void> {
    const before = this.#takeRefusal();
    const whole = await this.#try(id, caller, { path, body });
    const rejected = this.#takeRefusal();
    this.#refusal = before;
    if (whole !== undefined || !this.#scenario.offers(id)) return;
    const { [field]: _, ...rest }: Readonly<Record<string, unknown>> = { ...body };
    const isCarriedOut = (await this.#try(id, caller, { path, body: rest })) !== undefined;
    if (!isCarriedOut || rejected === undefined) return;
    const { operation, status, said } = rejected;
    this.#dropped.push({ operation, field, status, said });
  }

  /** The id of an uploaded file, or else a random id; the document does not show whether the file must exist. */
  async #anyFile(caller: Caller): Promise<string> {
    const file = picture('front.png');
    if (!this.#scenario.offers('uploadFile')) return randomUUID();
    const uploaded = await this.#scenario.send('uploadFile', caller, { form: { file } }).catch(unlessEnded);
    if (uploaded !== undefined) this.#answers.set('uploadFile', uploaded);
    return (uploaded && idIfAny(uploaded)) ?? randomUUID();
  }

  async perform(): Promise<Attempt> {
    const caller = await this.#openBusiness();
    if (caller !== undefined) {
      const person = personInput(this.#data);
      const { email = '' } = person;
      // A cache would show this response to the read after the write as well.
      await this.#scenario.send('listPersons', caller, { query: { email } });
      const created = await this.#try('createPerson', caller, { body: person });
      if (created !== undefined) {
        const known = idIfAny(created);
        // Both at the same time, because waiting for one would hide how late the other is.
        const [listed] = await Promise.all([
          this.#awaitItem('listPersons', caller, (item) => item.email === email, { email }),
          known !== undefined && this.#awaitPerson(caller, known),
        ]);
        const personId = known ?? listed?.id;
        if (typeof personId === 'string') {
          await this.#awaitChange(caller, personId);
          await this.#pay(caller, personId);
        }
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
        await this.#awaitItem('listBeneficiaries', caller, (item) => item.id === id);
    }
    return {
      scenario: this.#scenario,
      ...(this.#tenant && { tenant: this.#tenant }),
      data: this.#data,
      answers: this.#answers,
      opensBusinesses: this.#opensBusinesses,
      accepted: this.#accepted,
      refusal: this.#refusal,
      dropped: this.#dropped,
      aheadSeconds: this.#aheadSeconds,
      lag:
        this.#shown.includes(false) && !this.#shown.includes(true)
          ? { ...this.#lag, never: true }
          : this.#lag,
    };
  }

  async #pay(caller: Caller, personId: string): Promise<void> {
    const body = ({ payrollType }: TestData) => ({ workerType: 'CONTRACTOR', type: payrollType });
    const created = await this.#tryOr('createPayroll', caller, body, /type/i, () => ({
      payrollType: 'ONE-OFF',
    }));
    const payrollId = created && idIn(created, 'payrollId');
    if (payrollId === undefined) return;
    const date = dateAfter(Date.now() / 1_000 + (this.#aheadSeconds ?? 0), 5);
    const saved = payrollBody(this.#data, date, [{ personId, salary: 100_000 }]);
    await this.#tryWithout('feeLineItems', 'savePayroll', caller, {
      path: { payrollId },
      body: withFee(saved, this.#data, 100),
    });
  }
}

/** @throws the given error unless it ended a case */
function unlessEnded(error: unknown): undefined {
  if (!(error instanceof CaseEnded)) throw error;
}

/** Ignores errors of a rehearsal; the checks report them. A mistake in the adapter would end each of them. */
function noAttempt(error: unknown): undefined {
  const isOfTarget = error instanceof ConformanceError && error.code !== 'CONFIGURATION_INVALID';
  if (!isOfTarget && !(error instanceof CaseEnded)) throw error;
}

/** The value that a rejection seems to be about. */
function blamedIn(said: string): 'phoneNumber' | 'emailDomain' | 'form' | 'country' {
  if (/phone/i.test(said)) return 'phoneNumber';
  if (/mail|domain/i.test(said)) return 'emailDomain';
  return /unknown|unexpected|additional|not allowed/i.test(said) ? 'form' : 'country';
}

/** Whether another set of values changes the value that a rejection is about, to one that was not tried, and no other. */
function isBlamed(
  { said, values: before }: RefusedValues,
  refused: readonly RefusedValues[],
  candidate: TestData,
): boolean {
  const blamed = blamedIn(said);
  const isOther = (name: typeof blamed, values: RequestValues) =>
    !isDeepStrictEqual(candidate[name], values[name]);
  // Each country has its own numbers.
  const others = blamed === 'country' ? [] : (['country', 'phoneNumber'] as const);
  const kept = ([...others, 'emailDomain', 'form'] as const).filter((name) => name !== blamed);
  return (
    refused.every(({ values }) => isOther(blamed, values)) && !kept.some((name) => isOther(name, before))
  );
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
): Promise<Rehearsed> {
  const [first, ...others] = candidates;
  let left: readonly TestData[] = others;
  let data: TestData | undefined = first;
  let best: Attempt | undefined;
  let last: Attempt | undefined;
  const refused: RefusedValues[] = [];
  for (let count = 0; data !== undefined && count < mostAttempts; count += 1) {
    last = await new Attempting(open({ data, lag: promptly, opensBusinesses })).perform().catch(noAttempt);
    if (last === undefined) break;
    if (best === undefined || last.accepted > best.accepted) best = last;
    const { refusal }: Attempt = last;
    if (refusal === undefined) break;
    refused.push(refusal);
    data = left.find((candidate) => isBlamed(refusal, refused, candidate)) ?? left[0];
    left = left.filter((candidate) => candidate !== data);
  }
  return {
    accepts: {
      values: valuesOf(best?.data ?? first),
      opensBusinesses: opensBusinesses && (best?.opensBusinesses ?? true),
      refused,
      ...(best !== undefined && best.dropped.length > 0 && { dropped: best.dropped }),
    },
    lag: best?.lag ?? promptly,
    ...(best?.aheadSeconds !== undefined && { aheadSeconds: best.aheadSeconds }),
    ...(best !== undefined && { left: best }),
  };
}

/**
 * Finds test data that a target accepts. If the target opens no businesses, the rehearsal uses the existing one.
 *
 * @param open makes a scenario with the given test data
 */
export async function rehearse(
  open: Open,
  candidates: readonly [TestData, ...TestData[]],
): Promise<Rehearsed> {
  const known = await tryInTurn(open, candidates, true);
  if (known.accepts.opensBusinesses) return known;
  const shared = await tryInTurn(open, candidates, false);
  const refused = [...known.accepts.refused, ...shared.accepts.refused];
  return { ...shared, accepts: { ...shared.accepts, refused } };
}
