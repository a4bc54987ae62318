import cors from 'cors';
import type { Request, RequestHandler } from 'express';
import type { MethodsAt } from '../../openapi/path-methods.ts';
import { isLoopbackUrl } from '../webhooks/receiver-policy.ts';
import { warningHeader } from './exchange.ts';

/** Browsers take every name under `localhost` for this machine. */
const isLocalName = (origin: string) =>
  URL.canParse(origin) &&
  /^https?:$/.test(new URL(origin).protocol) &&
  /\.localhost$/.test(new URL(origin).hostname);

/** Whether an Origin header names a page that this machine serves. */
export function isLocalOrigin(origin: string | undefined): boolean {
  if (origin === undefined || !(isLoopbackUrl(origin) || isLocalName(origin))) return false;
  return new URL(origin).origin === origin;
}

const dayInSeconds = 86_400;

/**
 * Lets frontends that are developed on this machine call the service; a preflight needs no token. All requested headers
 * are allowed, because monitoring in the browser adds its own, such as `traceparent`.
 */
export function localFrontends(methodsAt: MethodsAt): RequestHandler {
  const allow = cors<Request>((request, callback) =>
    callback(null, {
      origin: isLocalOrigin(request.headers.origin),
      methods: methodsAt(request.path).filter((method) => method !== 'OPTIONS'),
      // The name of a CSV download, the request id for support, misspelt fields, and when to retry.
      exposedHeaders: [
        ...['Content-Disposition', 'X-Request-Id', warningHeader],
        ...['RateLimit', 'RateLimit-Policy', 'Retry-After'],
      ],
      maxAge: dayInSeconds,
    }),
  );
  return (request, response, next) => {
    // Only browsers send an Origin.
    if (request.headers.origin === undefined || !request.path.startsWith('/v1/')) next();
    else allow(request, response, next);
  };
}
