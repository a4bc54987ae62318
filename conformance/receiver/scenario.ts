/** One case of a check of a receiver. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { retryDelaysSeconds } from '../../sdk/webhooks/index.ts';
import { ConformanceError } from '../engine/errors.ts';
import type { Exchange } from '../engine/finding.ts';
import { BaseScenario, type CaseContext, type Patience } from '../engine/scenario.ts';
import {
  type Courier,
  describeAnswer,
  isAcknowledged,
  isRedirect,
  type ReceiverAnswer,
  Unreachable,
} from './courier.ts';
import { type Dialect, signatureOf } from './dialect.ts';
import type { ReceiverPace } from './pace.ts';
import type { Probe } from './probe.ts';
import { reserialisations, reserialisesLike } from './reserialised.ts';
import { renewIds, type Sample, type SampleEvent, uuidOf } from './sample-events.ts';

/** The data and settings that the scenarios of a run share. */
export interface Session {
  readonly url: string;
  readonly courier: Courier;
  /** The first one signs; the receiver also knows the others while a secret is rotated. */
  readonly secrets: readonly [string, ...string[]];
  readonly dialect: Dialect;
  readonly tenantKeys: readonly [string, ...string[]];
  readonly probe?: Probe;
  /** Called for each genuine event that the probe was asked about, with whether it knew it. */
  readonly onProbed?: (isKnown: boolean) => void;
  /** Absent if every case is run, however long it takes. */
  readonly pace?: ReceiverPace;
  /** How long an effect may take. */
  readonly patience: Patience;
  /** Response time that counts as quick, in milliseconds. */
  readonly quickMillis: number;
  /** Seconds of the retry schedule that pass in one second; absent: no time passes. */
  readonly speed?: number;
  /** Unique to this run, so that a receiver that remembers ids sees new events. */
  readonly salt: string;
  /** The time by which deliveries are signed. */
  readonly now: () => Date;
}

/** A signed delivery, or a forged one. */
export interface SignedDelivery {
  readonly id: string;
  readonly eventType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface DeliveryOutcome {
  readonly acknowledged: boolean;
  /** The response that acknowledged it, or else the last one. */
  readonly answer: ReceiverAnswer;
  /** The responses before that one. */
  readonly refusals: readonly ReceiverAnswer[];
}

/** Longer bodies are recorded in part. */
const mostRecorded = 8_192;
const attempts = retryDelaysSeconds.length + 1;
/** After this number of 429 or 503 responses, the receiver is too busy to be judged. */
const mostPostponements = 4;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value));

function shownBody(body: Uint8Array): string {
  const text = Buffer.from(body).toString('utf8');
  if (text.length <= mostRecorded) return text;
  return `${text.slice(0, mostRecorded)}… (${body.length} bytes in all)`;
}

/** Violated by a receiver that hashes anything other than the received bytes. */
const aboutBytes: ReadonlySet<RequirementId> = new Set(['RECEIVER-008', 'RECEIVER-020']);

/** A case that acts as the provider: it sends events and judges the responses. */
export class ReceiverScenario extends BaseScenario<RequirementId> {
  readonly session: Session;
  #events = 0;

  constructor(session: Session, context: CaseContext) {
    super(context, session.patience);
    this.session = session;
  }

  /** Number of the case among those of its check. */
  get caseNumber(): number {
    return this.context.number;
  }

  /** Unix seconds. */
  get seconds(): number {
    return Math.floor(this.session.now().getTime() / 1000);
  }

  /**
   * Makes a new event from an example.
   *
   * @param about events of a check with the same value are about the same resources; absent: about new ones
   */
  event({ event }: Sample, about?: string): SampleEvent {
    this.#events += 1;
    const { salt, tenantKeys } = this.session;
    const place = `${salt} ${this.context.checkId}`;
    const here = `${place} ${this.context.number}`;
    const renewed = renewIds(event, about === undefined ? `${here} ${this.#events}` : `${place} ${about}`);
    return {
      ...renewed,
      id: uuidOf(here, 'event', String(this.#events)),
      timestamp: this.seconds,
      data: { ...renewed.data, ...('tenantKey' in renewed.data && { tenantKey: tenantKeys[0] }) },
    };
  }

  /** Signs an event as the provider does, with the current time unless another is given. */
  sign(
    event: SampleEvent,
    {
      body = encode(event),
      timestamp = String(this.seconds),
      secret = this.session.secrets[0],
    }: { readonly body?: Uint8Array; readonly timestamp?: string; readonly secret?: string } = {},
  ): SignedDelivery {
    const { id, eventType } = event;
    const signature = signatureOf({ id, timestamp, body }, secret, this.session.dialect);
    const headers = { 'hook-id': id, 'hook-timestamp': timestamp, 'hook-signature': signature };
    return { id, eventType, headers, body };
  }

  /** One attempt to deliver. */
  async attempt({ headers, body, eventType }: SignedDelivery): Promise<ReceiverAnswer> {
    const { courier, url } = this.session;
    const { userAgent, signal, tally } = this.context;
    const sent = { 'user-agent': userAgent, ...headers };
    tally.requests += 1;
    const request = {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      body: shownBody(body),
    };
    let answer: ReceiverAnswer;
    try {
      answer = await courier.deliver(sent, body, signal);
    } catch (error) {
      if (error instanceof Error) this.#record({ request, error: error.message });
      throw error;
    }
    this.session.pace?.note(answer.durationMillis);
    tally.event(eventType);
    if (answer.type === 'silent') this.#record({ request, error: answer.reason });
    else {
      const { status, headers: received, text, durationMillis } = answer;
      tally.operation('acknowledgement', status, durationMillis);
      const kept = Object.fromEntries(
        Object.entries(received).filter(([name]) => /^(content-type|location|retry-after)$/.test(name)),
      );
      this.#record({ request, response: { status, headers: kept, body: text, durationMillis } });
    }
    return answer;
  }

  #record(exchange: Exchange): void {
    this.recording.exchange(() => exchange);
  }

  /**
   * One attempt at a receiver that may ask for more time (429, 503) and gets some, because the delivery rate is our
   * choice.
   *
   * @throws ConformanceError with code `TARGET_UNREACHABLE` if it returns 429 again and again
   */
  async attemptInTime(signAgain: () => SignedDelivery): Promise<ReceiverAnswer> {
    for (let postponements = 0; ; postponements += 1) {
      const answer = await this.attempt(signAgain());
      const wait = postponementOf(answer);
      if (wait === undefined) return answer;
      if (postponements < mostPostponements) {
        await this.pause(wait);
        continue;
      }
      if (answer.type === 'answered' && answer.status !== 429) return answer;
      throw new ConformanceError(
        'TARGET_UNREACHABLE',
        `${this.session.url} goes on answering 429: say with --rate how many deliveries it takes in a second`,
      );
    }
  }

  /** Delivers an event until it is acknowledged or the retries are used up, one directly after the other. */
  async deliver(signAgain: () => SignedDelivery): Promise<DeliveryOutcome> {
    const refusals: ReceiverAnswer[] = [];
    for (;;) {
      const answer = await this.attemptInTime(signAgain).catch((error: unknown): ReceiverAnswer => {
        const [before] = refusals;
        if (!(error instanceof Unreachable) || before === undefined) throw error;
        // The receiver worked a moment ago, so this event stopped it.
        return {
          type: 'silent',
          reason: `${describeAnswer(before)}, then ${error.message}`,
          durationMillis: 0,
        };
      });
      if (isAcknowledged(answer)) return { acknowledged: true, answer, refusals };
      refusals.push(answer);
      // A receiver that hangs is not waited for at all eight attempts.
      const silent = refusals.filter(({ type }) => type === 'silent').length;
      if (refusals.length >= attempts || silent >= 2) return { acknowledged: false, answer, refusals };
    }
  }

  /**
   * Delivers an event that must be acknowledged in the end.
   *
   * @returns whether it was; false only if that was already reported.
   */
  async mustAcknowledge(
    requirement: RequirementId,
    event: SampleEvent,
    { expected, delivery }: { readonly expected: string; readonly delivery?: () => SignedDelivery },
  ): Promise<DeliveryOutcome> {
    const signAgain = delivery ?? (() => this.sign(event));
    const outcome = await this.deliver(signAgain);
    const name =
      outcome.acknowledged || !aboutBytes.has(requirement)
        ? undefined
        : await this.#reserialisedBy(signAgain());
    const why = name === undefined ? '' : `; ${reserialisesLike(name)}`;
    this.require(
      requirement,
      outcome.acknowledged,
      `${expected}, at one of its attempts`,
      () => `${describeAnswer(outcome.answer)}${why}`,
    );
    return outcome;
  }

  /** The library form of JSON over which the receiver verifies a signature, if it accepts one over re-serialised JSON. */
  async #reserialisedBy({ id, headers, body }: SignedDelivery): Promise<string | undefined> {
    const { courier, secrets, dialect } = this.session;
    const { userAgent, signal, tally } = this.context;
    const timestamp = headers['hook-timestamp'] ?? '';
    for (const { name, body: written } of reserialisations(body)) {
      const signature = signatureOf({ id, timestamp, body: written }, secrets[0], dialect);
      tally.requests += 1;
      // It is not part of the finding's conversation, which has only valid signatures.
      const sent = { 'user-agent': userAgent, ...headers, 'hook-signature': signature };
      if (isAcknowledged(await courier.deliver(sent, body, signal))) return name;
    }
    return undefined;
  }

  /** Sends a forged delivery once. */
  async mustRefuse(requirement: RequirementId, delivery: SignedDelivery, what: string): Promise<void> {
    const answer = await this.attemptInTime(() => delivery);
    if (isAcknowledged(answer)) {
      const count = await this.#countOf(delivery.id, 1);
      this.require(
        requirement,
        count === 0,
        `a status other than 2xx to ${what}`,
        () => `${describeAnswer(answer)}${count === undefined ? '' : `, and the probe counts ${count}`}`,
      );
      if (count === 0) {
        this.require(
          'RECEIVER-030',
          false,
          `a status other than 2xx to ${what}, so that a mistake in the secret is seen`,
          `${describeAnswer(answer)}, and no effect`,
        );
      }
      return;
    }
    this.require(requirement, true, '', '');
    this.require('RECEIVER-030', true, '', '');
    const isClear = answer.type === 'answered' && answer.status >= 400 && answer.status <= 499;
    this.require('RECEIVER-028', isClear, `a 4xx status for ${what}`, () => describeAnswer(answer));
  }

  /** Evaluates the rules of every response to an event: no redirect, and quick. */
  judgeManner({ answer, refusals, acknowledged }: DeliveryOutcome): void {
    const all = [...refusals, answer];
    const redirect = all.find(isRedirect);
    this.require('RECEIVER-002', redirect === undefined, 'no redirect: the provider does not follow it', () =>
      describeAnswer(redirect ?? answer),
    );
    if (!acknowledged) return;
    const { quickMillis } = this.session;
    this.require(
      'RECEIVER-016',
      answer.durationMillis <= quickMillis,
      `an answer within ${quickMillis / 1000} s; the document states no limit, and providers do not wait for ever`,
      () => `${describeAnswer(answer)} after ${(answer.durationMillis / 1000).toFixed(1)} s`,
    );
    this.#judgeFirst({ answer, refusals, acknowledged });
  }

  #judgeFirst({ refusals }: DeliveryOutcome): void {
    const [first] = refusals;
    this.require(
      'RECEIVER-009',
      first === undefined,
      '2xx to the first attempt: the next one comes seconds to hours later',
      () => (first === undefined ? '' : `${describeAnswer(first)}, and 2xx later`),
    );
  }

  /** Gives the reason why requirements are not evaluated; shown if no other case evaluates them. */
  skipAll(reason: string, ...requirements: readonly RequirementId[]): void {
    for (const requirement of requirements) this.skip(requirement, reason);
  }

  /** Lets time of the retry schedule pass, if the run has a speed. */
  async passTime(seconds: number): Promise<void> {
    const { speed } = this.session;
    if (speed !== undefined) await this.pause((seconds / speed) * 1_000);
  }

  /**
   * Waits until an event has taken effect, within the patience of the run.
   *
   * @returns undefined if there is no probe, or it does not know the event
   */
  async effectsOf(eventId: string): Promise<number | undefined> {
    const count = await this.#countOf(eventId, this.patience.seconds);
    this.session.onProbed?.(count !== undefined);
    return count;
  }

  /** How often events took effect in the end. After each effect is there, the receiver gets a moment more for unfinished work. */
  async settledEffects(ids: readonly string[]): Promise<ReadonlyMap<string, number | undefined>> {
    const first = await Promise.all(ids.map((id) => this.effectsOf(id)));
    if (first.some((count) => count !== undefined)) {
      await this.pause(Math.min(mostSettleMillis, this.patience.seconds * 20));
    }
    const last = await Promise.all(ids.map((id) => this.#countOf(id, 0)));
    return new Map(ids.map((id, index) => [id, last[index]]));
  }

  /** Reads the count until there is an effect, or the time is up. */
  async #countOf(eventId: string, seconds: number): Promise<number | undefined> {
    const { probe } = this.session;
    if (probe === undefined) return undefined;
    return this.eventually(
      () => probe(eventId, this.context.signal),
      (count) => count !== 0,
      seconds,
    );
  }
}

/** How long a second effect may take after the first. */
const mostSettleMillis = 100;

/** How long a receiver asks to wait, in milliseconds; at most two seconds. */
function postponementOf(answer: ReceiverAnswer): number | undefined {
  if (answer.type === 'silent' || (answer.status !== 429 && answer.status !== 503)) return undefined;
  const seconds = Number(answer.headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(2_000, Math.max(50, seconds * 1000)) : 100;
}
