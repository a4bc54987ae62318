import { BlockList, isIP } from 'node:net';
import type { OperationId } from '../../../openapi/description.ts';
import type { BusinessRecord, TokenRecord } from '../../state/records/businesses.ts';
import type { UserRecord } from '../../state/records/people.ts';
import { forbidden, unauthorized } from '../../state/refusal.ts';
import { type Access, isSameSecret } from './keys.ts';

interface CallerOfBusiness {
  readonly type: 'platform' | 'org';
  /** The platform's default business, or the one business of the org token. */
  readonly business: BusinessRecord;
}

interface CallerOfUser {
  readonly type: 'user';
  readonly business: BusinessRecord;
  readonly user: UserRecord;
}

export type Caller = CallerOfBusiness | CallerOfUser;

/** The caller's credentials in a request, and the server's records of them. */
export interface Credentials {
  /** The Authorization header. */
  readonly authorization: string | undefined;
  /** IP address that the request comes from. */
  readonly address: string;
  /** The token in the header, if the server has issued it. */
  readonly token?: TokenRecord;
  /** The business of the token. */
  readonly business?: BusinessRecord;
  /** The user of a token of a user, while there is one. */
  readonly user?: UserRecord;
  /** Unix seconds on the clock of the business. */
  readonly now: number;
}

type Values = Readonly<Record<string, unknown>>;

/** Operations that only a platform token may call. */
const platformOnly: readonly OperationId[] = ['createBusiness'];

/** The token in an Authorization header. */
export const tokenIn = (authorization: string | undefined) =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

// The operations that a user token may call. The document says "access only to that user's resources" and does not show
// which operations these are; this table is our choice.

/**
 * - `user`: about the user in the path, which must be the token's own.
 * - `person`: about the person in the path, which must be the one of the token's user.
 * - `list-of-person`: a list that is always filtered to the person of the token's user.
 * - `anything`: about no particular user or person.
 * - `nothing`: not for users.
 */
export type UserTokenScope = 'user' | 'person' | 'list-of-person' | 'anything' | 'nothing';

const scopes: { readonly [Id in OperationId]?: UserTokenScope } = {
  readKyc: 'user',
  submitKyc: 'user',
  resubmitKyc: 'user',
  renewKyc: 'user',
  updateUser: 'user',
  readPerson: 'person',
  listUsers: 'list-of-person',
  listContracts: 'list-of-person',
  uploadFile: 'anything',
  listSupportedLocations: 'anything',
  listRequiredTaxFields: 'anything',
};

/** The scope of an operation. A user token cannot call an operation that is not in the table. */
const scopeOf = (operation: OperationId): UserTokenScope => scopes[operation] ?? 'nothing';

/** Section "Authentication" as pure functions. */
export const authenticationRules = {
  /** @throws Refusal 401 when the header has no token of this environment that is valid now. */
  identify(credentials: Credentials, { keys }: Access, _operation: OperationId): Caller {
    const { authorization, token, business, user, now } = credentials;
    const presented = tokenIn(authorization);
    if (presented === undefined) throw unauthorized('The Authorization header must be: Bearer <API_KEY>');
    // Most tokens are known, and comparing takes as long as looking one up.
    if (token === undefined && isSameSecret(presented, keys.otherEnvironmentToken))
      throw unauthorized('The API key belongs to the other environment');
    const invalid = () => unauthorized('The API key is not valid');
    if (token === undefined || business === undefined) throw invalid();
    switch (token.type) {
      case 'platform':
      case 'org':
        return { type: token.type, business };
      case 'user':
        if (user === undefined) throw invalid();
        if (now >= token.expiresAt) throw unauthorized('The user token has expired');
        return { type: 'user', business, user };
      case 'redirect':
        throw invalid();
      default:
        return token satisfies never;
    }
  },

  /** @throws Refusal 403 when the token is bound to other addresses. */
  admit({ token, address }: Credentials): void {
    if (token?.type !== 'org' || token.addresses.length === 0) return;
    // Treats ::ffff:127.0.0.1 as 127.0.0.1.
    const bound = new BlockList();
    for (const one of token.addresses) bound.addAddress(one, familyOf(one));
    if (isIP(address) === 0 || !bound.check(address, familyOf(address)))
      throw forbidden('The API key is bound to other IP addresses');
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

  /**
   * Keeps a user token to the resources of its user.
   *
   * @returns the query with which the operation shows nothing else.
   * @throws Refusal 403 when the request is about anything else, whether that exists or not.
   */
  confine(caller: Caller, operation: OperationId, path: Values, query: Values): Values {
    if (caller.type !== 'user') return query;
    const { id: userId, user } = caller.user;
    const refusal = forbidden('A user token opens the resources of its user only');
    switch (scopeOf(operation)) {
      case 'user':
        if (path.userId !== userId) throw refusal;
        return query;
      case 'person':
        if (user.personId === undefined || path.personId !== user.personId) throw refusal;
        return query;
      case 'list-of-person': {
        const { personId } = user;
        if (personId === undefined || (query.personId ?? personId) !== personId) throw refusal;
        return { ...query, personId };
      }
      case 'anything':
        return query;
      case 'nothing':
        throw refusal;
    }
  },
};
