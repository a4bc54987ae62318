/**
 * What a user token may call. The document says "access only to that user's resources" and does not show which
 * operations these are; this table is our choice.
 */
import type { OperationId } from '../../../openapi/description.ts';

/**
 * - `user`: about the user in the path, which must be the token's own.
 * - `person`: about the person in the path, which must be the one of the token's user.
 * - `list-of-person`: a list that is always filtered to the person of the token's user.
 * - `anything`: about nobody in particular.
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

/** What an operation that is not in the table opens to a user token: nothing. */
export const scopeOf = (operation: OperationId): UserTokenScope => scopes[operation] ?? 'nothing';
