/** Finds the key that a route of a target's description requires. */
import type { OperationBinding } from '../../conformance/adapter/adapter.ts';

/** The security schemes in a description. */
export interface Keys {
  /** Names of the security schemes of documented operations; none where it does not speak of keys. */
  readonly usual: readonly string[];
}

/**
 * A variable for the key of a security scheme: `ControlKey` is CONFORMANCE_CONTROL_KEY. All names begin like this, so
 * that no description can ask for another secret of the machine.
 */
export function variableFor(scheme: string): string {
  const name = scheme
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase();
  return name.startsWith('CONFORMANCE_') ? name : `CONFORMANCE_${name}`;
}

/** The security scheme of a route that takes another key than that of the caller. */
export const ownScheme = (security: readonly string[], { usual }: Keys): string | undefined =>
  usual.length === 0 || security.some((scheme) => usual.includes(scheme)) ? undefined : security[0];

/** The key that a route takes, where it is not that of the caller. */
export function keyFor(security: readonly string[], keys: Keys): Pick<OperationBinding, 'key'> {
  const scheme = ownScheme(security, keys);
  if (scheme !== undefined) return { key: { env: variableFor(scheme) } };
  return keys.usual.length > 0 && security.length === 0 ? { key: 'none' } : {};
}
