/** The events that arrive for one business, each of them inspected on arrival. */
import { isDeepStrictEqual } from 'node:util';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { envelopeOf, inspectDelivery } from '../webhooks/inspect.ts';
import { isRecord } from './answers.ts';
import { type Endpoint, type Scenario, show } from './scenario.ts';
import { drain, endpointFor, isAlone, type Tenant } from './tenant.ts';

export type EventData = Readonly<Record<string, unknown>>;

export interface ReceivedEvent {
  readonly type: string;
  readonly data: EventData;
}

/** What a missing or a wrong event breaks. */
export interface Expectation {
  readonly type: string;
  /** Fields that say what the event is about. */
  readonly about?: EventData;
  /** Other fields that it has to show. */
  readonly shows?: EventData;
  /** Broken when the event does not arrive; without it a missing event is the matter of another check. */
  readonly sent?: RequirementId;
  /** Broken when it arrives and is about something else, or shows something else. */
  readonly payload?: RequirementId;
}

/** Whether a value is the wanted one; what an object says beyond it, and in which order, is left open. */
const isSame = (value: unknown, wanted: unknown): boolean =>
  isRecord(wanted) ? isRecord(value) && matches(value, wanted) : isDeepStrictEqual(value, wanted);

function matches(data: EventData, fields: EventData): boolean {
  return Object.entries(fields).every(([name, wanted]) => isSame(data[name], wanted));
}

const pick = (data: EventData, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, data[name]]));

export class EventLog {
  readonly #scenario: Scenario;
  readonly #tenant: Tenant;
  readonly #endpoint: Endpoint;
  readonly #ids = new Set<unknown>();
  #inspected = 0;
  /** Everything that has arrived, each event once. */
  readonly events: ReceivedEvent[] = [];
  /** What the last look has found. */
  fresh: readonly ReceivedEvent[] = [];

  private constructor(scenario: Scenario, tenant: Tenant, endpoint: Endpoint) {
    this.#scenario = scenario;
    this.#tenant = tenant;
    this.#endpoint = endpoint;
  }

  static async open(scenario: Scenario, tenant: Tenant): Promise<EventLog> {
    return new EventLog(scenario, tenant, await endpointFor(scenario, tenant));
  }

  /** Whether nobody else causes events here. */
  get alone(): boolean {
    return isAlone(this.#tenant);
  }

  /**
   * Waits until everything that is due has been delivered and evaluates what the description says of it.
   *
   * @throws CaseEnded when an event does not say what it is about, which has been reported then.
   */
  async look(): Promise<readonly ReceivedEvent[]> {
    const { tenantKey } = this.#tenant;
    await drain(this.#scenario, this.#tenant);
    const deliveries = this.#endpoint.channel.deliveries.slice(this.#inspected);
    this.#inspected += deliveries.length;
    const fresh: ReceivedEvent[] = [];
    for (const delivery of deliveries) {
      if (!inspectDelivery(this.#scenario, delivery, this.#endpoint.secret)) {
        throw new CaseEnded('An event does not say what it is about.');
      }
      const { eventType, id, data } = envelopeOf(delivery);
      if (tenantKey !== undefined) {
        this.#scenario.require(
          'HOOK-007',
          data?.tenantKey === tenantKey,
          `the tenantKey ${tenantKey} in ${eventType}`,
          show(data?.tenantKey),
        );
      }
      if (typeof data !== 'object' || data === null || this.#ids.has(id)) continue;
      this.#ids.add(id);
      fresh.push({ type: String(eventType), data });
    }
    this.events.push(...fresh);
    this.fresh = fresh;
    return fresh;
  }

  /** The payloads of all events of a type. */
  of(type: string): readonly EventData[] {
    return this.events.flatMap((event) => (event.type === type ? [event.data] : []));
  }

  /**
   * Evaluates that the last look has found an event that is about what it should be about, and shows what it
   * should show. An event about something else only counts where nobody else could have caused it.
   */
  expect({ type, about = {}, shows = {}, sent, payload }: Expectation): EventData | undefined {
    const ofType = this.fresh.flatMap((event) => (event.type === type ? [event.data] : []));
    const found =
      ofType.find((data) => matches(data, { ...about, ...shows })) ??
      ofType.find((data) => matches(data, about));
    const isNamed = Object.keys(about).length > 0;
    const wanted = isNamed ? `${type} with ${show(about)}` : type;
    const [other] = ofType;
    if (found === undefined && other !== undefined && this.alone && payload !== undefined) {
      this.#scenario.require(payload, false, wanted, `${type} with ${show(pick(other, Object.keys(about)))}`);
      return undefined;
    }
    if (sent !== undefined) {
      this.#scenario.require(
        sent,
        found !== undefined,
        wanted,
        () => `no such event; what came: ${show(this.fresh.map((event) => event.type))}`,
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
      this.#scenario.skip(payload, `The ${type} that arrived may be about something else.`);
    }
    return found;
  }
}
