/**
 * Types of the interface, for import by other projects: the paths, components, operations and webhooks of the
 * description, and each of its schemas under its own name. Nothing here exists at run time.
 *
 * @example
 * import type { Payroll, WebhookEventOf } from 'workforce-conformance/types';
 */
export type { WebhookEvent, WebhookEventOf, WebhookEventType } from '../openapi/event-types.ts';
export type * from '../openapi/generated/schemas.ts';
export type { components, operations, paths, webhooks } from '../openapi/generated/types.ts';
