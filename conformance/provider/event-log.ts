/** The events that arrive for one business. The id distinguishes an event from its retries. */
import { isDeepStrictEqual } from 'node:util';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { Tenant } from './businesses.ts';
import type { Endpoint } from './endpoints.ts';
import { type Envelope, envelopeOf, inspectDelivery } from './inspect.ts';
import { show } from './response.ts';
import type { Scenario } from './scenario.ts';
import { drain, endpointFor, isAlone } from './tenant.ts';

export type EventData = Readonly<Record<string, unknown>>;

export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: EventData;
}

/** An expected event, and the requirements that a missing or wrong one violates. */
export interface Expectation {
  readonly type: string;
  /** Fields that identify the subject of the event. */
  readonly about?: EventData;
  /** Other fields that it must show. */
  readonly shows?: EventData;
  /** Violated if the event does not arrive; without it, another check reports a missing event. */
  readonly sent?: RequirementId;
  /** Violated if the event has another subject, or shows other values. */
  readonly payload?: RequirementId;
}

/** Whether a value is the expected one; additional fields and the order of fields are left open. */
const isSame = (value: unknown, wanted: unknown): boolean =>
  isRecord(wanted) ? isRecord(value) && matches(value, wanted) : isDeepStrictEqual(value, wanted);

export function matches(data: EventData, fields: EventData): boolean {
  return Object.entries(fields).every(([name, wanted]) => isSame(data[name], wanted));
}

export const pick = (data: EventData, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, data[name]]));

/**
 * The events that have not been judged yet, each once: a repetition has the id of the event that it repeats.
 *
 * @param types the types to take; absent: all.
 */
export function newEvents(
  { events, types }: { readonly events: readonly Envelope[]; readonly types?: readonly string[] },
  judged: readonly string[],
): readonly ReceivedEvent[] {
  const ids = new Set(judged);
  return events.flatMap((event) => {
    const type = String(event.eventType);
    const id = String(event.id);
    if (types?.includes(type) === false || ids.has(id)) return [];
    ids.add(id);
    return [{ id, type, data: isRecord(event.data) ? event.data : {} }];
  });
}

/**
 * The ids of the events about a resource, by the word that each announces: events with different ids are not repetitions.
 *
 * @param wordOf the word that an event announces; undefined if it is about something else.
 */
export function idsByWord(
  events: readonly Envelope[],
  wordOf: (event: Envelope) => string | undefined,
): ReadonlyMap<string, ReadonlySet<unknown>> {
  const words = new Map<string, Set<unknown>>();
  for (const event of events) {
    const word = wordOf(event);
    if (word !== undefined) words.set(word, (words.get(word) ?? new Set()).add(event.id));
  }
  return words;
}

/** Everything that an endpoint has received. */
export const eventsAt = (endpoint: Endpoint | undefined): readonly Envelope[] =>
  (endpoint?.channel.deliveries ?? []).map(envelopeOf);

/** Events that follow one another come within this time. */
const quietMillis = 500;

/**
 * Waits until every event that is due has arrived. A target without the control `drain` has the patience for an event of
 * the awaited type; if none is awaited, until no event has come for a while.
 */
export async function settle(
  scenario: Scenario,
  tenant: Tenant,
  endpoint: Endpoint,
  isAwaited?: (arrived: readonly Envelope[]) => boolean,
): Promise<void> {
  await drain(scenario, tenant);
  if (scenario.conclusive) return;
  if (isAwaited !== undefined) {
    await scenario.eventually(() => eventsAt(endpoint), isAwaited);
    return;
  }
  let count = 0;
  let since = performance.now();
  await scenario.eventually(
    () => endpoint.channel.deliveries.length,
    (length) => {
      if (length !== count) since = performance.now();
      count = length;
      return performance.now() - since >= quietMillis;
    },
  );
}

/**
 * Evaluates the rules of the description on the deliveries that have arrived since the last inspection at the endpoint of a
 * business.
 *
 * @param seen the number of deliveries that have been inspected.
 * @throws CaseEnded if an event does not name its resource, which was then reported.
 */
export function inspectNew(
  scenario: Scenario,
  { channel, secret }: Endpoint,
  { tenantKey }: Pick<Tenant, 'tenantKey'>,
  seen: number,
): readonly Envelope[] {
  return channel.deliveries.slice(seen).map((delivery) => {
    if (!inspectDelivery(scenario, delivery, secret)) {
      throw new CaseEnded('An event does not name its resource.');
    }
    const event = envelopeOf(delivery);
    if (tenantKey !== undefined) {
      const shown = event.data?.tenantKey;
      const expected = `the tenantKey ${tenantKey} in ${event.eventType}`;
      scenario.require('HOOK-007', shown === tenantKey, expected, show(shown));
    }
    return event;
  });
}

export class EventLog {
  readonly #scenario: Scenario;
  readonly #tenant: Tenant;
  readonly #endpoint: Endpoint;
  readonly #ids: string[] = [];
  #inspected = 0;
  /** Everything that has arrived, each event once. */
  readonly events: ReceivedEvent[] = [];
  /** The result of the last look. */
  fresh: readonly ReceivedEvent[] = [];

  private constructor(scenario: Scenario, tenant: Tenant, endpoint: Endpoint) {
    this.#scenario = scenario;
    this.#tenant = tenant;
    this.#endpoint = endpoint;
  }

  static async open(scenario: Scenario, tenant: Tenant): Promise<EventLog> {
    return new EventLog(scenario, tenant, await endpointFor(scenario, tenant));
  }

  /** Whether only this case causes events here. */
  get alone(): boolean {
    return isAlone(this.#tenant);
  }

  /**
   * Waits until everything due has been delivered, and evaluates the rules of the description on it.
   *
   * @param awaited the type of an event, for a target without `drain`
   * @throws CaseEnded if an event does not name its resource, which was then reported.
   */
  async look(awaited?: string): Promise<readonly ReceivedEvent[]> {
    const isAwaited = (arrived: readonly Envelope[]) =>
      arrived.slice(this.#inspected).some(({ eventType }) => eventType === awaited);
    await settle(this.#scenario, this.#tenant, this.#endpoint, awaited === undefined ? undefined : isAwaited);
    const found = inspectNew(this.#scenario, this.#endpoint, this.#tenant, this.#inspected);
    this.#inspected += found.length;
    const events = found.filter(({ data }) => isRecord(data));
    const fresh = newEvents({ events }, this.#ids);
    this.#ids.push(...fresh.map(({ id }) => id));
    this.events.push(...fresh);
    this.fresh = fresh;
    return fresh;
  }

  /** The payloads of all events of a type. */
  of(type: string): readonly EventData[] {
    return this.events.flatMap((event) => (event.type === type ? [event.data] : []));
  }

  /**
   * Evaluates that the last look found an event with the expected subject and values. An event about something else only
   * counts if nobody else can have caused it.
   */
  expect({ type, about = {}, shows = {}, sent, payload }: Expectation): EventData | undefined {
    const ofType = this.fresh.flatMap((event) => (event.type === type ? [event.data] : []));
    const found =
      ofType.find((data) => matches(data, { ...about, ...shows })) ??
      ofType.find((data) => matches(data, about));
    const isNamed = Object.keys(about).length > 0;
    const wanted = isNamed ? `${type} with ${show(about)}` : type;
    const [other] = ofType;
    const { conclusive } = this.#scenario;
    if (found === undefined && !conclusive) {
      const { seconds } = this.#scenario.patience;
      for (const rule of [sent, payload])
        if (rule !== undefined) this.#scenario.warn(rule, `${wanted} did not arrive within ${seconds} s.`);
    } else if (found === undefined && other !== undefined && this.alone && payload !== undefined) {
      this.#scenario.require(payload, false, wanted, `${type} with ${show(pick(other, Object.keys(about)))}`);
      return undefined;
    }
    if (sent !== undefined && (found !== undefined || conclusive)) {
      this.#scenario.require(
        sent,
        found !== undefined,
        wanted,
        () => `no such event; events that arrived: ${show(this.fresh.map((event) => event.type))}`,
      );
    }
    if (found === undefined) {
      if (payload !== undefined) this.#scenario.skip(payload, `No ${type} arrived.`);
      return undefined;
    }
    if (payload === undefined) return found;
    const holds = matches(found, shows);
    if (holds || isNamed || this.alone) {
      this.#scenario.require(
        payload,
        holds,
        () => `${type} with ${show(shows)}`,
        () => show(pick(found, Object.keys(shows))),
      );
    } else {
      this.#scenario.skip(payload, `The ${type} that arrived may be about another resource.`);
    }
    return found;
  }
}
