/** A typed client of the service: Fetch with authentication, retries, pages and errors. */
export { type ClientOptions, createClient, unwrap } from './client.ts';
export type { Client, ClientOf, Middleware } from './client-type.ts';
export {
  ConnectionError,
  type ConnectionErrorCode,
  RedirectError,
  ServiceError,
  type ServiceErrorCode,
} from './error.ts';
export { type ItemOn, items, type ListParameters, type ListPath, type PageOn, pages } from './pages.ts';
export type { Attempt } from './send.ts';
export { createTypedFetch, type TypedFetchOptions } from './typed-fetch.ts';
