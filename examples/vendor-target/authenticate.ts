/** Determines the caller and the business: section "Authentication" of the interface document. */
import type { RequestHandler, Response } from 'express';
import type { Business } from './store.ts';

export interface Keys {
  readonly platform: string;
  readonly org: string;
}

interface Businesses {
  /** That of the org key. */
  readonly own: Business;
  /** The default one of the platform. */
  readonly main: Business;
  readonly created: readonly Business[];
}

export interface Acting {
  readonly business: Business;
  readonly isPlatform: boolean;
}

/** The caller and the business of a request; every route comes after `authenticate`. */
export const acting = ({ locals }: Response): Acting => locals.acting as Acting;

export function authenticate(keys: Keys, { own, main, created }: Businesses): RequestHandler {
  return (request, response, next) => {
    const [, token] = /^Bearer (\S+)$/.exec(request.get('authorization') ?? '') ?? [];
    const tenantKey = request.get('x-multitenantkey');
    if (token === keys.org) {
      response.locals.acting = { business: own, isPlatform: false } satisfies Acting;
      return next();
    }
    if (token !== keys.platform) {
      response.status(401).json({ code: 'not_authenticated', message: 'Who are you?' });
      return;
    }
    const business =
      tenantKey === undefined ? main : [main, ...created].find((entry) => entry.tenantKey === tenantKey);
    if (business === undefined) {
      response.status(403).json({ code: 'not_yours', message: 'This business is not of your platform' });
      return;
    }
    response.locals.acting = { business, isPlatform: true } satisfies Acting;
    return next();
  };
}
