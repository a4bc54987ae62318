import type { OperationId } from '../../openapi/description.ts';
import { forbidden, unauthorized } from '../refusal.ts';
import type { BusinessRecord } from '../resources/businesses/records.ts';

/** Tokens that the server knows. */
export interface Keys {
  readonly platformToken: string;
  readonly orgToken: string;
  /** Valid in the other environment only, so it opens nothing here. */
  readonly otherEnvironmentToken: string;
  /** Key with which external tokens of the custom authentication are signed (HS256). */
  readonly jwtSecret: string;
}

export interface Caller {
  readonly type: 'platform' | 'org';
  /** The platform's default business, or the one business of the org token. */
  readonly business: BusinessRecord;
}

export interface Access {
  readonly keys: Keys;
  readonly platform: BusinessRecord;
  readonly org: BusinessRecord;
}

/** Operations that only a platform token may call. */
const platformOnly: readonly OperationId[] = ['createBusiness'];

/** Section "Authentication" as pure functions. */
export const authenticationRules = {
  /** @throws Refusal 401 when the header carries no token of this environment. */
  identify(authorization: string | undefined, access: Access, _operation: OperationId): Caller {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) throw unauthorized('The Authorization header must be: Bearer <API_KEY>');
    if (token === access.keys.platformToken) return { type: 'platform', business: access.platform };
    if (token === access.keys.orgToken) return { type: 'org', business: access.org };
    if (token === access.keys.otherEnvironmentToken)
      throw unauthorized('The API key belongs to the other environment');
    throw unauthorized('The API key is not valid');
  },

  /** @throws Refusal 403 when the type of the token does not permit the operation. */
  permit(caller: Caller, operation: OperationId): void {
    if (caller.type !== 'platform' && platformOnly.includes(operation))
      throw forbidden('This operation needs a platform token');
  },

  /**
   * The business that a request is about.
   *
   * @param tenantKey the X-MultiTenantKey header.
   * @param named the business with that key, if there is one.
   * @throws Refusal 403 when the key does not name a business within the token's reach.
   */
  selectBusiness(
    caller: Caller,
    tenantKey: string | undefined,
    named: BusinessRecord | undefined,
  ): BusinessRecord {
    if (tenantKey === undefined) return caller.business;
    const reachable =
      named !== undefined &&
      (caller.type === 'platform' ? named.kind !== 'independent' : named.id === caller.business.id);
    if (!reachable) throw forbidden('The tenant key does not belong to this token');
    return named;
  },
};
