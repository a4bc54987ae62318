import type { WebhookEvent, WebhookEventOf, WebhookEventType } from '../../openapi/event-types.ts';
import { eventNames } from '../../openapi/generated/event-names.ts';

/** The envelope of an event that the interface document does not name (section "Delivery"): acknowledge and ignore it. */
export interface UnknownEvent {
  readonly eventType: string;
  /** The same on every attempt: deduplicate by it. */
  readonly id: string;
  readonly version?: string;
  /** Unix seconds of sending. */
  readonly timestamp?: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A verified event; {@link isEvent} narrows its type. */
export type IncomingEvent = WebhookEvent | UnknownEvent;

/** Every event that the interface document names. */
export const eventTypes: readonly WebhookEventType[] = eventNames;

const knownTypes: ReadonlySet<string> = new Set(eventNames);

/**
 * Whether the event is of one of these types, whose payload is then known. Without types: whether it is an event that the
 * interface document names, so that `switch (event.eventType)` knows each payload.
 *
 * @example
 * if (isEvent(event, 'payroll.status.updated') && event.data.status === 'completed') …
 */
export function isEvent<T extends WebhookEventType>(
  event: IncomingEvent,
  ...types: readonly T[]
): event is WebhookEventOf<T> {
  return types.length === 0
    ? knownTypes.has(event.eventType)
    : types.some((type) => type === event.eventType);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the fields that every event needs are present. */
export function isIncomingEvent(value: unknown): value is IncomingEvent {
  return (
    isRecord(value) &&
    typeof value.eventType === 'string' &&
    typeof value.id === 'string' &&
    isRecord(value.data)
  );
}
