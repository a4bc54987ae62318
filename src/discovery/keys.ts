/** Finds the key that a route of a target's description requires. */
import type { OperationBinding } from '../../conformance/adapter/adapter.ts';

/** The security schemes in a description. */
export interface Keys {
  /** Names of the security schemes of documented operations; none where it does not speak of keys. */
  readonly usual: readonly string[];
}

/** A variable for the key of a security scheme: `ControlKey` is CONTROL_KEY. */
export function variableFor(scheme: string): string {
  const name = scheme
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `KEY_${name}`;
}

/** The key that a route takes, where it is not that of the caller. */
export function keyFor(security: readonly string[], { usual }: Keys): Pick<OperationBinding, 'key'> {
  if (usual.length === 0) return {};
  const [first] = security;
  if (first === undefined) return { key: 'none' };
  return security.some((scheme) => usual.includes(scheme)) ? {} : { key: { env: variableFor(first) } };
}
