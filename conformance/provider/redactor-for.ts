/** A redactor with every secret of a target. */
import { Redactor } from '../engine/redactor.ts';
import { withExpiringKeys } from '../http/expiring-keys.ts';
import type { Layer } from '../http/transport.ts';
import type { Target } from '../target/target.ts';

/** @param redactor one that knows others already. @defaultValue a new one */
export function redactorFor(
  { credentials, secrets = {} }: Pick<Target, 'credentials' | 'secrets'>,
  redactor: Redactor = new Redactor(),
): Redactor {
  redactor.add(credentials.platformToken, 'CONFORMANCE_PLATFORM_TOKEN');
  redactor.add(credentials.orgToken, 'CONFORMANCE_ORG_TOKEN');
  redactor.add(credentials.otherEnvironmentToken, 'CONFORMANCE_OTHER_ENVIRONMENT_TOKEN');
  redactor.add(credentials.foreignTenantKey, 'CONFORMANCE_FOREIGN_TENANT_KEY');
  redactor.add(credentials.jwtSecret, 'CONFORMANCE_JWT_SECRET');
  for (const [name, value] of Object.entries(secrets)) redactor.add(value, name);
  return redactor;
}

/** Keeps the keys of a target valid, and out of everything that is shown. */
export const keysOf = ({ expiringKeys = [] }: Target, redactor: Redactor): Layer =>
  withExpiringKeys(expiringKeys, (value, variable) => redactor.add(value, variable));
