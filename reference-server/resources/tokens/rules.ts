import { isIP } from 'node:net';
import type { OrgToken, RedirectToken, TokenRecord, UserToken } from '../../state/records/businesses.ts';
import type { UserRecord } from '../../state/records/people.ts';
import { invalidBody, invalidState } from '../../state/refusal.ts';
import { type Access, tokenIdOf } from './keys.ts';

/** Section "Limits". */
const userTokenSeconds = 60 * 60;

/** The document shows no lifetime; a redirect is followed at once. */
const redirectTokenSeconds = 5 * 60;

/** The user of a new token, and the id of the token. */
export interface IssueToUser {
  readonly id: string;
  readonly businessId: string;
  readonly userId: string;
}

export interface AskForToken {
  readonly type: 'org' | 'user';
  readonly businessId: string;
  readonly userId?: string;
  readonly addresses?: readonly string[];
}

/** The claims of a JWT that name its user. */
export interface JwtClaims {
  readonly sub?: unknown;
  readonly email?: unknown;
}

/** The tokens of the platform and of the one business, which are there from the start. */
export function seededTokens({ keys, platform, org }: Access): readonly TokenRecord[] {
  return [
    { id: tokenIdOf(keys.platformToken), type: 'platform', businessId: platform.id },
    { id: tokenIdOf(keys.orgToken), type: 'org', businessId: org.id, addresses: [] },
  ];
}

export const tokenRules = {
  /** @throws Refusal when something is not an IP address. */
  org(id: string, businessId: string, addresses: readonly string[] = []): OrgToken {
    const wrong = addresses.flatMap((address, index) =>
      isIP(address) === 0 ? [[`addresses.${index}`, 'must be an IPv4 or IPv6 address']] : [],
    );
    if (wrong.length > 0) throw invalidBody(Object.fromEntries(wrong));
    return { id, type: 'org', businessId, addresses };
  },

  /**
   * A token as the dashboard requests it.
   *
   * @param user the requested user, if there is one.
   * @throws Refusal when the parts do not fit together.
   */
  asked(
    id: string,
    { type, businessId, userId, addresses }: AskForToken,
    user: UserRecord | undefined,
    now: number,
  ): OrgToken | UserToken {
    if (type === 'org') {
      if (userId !== undefined) throw invalidBody({ userId: 'is for a user token' });
      return tokenRules.org(id, businessId, addresses);
    }
    if (addresses !== undefined) throw invalidBody({ addresses: 'are for an org token' });
    if (user?.businessId !== businessId) throw invalidBody({ userId: 'must be a user of the business' });
    return tokenRules.user({ id, businessId, userId: user.id }, now);
  },

  user(to: IssueToUser, now: number): UserToken {
    return { ...to, type: 'user', expiresAt: now + userTokenSeconds };
  },

  redirect(to: IssueToUser, now: number): RedirectToken {
    return { ...to, type: 'redirect', expiresAt: now + redirectTokenSeconds };
  },

  hasExpired(token: TokenRecord, now: number): boolean {
    return 'expiresAt' in token && now >= token.expiresAt;
  },

  /** The token bound to other addresses. @throws Refusal when it cannot be. */
  bound(token: TokenRecord, addresses: readonly string[]): OrgToken {
    if (token.type !== 'org') throw invalidState('Only an org token can be bound to IP addresses');
    return tokenRules.org(token.id, token.businessId, addresses);
  },

  /** The token under another id, which replaces it. @throws Refusal when it cannot be replaced. */
  regenerated(token: TokenRecord, id: string): Exclude<TokenRecord, UserToken | RedirectToken> {
    if (token.type === 'user' || token.type === 'redirect')
      throw invalidState('The token of a user is not regenerated: issue another one');
    return { ...token, id };
  },

  /**
   * The user that a JWT was issued to: the one whose id is its `sub`, or the only one with its `email`.
   *
   * @param users of the business that the exchange is about.
   * @throws Refusal when there is no such user.
   */
  userNamed(users: readonly UserRecord[], { sub, email }: JwtClaims): UserRecord {
    const [first, ...others] = users.filter(({ user }) => user.email !== undefined && user.email === email);
    const found = users.find(({ id }) => id === sub) ?? (others.length === 0 ? first : undefined);
    if (found === undefined) throw invalidBody({ jwt: 'must name a user of the business in sub or email' });
    return found;
  },

  /**
   * The user that a redirect token was issued to.
   *
   * @param users of the business that the request is about.
   * @throws Refusal when the token is none of that business, has expired, or its user is gone.
   */
  redeem(token: TokenRecord | undefined, users: readonly UserRecord[], now: number): UserRecord {
    const user = token?.type === 'redirect' ? users.find(({ id }) => id === token.userId) : undefined;
    if (token === undefined || user === undefined || tokenRules.hasExpired(token, now))
      throw invalidBody({ redirectToken: 'is not valid, has expired or was used before' });
    return user;
  },
};
