import type { WebhookEventOf, WebhookEventType } from '../../openapi/event-types.ts';
import { eventNames } from '../../openapi/generated/event-names.ts';

/**
 * The envelope of any event (section "Delivery"), of one that this package does not know as well: the service may send
 * events that the interface document does not name.
 */
export interface IncomingEvent {
  readonly eventType: string;
  /** The same on every attempt: what to deduplicate by. */
  readonly id: string;
  readonly version?: string;
  /** Unix seconds of sending. */
  readonly timestamp?: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Every event that the interface document names. */
export const eventTypes: readonly WebhookEventType[] = eventNames;

/**
 * Whether the event is of one of these types, whose payload is then known.
 *
 * @example
 * if (isEvent(event, 'payroll.status.updated') && event.data.status === 'completed') …
 */
export function isEvent<T extends WebhookEventType>(
  event: IncomingEvent,
  ...types: readonly [T, ...T[]]
): event is IncomingEvent & WebhookEventOf<T> {
  return types.some((type) => type === event.eventType);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the fields are there that an event cannot be handled without. */
export function isIncomingEvent(value: unknown): value is IncomingEvent {
  return (
    isRecord(value) &&
    typeof value.eventType === 'string' &&
    typeof value.id === 'string' &&
    isRecord(value.data)
  );
}
