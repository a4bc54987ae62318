import { randomBytes, randomUUID } from 'node:crypto';
import type { Access, Keys } from './http/authentication-rules.ts';
import type { BusinessRecord } from './resources/businesses/records.ts';

const token = (kind: string) => `${kind}_${randomBytes(24).toString('base64url')}`;

const business = (kind: BusinessRecord['kind']): BusinessRecord => ({
  id: randomUUID(),
  tenantKey: `tk_${randomBytes(12).toString('hex')}`,
  kind,
});

/** New businesses, and new keys in place of those that are not given. */
export function createAccess(environment: 'sandbox' | 'production', keys: Partial<Keys> = {}): Access {
  const other = environment === 'sandbox' ? 'production' : 'sandbox';
  return {
    keys: {
      platformToken: keys.platformToken ?? token(`platform_${environment}`),
      orgToken: keys.orgToken ?? token(`org_${environment}`),
      otherEnvironmentToken: keys.otherEnvironmentToken ?? token(`platform_${other}`),
      jwtSecret: keys.jwtSecret ?? token('jwt'),
    },
    platform: business('primary'),
    org: business('independent'),
  };
}
