/** Everything that a webhook receiver needs, using only Web Crypto. */
export type { WebhookEvent, WebhookEventOf, WebhookEventType } from '../../openapi/event-types.ts';
export { WebhookError, type WebhookErrorCode } from './error.ts';
export { eventTypes, type IncomingEvent, isEvent, type UnknownEvent } from './event.ts';
export { createExpressHandler } from './express-handler.ts';
export { createFetchHandler } from './fetch-handler.ts';
export type { WebhookHandlerOptions } from './handler.ts';
export type { HeaderSource } from './headers.ts';
export { retryDelaysSeconds, retryHorizonSeconds } from './retries.ts';
export type { Secrets } from './secret.ts';
export { type Signable, sign } from './sign.ts';
export { type SignedRequestOptions, signedRequest, type TestEvent } from './signed-request.ts';
export { type Delivery, type VerifyOptions, verify } from './verify.ts';
