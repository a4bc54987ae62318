import type { WebhookEvent } from '../../../openapi/event-types.ts';
import type { ControlSchemas } from '../schemas.ts';

type EventOf<Envelope extends WebhookEvent> = Envelope extends WebhookEvent
  ? { readonly eventType: Envelope['eventType']; readonly data: Omit<Envelope['data'], 'tenantKey'> }
  : never;

/** Something that happened; the envelope and the tenant key are added when it is sent. */
export type DomainEvent = EventOf<WebhookEvent>;

export type EndpointRecord = ControlSchemas['WebhookEndpoint'];
type LoggedDelivery = ControlSchemas['Delivery'];
export type DeliveryAttempt = LoggedDelivery['attempts'][number];

/** One event on its way to one endpoint. */
export interface DeliveryRecord extends LoggedDelivery {
  readonly event: DomainEvent;
  /** The exact body of the first attempt, which every retry repeats; absent before it. */
  readonly body?: string;
  /** Attempts that were made before it was last sent anew; the retry schedule does not count them. */
  readonly attemptsBefore?: number;
  /** The server that is making an attempt, where there are several, and until when the others leave it to that one. */
  readonly lease?: Lease;
}

export interface Lease {
  readonly owner: string;
  /** Unix milliseconds of real time. */
  readonly until: number;
}
