import { jwtVerify } from 'jose/jwt/verify';
import type { Handlers } from '../http/exchange.ts';
import { createToken, tokenIdOf } from '../resources/tokens/keys.ts';
import type { JwtClaims } from '../resources/tokens/rules.ts';
import { readBusiness } from '../service/core.ts';
import { issue } from '../service/issue-token.ts';
import type { Service } from '../service/service.ts';
import { invalidBody, notFound } from '../state/refusal.ts';
import { withinBusiness } from '../store/store.ts';

/** Section "Custom authentication": the caller's own JWT becomes a redirect token, and that a user token. */
export function tokenRoutes(service: Service) {
  const { store, clock, rules, access } = service;
  return {
    async exchangeJwt({ businessId, body: { jwt } }) {
      if (jwt === undefined) throw invalidBody({ jwt: 'is missing' });
      const { business, users } = await readBusiness(service, businessId);
      const now = clock.now(business);
      const claims = await verifiedClaims(jwt, access.keys.jwtSecret, now);
      const redirectToken = createToken('rt');
      const to = {
        id: tokenIdOf(redirectToken),
        businessId,
        userId: rules.tokens.userNamed(users, claims).id,
      };
      await store.transaction(
        (transaction) => issue(transaction, service, rules.tokens.redirect(to, now), now),
        withinBusiness(businessId),
      );
      return { status: 200, body: { redirectToken } };
    },

    async createUserToken({ businessId, body: { redirectToken } }) {
      if (redirectToken === undefined) throw invalidBody({ redirectToken: 'is missing' });
      const token = createToken('ut');
      // Finding the redirect token and using it up are one transaction, so that it is used once.
      const { expiresAt } = await store.transaction(async (transaction) => {
        const business = await transaction.get('businesses', businessId);
        if (business === undefined) throw notFound();
        const now = clock.now(business);
        const users = await transaction.list('users', { businessId });
        const redirect = await transaction.get('tokens', tokenIdOf(redirectToken));
        const { id: userId } = rules.tokens.redeem(redirect, users, now);
        const issued = rules.tokens.user({ id: tokenIdOf(token), businessId, userId }, now);
        await transaction.delete('tokens', tokenIdOf(redirectToken));
        await issue(transaction, service, issued, now);
        return issued;
      }, withinBusiness(businessId));
      return { status: 201, body: { token, expiresAt } };
    },
  } satisfies Partial<Handlers>;
}

/**
 * The claims of a JWT that was signed as agreed (HS256) and is valid at the given time.
 *
 * @param now Unix seconds.
 * @throws Refusal when it is no such JWT. Not 401: it is not the token with which the caller authenticates.
 */
async function verifiedClaims(jwt: string, secret: string, now: number): Promise<JwtClaims> {
  try {
    const { payload } = await jwtVerify(jwt, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      currentDate: new Date(now * 1000),
    });
    return payload;
  } catch {
    throw invalidBody({ jwt: 'must be a JWT that is signed with the agreed key (HS256) and valid now' });
  }
}
