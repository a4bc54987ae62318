/**
 * Credentials that must not reach an operation, or not the resources of somebody else, and how a run tests each of them;
 * A page of the site shows it for every operation. Section "Authentication" of the interface document.
 */
import type { RequirementId } from '../../openapi/catalogue.ts';
import type { Operation, OperationId } from '../../openapi/description.ts';

/** The place where a request names a resource that has an owner. */
export type Naming = 'path' | 'body' | 'list' | 'nowhere';

const namedInBody: readonly OperationId[] = [
  'inviteUser',
  'createContract',
  'createReimbursement',
  'submitContractorInvoice',
  'calculateTax',
  'createPayout',
  'createVirtualAccount',
];

export function namingOf({ id, method, path }: Operation): Naming {
  if (path.includes('{')) return 'path';
  if (method === 'get') return 'list';
  return namedInBody.includes(id) ? 'body' : 'nowhere';
}

/**
 * The test of an operation with a credential. `refusal`: the operation must be rejected. `silence`: the response must
 * show nothing of somebody else, and must change nothing of theirs.
 */
export type CredentialPair =
  | { readonly status: 'tried'; readonly check: string; readonly demand: 'refusal' | 'silence' }
  | { readonly status: 'not-tried'; readonly reason: string };

export interface Credential {
  /** Ends a sentence that begins with the operation, and the title of each step that tests it. */
  readonly label: string;
  /** Violated if the credential reaches a resource that it must not reach. */
  readonly requirement: RequirementId;
  readonly pairWith: (operation: Operation) => CredentialPair;
}

const refusedIn = (check: string): CredentialPair => ({ status: 'tried', check, demand: 'refusal' });
const silentIn = (check: string): CredentialPair => ({ status: 'tried', check, demand: 'silence' });
const because = (reason: string): CredentialPair => ({ status: 'not-tried', reason });

const aboutItsOwn = because(
  'The request names nothing of another business, and this key is for one of its own.',
);
const platformMayCreate = because('A platform token may create businesses.');
const ofNoBusiness = because(
  'The document does not show that the operation is about one business, and only such calls carry a tenant key.',
);
const selectedByPath = because('The path names the business, which the token of its platform may reach.');
const openToUsers = because(
  'The document does not show what is open to a user token, and this belongs to no user (interpretation 120).',
);
const mayBeOfUser = because(
  'The document does not show what is open to a user token, and what is created may belong to its user.',
);
const decidedByType = because(
  'The type of the token decides: `tokens.create-no-business` tries it without more.',
);

/** Operations that the document does not call business-specific. */
const businessless: readonly OperationId[] = [
  'createBusiness',
  'exchangeJwt',
  'createUserToken',
  'uploadFile',
  'calculateTax',
  'listSupportedLocations',
  'listRequiredTaxFields',
];

/** Operations on resources that belong to a business but to none of its users. */
const ofNoUser: readonly OperationId[] = [
  'readBusiness',
  'listCustomFields',
  'readKyb',
  'listContractTemplates',
];

/** Documented lists of the resources of one business. */
export const documentedLists = [
  'listPersons',
  'listUsers',
  'listContracts',
  'listPayrolls',
  'listBeneficiaries',
  'listPayouts',
  'listDisbursements',
] as const satisfies readonly OperationId[];

const isDocumentedList = (id: OperationId) => documentedLists.some((list) => list === id);

/** A key that gives no access. */
const opensNothing = (check: string, requirement: RequirementId, label: string): Credential => ({
  label,
  requirement,
  pairWith: () => refusedIn(check),
});

/** A tenant key that does not belong to the platform. */
const isForeign = (label: string): Credential => ({
  label,
  requirement: 'AUTH-004',
  pairWith({ id }) {
    if (businessless.includes(id)) return ofNoBusiness;
    return refusedIn(
      isDocumentedList(id) ? 'authentication.foreign-tenant-key' : 'access.foreign-tenant-key',
    );
  },
});

/** A valid key, tested on the resources of somebody else; `otherwise` has the operations that are tested in another way. */
const opensItsOwn = (
  check: string,
  requirement: RequirementId,
  label: string,
  otherwise: (operation: Operation) => CredentialPair | undefined,
): Credential => ({
  label,
  requirement,
  pairWith: (operation) =>
    otherwise(operation) ?? (namingOf(operation) === 'path' ? refusedIn(check) : silentIn(check)),
});

const isAboutItsOwn = (operation: Operation) => namingOf(operation) === 'nowhere';

/** With the tenant key of the owner, even a request that names no resource may be carried out in the owner's business. */
const withKeyOfOwner = ({ id }: Operation): CredentialPair | undefined => {
  if (id === 'createBusiness') return decidedByType;
  return ['exchangeJwt', 'createUserToken', 'uploadFile'].includes(id) ? ofNoBusiness : undefined;
};

const withOrgToken = (operation: Operation): CredentialPair | undefined => {
  if (operation.id === 'createBusiness') return refusedIn('tokens.create-no-business');
  return isAboutItsOwn(operation) ? aboutItsOwn : undefined;
};

export const credentials = {
  noToken: opensNothing('authentication.no-token', 'AUTH-001', 'without a token'),
  emptyToken: opensNothing('authentication.empty-token', 'AUTH-001', 'with Bearer but no token'),
  unknownToken: opensNothing('authentication.invalid-token', 'AUTH-002', 'with an unknown token'),
  alteredToken: opensNothing(
    'authentication.invalid-token',
    'AUTH-002',
    'with a valid token and an extra character',
  ),
  otherScheme: opensNothing('authentication.invalid-token', 'AUTH-002', 'with the scheme Basic'),
  unknownTokenAndTenantKey: opensNothing(
    'authentication.tenant-keys',
    'AUTH-002',
    'with an unknown token and the tenant key of a business',
  ),
  otherEnvironment: opensNothing(
    'authentication.other-environment',
    'AUTH-003',
    'with a key of the other environment',
  ),
  expiredUserToken: opensNothing('tokens.expired', 'TOKEN-005', 'with a user token that is 61 minutes old'),
  revokedOrgToken: opensNothing('tokens.revoked', 'AUTH-002', 'with a revoked org token'),
  revokedUserToken: opensNothing('tokens.revoked', 'AUTH-002', 'with a revoked user token'),
  unknownTenantKey: isForeign('with a tenant key that does not exist'),
  foreignTenantKey: isForeign('with a tenant key of another platform'),
  otherTenantKey: opensItsOwn(
    'access.tenant-key',
    'AUTH-006',
    'with the tenant key of another business',
    (operation) => {
      if (operation.id === 'createBusiness') return platformMayCreate;
      return isAboutItsOwn(operation) ? aboutItsOwn : undefined;
    },
  ),
  noTenantKey: opensItsOwn('access.tenant-key', 'AUTH-007', 'without a tenant key', (operation) => {
    if (operation.id === 'createBusiness') return platformMayCreate;
    if (operation.path.includes('{businessId}')) return selectedByPath;
    return isAboutItsOwn(operation) ? aboutItsOwn : undefined;
  }),
  orgToken: opensItsOwn('access.org-token', 'AUTH-008', 'with an org token', withOrgToken),
  orgTokenAndTenantKey: opensItsOwn(
    'access.org-token',
    'AUTH-008',
    'with an org token and the tenant key of the owner',
    withKeyOfOwner,
  ),
  orgTokenOfPlatform: opensItsOwn(
    'access.org-token',
    'AUTH-008',
    'with the org token of another business of the platform',
    withOrgToken,
  ),
  userToken: opensItsOwn('access.user-token', 'AUTH-015', 'with a user token', (operation) => {
    const { id } = operation;
    if (id === 'createBusiness') return refusedIn('tokens.create-no-business');
    if (id === 'createBusinessDeposit') return refusedIn('access.user-token');
    if (ofNoUser.includes(id)) return openToUsers;
    return isAboutItsOwn(operation) ? mayBeOfUser : undefined;
  }),
  userTokenOfOther: opensItsOwn(
    'access.user-token',
    'AUTH-015',
    'with the token of a user of another business',
    (operation) => {
      if (operation.id === 'createBusiness') return decidedByType;
      return isAboutItsOwn(operation) ? mayBeOfUser : undefined;
    },
  ),
  userTokenOfOtherAndTenantKey: opensItsOwn(
    'access.user-token',
    'AUTH-015',
    'with the token of a user of another business and the tenant key of the owner',
    withKeyOfOwner,
  ),
} as const satisfies Record<string, Credential>;

export type CredentialName = keyof typeof credentials;

/** Whether a check tries an operation with a credential. */
export function tries(check: string, name: CredentialName, operation: Operation): boolean {
  const pair: CredentialPair = credentials[name].pairWith(operation);
  return pair.status === 'tried' && pair.check === check;
}

/** A key without its base64 padding, which may be optional: the alteration must change the key itself. */
export const withoutPadding = (key: string) => key.replace(/=+$/, '');
