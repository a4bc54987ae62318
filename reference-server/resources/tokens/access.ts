import { randomBytes, randomUUID } from 'node:crypto';
import type { BusinessRecord } from '../../state/records/businesses.ts';
import type { Access, Keys } from './authentication.ts';
import { createToken } from './secret.ts';

const business = (kind: BusinessRecord['kind']): BusinessRecord => ({
  id: randomUUID(),
  tenantKey: `tk_${randomBytes(12).toString('hex')}`,
  kind,
});

/** The businesses that are there already. */
type Existing = { readonly [Name in 'platform' | 'org']?: BusinessRecord | undefined };

/**
 * New businesses and new keys in place of those that are not given.
 *
 * @throws Error when two of the tokens are the same: it would not say what they open.
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
