import cors from 'cors';
import { isLoopbackUrl } from '../webhooks/loopback.ts';

/** Whether an Origin header names a page that this machine serves. */
export function isLocalOrigin(origin: string | undefined): boolean {
  return origin !== undefined && isLoopbackUrl(origin) && new URL(origin).origin === origin;
}

const dayInSeconds = 86_400;

/** Lets frontends that are developed on this machine call the service; a preflight needs no token. */
export const localFrontends = cors({
  origin: (origin, callback) => callback(null, isLocalOrigin(origin)),
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'X-MultiTenantKey', 'Content-Type'],
  // Names the file of a CSV download.
  exposedHeaders: ['Content-Disposition'],
  maxAge: dayInSeconds,
});
