import type { Request } from 'express';
import type { Operation } from '../../openapi/description.ts';
import { type Caller, type Credentials, tokenIn } from '../resources/tokens/authentication.ts';
import { tokenIdOf } from '../resources/tokens/keys.ts';
import type { Service } from '../service/service.ts';
import type { BusinessRecord } from '../state/records/businesses.ts';
import { lookup, type Transaction } from '../store/store.ts';

/** The caller, and the business of the call. */
export interface Identity {
  readonly caller: Caller;
  readonly business: BusinessRecord;
  /** The X-MultiTenantKey header. */
  readonly tenantKey: string | undefined;
}

/** The stored token of a secret, with its business and user. */
async function recall(
  transaction: Transaction,
  secret: string | undefined,
): Promise<Pick<Credentials, 'token' | 'business' | 'user'>> {
  const token = secret === undefined ? undefined : await transaction.get('tokens', tokenIdOf(secret));
  if (token === undefined) return {};
  const business = await transaction.get('businesses', token.businessId);
  const user = 'userId' in token ? await transaction.get('users', token.userId) : undefined;
  return { token, ...(business && { business }), ...(user && { user }) };
}

/** Decides which caller and which business a request is from. @throws Refusal 401 or 403. */
export async function authenticate(
  { id }: Operation,
  { rules: { authentication }, access, store, clock }: Service,
  request: Request,
): Promise<Identity> {
  const authorization = request.get('authorization');
  const tenantKey = request.get('x-multitenantkey');
  const [known, named] = await store.transaction(
    (transaction) =>
      Promise.all([
        recall(transaction, tokenIn(authorization)),
        tenantKey === undefined ? [] : transaction.list('businesses', { tenantKey }),
      ]),
    lookup,
  );
  const credentials: Credentials = {
    authorization,
    address: request.socket.remoteAddress ?? '',
    now: clock.now(known.business ?? {}),
    ...known,
  };
  const caller = authentication.identify(credentials, access, id);
  authentication.admit(credentials);
  const business = authentication.selectBusiness(caller, tenantKey, named[0]);
  authentication.permit(caller, id);
  return { caller, business, tenantKey };
}
