import cors from 'cors';
import type { RequestHandler } from 'express';
import { isLoopbackUrl } from '../webhooks/receiver-policy.ts';

/** Whether an Origin header names a page that this machine serves. */
export function isLocalOrigin(origin: string | undefined): boolean {
  return origin !== undefined && isLoopbackUrl(origin) && new URL(origin).origin === origin;
}

const dayInSeconds = 86_400;

const allow = cors({
  origin: (origin, callback) => callback(null, isLocalOrigin(origin)),
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'X-MultiTenantKey', 'Content-Type'],
  // The name of a CSV download, the id for a question to whoever runs the server, and when to come back.
  exposedHeaders: ['Content-Disposition', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
  maxAge: dayInSeconds,
});

/** Lets frontends that are developed on this machine call the service; a preflight needs no token. */
export const localFrontends: RequestHandler = (request, response, next) => {
  // Clients other than browsers have no origin to be let in from.
  if (request.headers.origin === undefined || !request.path.startsWith('/v1/')) next();
  else allow(request, response, next);
};
