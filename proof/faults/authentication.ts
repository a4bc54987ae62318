import { type OperationId, operation as operationOf } from '../../openapi/description.ts';
import type { FaultOverrides } from '../../reference-server/fault.ts';
import {
  authenticationRules,
  type Caller,
  type Credentials,
} from '../../reference-server/resources/tokens/authentication.ts';
import type { BusinessRecord } from '../../reference-server/state/records/businesses.ts';
import { forbidden, notFound, Refusal, unauthorized } from '../../reference-server/state/refusal.ts';
import { faultsOf } from './fault.ts';
import { acceptsAnyBody, refusedAt, refusing } from './request-tools.ts';
import { asNull, inAnswers, onStatus, replacing } from './tools.ts';

const { confine, identify, permit, selectBusiness } = authenticationRules;

/** Lets whoever is not known act for the platform in one operation. */
const letIn = (id: OperationId, admits: (credentials: Credentials) => boolean): FaultOverrides =>
  replacing('authentication', {
    identify: (credentials, access, operation): Caller =>
      operation === id && admits(credentials)
        ? { type: 'platform', business: access.platform }
        : identify(credentials, access, operation),
  });

/** Opens an operation to user tokens as if they were tokens of the business. */
const open = (id: OperationId) =>
  replacing('authentication', {
    confine: (caller, operation, path, query) =>
      operation === id ? query : confine(caller, operation, path, query),
  });

/** Refuses an operation to user tokens that are entitled to it. */
const close = (refuses: (operation: OperationId) => boolean) =>
  replacing('authentication', {
    confine(caller, operation, path, query) {
      const confined = confine(caller, operation, path, query);
      if (caller.type === 'user' && refuses(operation)) throw forbidden('User tokens are not enabled');
      return confined;
    },
  });

/** Lets user tokens expire at another time. */
const expiring = (expiresAt: (token: { id: string; expiresAt: number }, now: number) => number) =>
  replacing('authentication', {
    identify(credentials, access, operation): Caller {
      const { token, now } = credentials;
      if (token?.type !== 'user') return identify(credentials, access, operation);
      const moved: Credentials = { ...credentials, token: { ...token, expiresAt: expiresAt(token, now) } };
      return identify(moved, access, operation);
    },
  });

/** Lets one operation act for another business than the rules select. */
const selecting =
  (
    id: OperationId,
    select: (caller: Caller, named: BusinessRecord | undefined) => BusinessRecord | undefined,
  ) =>
  (): FaultOverrides => {
    const concerned = new WeakSet<Caller>();
    return replacing('authentication', {
      identify(credentials, access, operation) {
        const caller = { ...identify(credentials, access, operation) };
        if (operation === id) concerned.add(caller);
        return caller;
      },
      selectBusiness(caller, tenantKey, named) {
        const selected = tenantKey !== undefined && concerned.has(caller) ? select(caller, named) : undefined;
        return selected ?? selectBusiness(caller, tenantKey, named);
      },
    });
  };

const hour = 3600;

/** Every use begins the hour anew. */
function slidingExpiry(): FaultOverrides {
  const extended = new Map<string, number>();
  return expiring(({ id, expiresAt }, now) => {
    const until = extended.get(id) ?? expiresAt;
    if (now < until) extended.set(id, now + hour);
    return until;
  });
}

export const authenticationFaults = faultsOf('authentication', {
  'no-token-needed-to-list-persons': {
    title: 'Anyone can list the persons of the platform without a token.',
    breaks: ['AUTH-001'],
    overrides: letIn('listPersons', ({ authorization }) => authorization === undefined),
  },
  'no-token-answers-403': {
    title: 'A client that forgot its token gets the error for missing permissions.',
    breaks: ['AUTH-001'],
    overrides: replacing('authentication', {
      identify(credentials, access, operation) {
        if (credentials.authorization === undefined) throw forbidden('There is no token');
        return identify(credentials, access, operation);
      },
    }),
  },
  'any-token-accepted': {
    title: 'Any token gives access to the platform.',
    breaks: ['AUTH-002', 'AUTH-003'],
    overrides: replacing('authentication', {
      identify(credentials, access, operation) {
        const { authorization, token } = credentials;
        return token !== undefined || authorization === undefined
          ? identify(credentials, access, operation)
          : { type: 'platform', business: access.platform };
      },
    }),
  },
  'invalid-token-answers-400': {
    title: 'A client with an expired key cannot tell that its key is the problem.',
    breaks: ['AUTH-002', 'AUTH-003'],
    overrides: replacing('authentication', {
      identify(credentials, access, operation) {
        try {
          return identify(credentials, access, operation);
        } catch (error) {
          throw credentials.authorization === undefined
            ? error
            : new Refusal(400, 'invalid_key', 'The API key is not valid');
        }
      },
    }),
  },
  'other-environment-key-accepted': {
    title: 'A test run with a sandbox key moves real money.',
    breaks: ['AUTH-003'],
    overrides: replacing('authentication', {
      identify: (credentials, access, operation) =>
        credentials.authorization?.endsWith(access.keys.otherEnvironmentToken)
          ? { type: 'platform', business: access.platform }
          : identify(credentials, access, operation),
    }),
  },
  'unknown-tenant-key-means-default-business': {
    title: 'A request with a mistyped tenant key silently applies to the default business.',
    breaks: ['AUTH-004'],
    overrides: replacing('authentication', {
      selectBusiness: (caller, tenantKey, named) =>
        named === undefined ? caller.business : selectBusiness(caller, tenantKey, named),
    }),
  },
  'unknown-tenant-key-lists-payouts': {
    title:
      'A request with a mistyped tenant key lists the payouts of the default business; every other list rejects it.',
    breaks: ['AUTH-004'],
    overrides: selecting('listPayouts', (caller, named) =>
      named === undefined ? caller.business : undefined,
    ),
  },
  'unknown-tenant-key-reads-a-person': {
    title:
      'A request with a mistyped tenant key reads single persons of the default business; the list rejects it.',
    breaks: ['AUTH-004'],
    overrides: selecting('readPerson', (caller, named) =>
      named === undefined ? caller.business : undefined,
    ),
  },
  'unknown-tenant-key-creates-payrolls': {
    title: 'A payroll created with a mistyped tenant key appears in the default business.',
    breaks: ['AUTH-004'],
    overrides: selecting('createPayroll', (caller, named) =>
      named === undefined ? caller.business : undefined,
    ),
  },
  'tenant-key-of-another-platform-accepted': {
    title: 'A platform can act for a business of another platform once it knows its tenant key.',
    breaks: ['AUTH-004'],
    overrides: replacing('authentication', {
      selectBusiness: (caller, tenantKey, named) =>
        caller.type === 'platform' && named !== undefined ? named : selectBusiness(caller, tenantKey, named),
    }),
  },
  'unknown-tenant-key-answers-404': {
    title: 'A client that expects 403 for a foreign tenant key gets another status.',
    breaks: ['AUTH-004'],
    overrides: replacing('authentication', {
      selectBusiness(caller, tenantKey, named) {
        if (tenantKey !== undefined && named === undefined) throw notFound();
        return selectBusiness(caller, tenantKey, named);
      },
    }),
  },
  'org-token-creates-businesses': {
    title: 'The token of one business can create others.',
    breaks: ['AUTH-005', 'PLATFORM-008'],
    overrides: replacing('authentication', { permit: () => {} }),
  },
  'insufficient-permissions-answer-401': {
    title: 'A client with a valid org token is told to log in again.',
    breaks: ['AUTH-005'],
    overrides: onStatus(403, (answer) => ({ ...answer, status: 401 }), ['createBusiness']),
  },
  'tenant-key-ignored': {
    title: 'A platform reads and changes its default business although it names another one.',
    breaks: ['AUTH-006', 'SANDBOX-003'],
    overrides: replacing('authentication', {
      selectBusiness: (caller, tenantKey, named) => {
        selectBusiness(caller, tenantKey, named);
        return caller.business;
      },
    }),
  },
  'tenant-key-ignored-when-listing-persons': {
    title: 'The list of persons always shows the default business; everything else shows the requested one.',
    breaks: ['AUTH-006'],
    overrides: {
      request: async (request) =>
        request.operation === 'listPersons' ? { ...request, business: request.caller.business } : request,
    },
  },
  'business-without-payrolls-lists-those-of-another': {
    title: 'A business without payrolls is shown the payrolls of the business that was created before it.',
    breaks: ['AUTH-006'],
    subtle: ['second-business'],
    overrides: {
      async request(request, { store }) {
        if (request.operation !== 'listPayrolls') return request;
        return store.transaction(async (transaction) => {
          const { id: businessId } = request.business;
          const [payroll] = await transaction.list('payrolls', { businessId });
          const created = await transaction.list('businesses', { kind: 'created' });
          const business = created[created.findIndex(({ id }) => id === businessId) - 1];
          return payroll === undefined && business !== undefined ? { ...request, business } : request;
        });
      },
    },
  },
  'tenant-key-required-for-payrolls': {
    title: 'A platform cannot list the payrolls of its default business without sending its tenant key.',
    breaks: ['AUTH-007'],
    overrides: refusing(
      forbidden('X-MultiTenantKey is missing'),
      'listPayrolls',
      ({ caller, tenantKey }) => caller.type === 'platform' && tenantKey === undefined,
    ),
  },
  'no-tenant-key-means-newest-business': {
    title:
      'A platform that sends no tenant key gets the persons of the newest business instead of the default one.',
    breaks: ['AUTH-007'],
    subtle: ['second-business'],
    overrides: {
      async request(request, { store }) {
        const { operation, caller, tenantKey } = request;
        if (operation !== 'listPersons' || caller.type !== 'platform' || tenantKey !== undefined)
          return request;
        const created = await store.transaction((transaction) =>
          transaction.list('businesses', { kind: 'created' }),
        );
        return { ...request, business: created.at(-1) ?? request.business };
      },
    },
  },
  'created-businesses-only-read': {
    title: 'A platform can read the businesses that it created, but cannot change anything in them.',
    breaks: ['AUTH-011', 'PLATFORM-005', 'ERR-007'],
    overrides: {
      async request(request) {
        const { operation, caller, business } = request;
        if (
          caller.type === 'platform' &&
          business.kind === 'created' &&
          operationOf(operation).method !== 'get'
        )
          throw forbidden('This business manages itself');
        return request;
      },
    },
  },
  'org-token-acts-on-the-platform': {
    title: 'The token of one business reads and changes the default business of the platform.',
    breaks: ['AUTH-008'],
    overrides: replacing('authentication', {
      identify(credentials, access, operation) {
        const caller = identify(credentials, access, operation);
        return caller.type === 'org' ? { ...caller, business: access.platform } : caller;
      },
    }),
  },
  'org-token-reads-any-payroll': {
    title: 'A business can read the payroll of another one if it knows the id.',
    breaks: ['AUTH-008'],
    overrides: {
      async request(request, { store }) {
        const { payrollId } = request.path;
        if (request.operation !== 'readPayroll' || typeof payrollId !== 'string') return request;
        const owner = await store.transaction(async (transaction) => {
          const payroll = await transaction.get('payrolls', payrollId);
          return payroll && (await transaction.get('businesses', payroll.businessId));
        });
        return { ...request, business: owner ?? request.business };
      },
    },
  },
  'org-token-creates-beneficiaries-for-any-tenant-key': {
    title: 'The token of one business adds payout accounts to another business by sending its tenant key.',
    breaks: ['AUTH-008'],
    overrides: selecting('createBeneficiary', ({ type }, named) => (type === 'org' ? named : undefined)),
  },
  'org-token-may-not-list-payrolls': {
    title: 'The token of a business cannot see the payrolls of its own business.',
    breaks: ['AUTH-010'],
    overrides: replacing('authentication', {
      permit(caller, operation) {
        permit(caller, operation);
        if (caller.type === 'org' && operation === 'listPayrolls')
          throw forbidden('This needs a platform token');
      },
    }),
  },
  'user-token-reads-kyc-of-others': {
    title: 'A user who knows the id of a colleague can read the status of their verification.',
    breaks: ['AUTH-015'],
    overrides: open('readKyc'),
  },
  'user-token-lists-all-users': {
    title: 'A frontend of one user lists every user of the business.',
    breaks: ['AUTH-015'],
    overrides: open('listUsers'),
  },
  'user-token-lists-payrolls': {
    title: 'A worker sees what all others are paid.',
    breaks: ['AUTH-015'],
    overrides: open('listPayrolls'),
  },
  'user-token-creates-contracts-of-others': {
    title: 'A worker can create contracts for colleagues.',
    breaks: ['AUTH-015'],
    overrides: open('createContract'),
  },
  'user-token-refused-for-its-user': {
    title: 'A frontend with the token of a user gets an error for every request.',
    breaks: ['AUTH-016'],
    overrides: close(() => true),
  },
  'user-token-cannot-read-own-kyc': {
    title: 'A user cannot read the status of their own verification.',
    breaks: ['AUTH-016'],
    overrides: close((operation) => operation === 'readKyc'),
  },
  'user-token-creates-businesses': {
    title: 'Any user of the platform can create businesses under it.',
    breaks: ['AUTH-017', 'PLATFORM-008', 'AUTH-015'],
    overrides: replacing('authentication', {
      permit: (caller, operation) => {
        if (caller.type !== 'user') permit(caller, operation);
      },
      confine: (caller, operation, path, query) =>
        operation === 'createBusiness' ? query : confine(caller, operation, path, query),
    }),
  },
  'redirect-token-under-another-name': {
    title: 'A client that reads redirectToken has nowhere to send its user.',
    breaks: ['TOKEN-001'],
    overrides: inAnswers('exchangeJwt', '', () => ({ token: 'rt_somewhere_else' })),
  },
  'redirect-token-null': {
    title: 'The exchange accepts a JWT and returns null as the redirect token.',
    breaks: ['TOKEN-001'],
    overrides: inAnswers('exchangeJwt', 'redirectToken', asNull),
  },
  'exchange-accepts-any-body': {
    title: 'A login with an invalid body succeeds.',
    breaks: ['TOKEN-002', 'ERR-002', 'TOKEN-001'],
    overrides: acceptsAnyBody('exchangeJwt'),
  },
  'exchange-of-broken-body-answers-401': {
    title: 'A backend that sends an invalid body gets an error that says its API key is invalid.',
    breaks: ['TOKEN-002', 'ERR-002'],
    overrides: refusedAt(400, unauthorized('The JWT is not valid'), 'exchangeJwt'),
  },
  'user-token-lives-two-hours': {
    title: 'A token that was stolen from a browser works for twice as long as documented.',
    breaks: ['TOKEN-005'],
    overrides: expiring(({ expiresAt }) => expiresAt + hour),
  },
  'user-token-renewed-by-use': {
    title: 'A token never expires as long as it is used regularly.',
    breaks: ['TOKEN-005'],
    subtle: ['second-time'],
    overrides: slidingExpiry,
  },
  'expired-user-token-answers-403': {
    title: 'A frontend that logs in again after a 401 never does so, because an expired token gets 403.',
    breaks: ['TOKEN-005'],
    overrides: replacing('authentication', {
      identify(credentials, access, operation) {
        const { token, now } = credentials;
        if (token?.type === 'user' && now >= token.expiresAt) throw forbidden('The user token has expired');
        return identify(credentials, access, operation);
      },
    }),
  },
  'platform-token-lives-a-year': {
    title: 'On the first of January every integration of last year stops.',
    breaks: ['AUTH-012'],
    overrides: {
      async request(request) {
        const { caller, business } = request;
        const nextYear = Date.now() / 1_000 + 365 * 24 * hour;
        if (caller.type === 'platform' && (business.stoppedAt ?? 0) > nextYear)
          throw unauthorized('The API key has expired');
        return request;
      },
    },
  },
  'user-token-lives-58-minutes': {
    title: 'A session ends after 58 minutes, while the user is still filling in a form.',
    breaks: ['LIMIT-001', 'AUTH-016'],
    within: 'user token of 1 hour',
    overrides: expiring(({ expiresAt }) => expiresAt - 120),
  },
  'new-token-ends-the-session-of-another': {
    title: 'A user who signs in on a second device is signed out on the first.',
    breaks: ['LIMIT-001'],
    overrides: replacing('tokens', { hasExpired: (token) => 'expiresAt' in token }),
  },
  'no-token-needed-to-create-a-contract': {
    title: 'Anyone can create contracts in the name of the platform without a token.',
    breaks: ['AUTH-001'],
    overrides: letIn('createContract', ({ authorization }) => authorization === undefined),
  },
  'any-password-lists-payouts': {
    title: 'A request with a user name and any password gets the list of payouts.',
    breaks: ['AUTH-002'],
    overrides: letIn('listPayouts', ({ authorization }) => authorization?.startsWith('Basic ') ?? false),
  },
  'user-token-lives-62-minutes': {
    title: 'A session on an unattended computer still works after an hour.',
    breaks: ['TOKEN-005'],
    beyond: 'user token of 1 hour',
    overrides: expiring(({ expiresAt }) => expiresAt + 120),
  },
});
