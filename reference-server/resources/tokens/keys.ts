import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { BusinessRecord } from '../../state/records/businesses.ts';

/** Tokens that the server knows from its start. */
export interface Keys {
  readonly platformToken: string;
  readonly orgToken: string;
  /** Valid in the other environment only, so it opens nothing here. */
  readonly otherEnvironmentToken: string;
  /** Key with which external tokens of the custom authentication are signed (HS256). */
  readonly jwtSecret: string;
}

export interface Access {
  readonly keys: Keys;
  readonly platform: BusinessRecord;
  readonly org: BusinessRecord;
}

const business = (kind: BusinessRecord['kind']): BusinessRecord => ({
  id: randomUUID(),
  tenantKey: `tk_${randomBytes(12).toString('hex')}`,
  kind,
});

/** The businesses that are there already. */
type Existing = { readonly [Name in 'platform' | 'org']?: BusinessRecord | undefined };

/**
 * New businesses, and new keys for those that are not given.
 *
 * @throws Error when two of the tokens are the same, because such a token would be ambiguous.
 */
export function createAccess(
  environment: 'sandbox' | 'production',
  given: Partial<Keys> = {},
  existing: Existing = {},
): Access {
  const other = environment === 'sandbox' ? 'production' : 'sandbox';
  const keys: Keys = {
    platformToken: given.platformToken ?? createToken(`platform_${environment}`),
    orgToken: given.orgToken ?? createToken(`org_${environment}`),
    otherEnvironmentToken: given.otherEnvironmentToken ?? createToken(`platform_${other}`),
    jwtSecret: given.jwtSecret ?? createToken('jwt'),
  };
  if (new Set([keys.platformToken, keys.orgToken, keys.otherEnvironmentToken]).size < 3)
    throw new Error('Failed to take the keys: give different platform, org and other-environment tokens');
  return {
    keys,
    platform: existing.platform ?? business('primary'),
    org: existing.org ?? business('independent'),
  };
}

/** A new random token; `kind` makes it readable. */
export const createToken = (kind: string) => `${kind}_${randomBytes(24).toString('base64url')}`;

/**
 * The id under which a token is stored. Tokens are found by it, so the time of a comparison does not reveal how much of
 * a token is right.
 */
export const tokenIdOf = (token: string) => hash('sha256', token);

/** Whether two secrets are the same, in a time that says nothing of how much of them is. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
