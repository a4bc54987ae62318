/** Everything that a receiver of webhooks needs. Imports nothing but `node:crypto`. */
export type { WebhookEvent, WebhookEventOf, WebhookEventType } from '../../openapi/event-types.ts';
export { WebhookError, type WebhookErrorCode } from './error.ts';
export { eventTypes, type IncomingEvent, isEvent } from './event.ts';
export type { HeaderSource } from './headers.ts';
export { retryDelaysSeconds, retryHorizonSeconds } from './retries.ts';
export type { Secrets } from './secret.ts';
export { type Signable, sign } from './sign.ts';
export { type Delivery, type VerifyOptions, verify } from './verify.ts';
