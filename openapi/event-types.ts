/** Types of the events that the service sends, derived from the description. */
import type { components } from './generated/types.ts';

/**
 * Body of any delivered event: one union, told apart by `eventType`.
 *
 * @see Section "Events" of the interface document.
 *
 * @example
 * switch (event.eventType) {
 *   case 'payroll.status.updated':
 *     return event.data.status;
 * }
 */
export type WebhookEvent = components['schemas']['WebhookEvent'];

/** Name of an event, such as `payroll.created`. */
export type WebhookEventType = WebhookEvent['eventType'];

/** Body of the event of one name: `WebhookEventOf<'payroll.created'>`. */
export type WebhookEventOf<T extends WebhookEventType> = Extract<WebhookEvent, { eventType: T }>;
