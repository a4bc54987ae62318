interface Token {
  /** SHA-256 of the token in hexadecimal. */
  readonly id: string;
  /** The platform's default business, or the one business of the token. */
  readonly businessId: string;
}

interface TokenOfUser extends Token {
  readonly userId: string;
  /** The first Unix second, on the clock of the business, at which the token opens nothing any more. */
  readonly expiresAt: number;
}

export interface PlatformToken extends Token {
  readonly type: 'platform';
}

export interface OrgToken extends Token {
  readonly type: 'org';
  /** IP addresses that it may be used from; any when there is none. */
  readonly addresses: readonly string[];
}

export interface UserToken extends TokenOfUser {
  readonly type: 'user';
}

/** What the exchange of a JWT yields: it opens nothing and becomes one user token. */
export interface RedirectToken extends TokenOfUser {
  readonly type: 'redirect';
}

/** A token that the service has issued. The token itself is not kept. */
export type TokenRecord = PlatformToken | OrgToken | UserToken | RedirectToken;
