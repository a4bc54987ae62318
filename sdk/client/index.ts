/** A typed client of the service: openapi-fetch with authentication, pages and errors. */
export { type Client, type ClientOptions, createClient, unwrap } from './client.ts';
export { ServiceError } from './error.ts';
export { type ItemOn, items, type ListParameters, type ListPath, type PageOn, pages } from './pages.ts';
