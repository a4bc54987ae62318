/** Events of one resource as they arrive at an endpoint of a case's own. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { drain, endpointFor, type Tenant } from '../actions/tenant.ts';
import { type Endpoint, type Scenario, show } from '../engine/scenario.ts';
import { type Envelope, envelopeOf, inspectDelivery } from '../webhooks/inspect.ts';

export class EventLog {
  readonly #scenario: Scenario;
  readonly #tenant: Tenant;
  readonly #endpoint: Endpoint;
  readonly #prefix: string;
  #seen = 0;

  constructor(scenario: Scenario, tenant: Tenant, endpoint: Endpoint, prefix: string) {
    this.#scenario = scenario;
    this.#tenant = tenant;
    this.#endpoint = endpoint;
    this.#prefix = prefix;
  }

  /** Registers an endpoint for the events whose type begins with a text. */
  static async open(scenario: Scenario, tenant: Tenant, prefix: string): Promise<EventLog> {
    return new EventLog(scenario, tenant, await endpointFor(scenario, tenant), prefix);
  }

  /** The events that have arrived since the last call, each of them judged by its description. */
  async next(): Promise<readonly Envelope[]> {
    await drain(this.#scenario, this.#tenant);
    const { channel, secret } = this.#endpoint;
    const arrived = channel.deliveries.slice(this.#seen);
    this.#seen = channel.deliveries.length;
    for (const delivery of arrived) inspectDelivery(this.#scenario, delivery, secret);
    return arrived
      .map(envelopeOf)
      .filter(({ eventType }) => typeof eventType === 'string' && eventType.startsWith(this.#prefix));
  }
}

/** Evaluates that one of the events that have just arrived is of a type. */
export function requireEvent(
  scenario: Scenario,
  requirement: RequirementId,
  events: readonly Envelope[],
  type: string,
): Envelope | undefined {
  const found = events.find(({ eventType }) => eventType === type);
  scenario.require(requirement, found !== undefined, {
    expected: `the event ${type}`,
    actual: `the events ${show(events.map(({ eventType }) => eventType))}`,
  });
  return found;
}
