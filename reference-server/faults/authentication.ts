import { operation as operationOf } from '../../openapi/description.ts';
import { authenticationRules } from '../resources/tokens/authentication.ts';
import { forbidden, notFound, Refusal } from '../state/refusal.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { onStatus } from './tools.ts';

const authentication = (rules: Partial<typeof authenticationRules>): FaultOverrides => ({
  rules: { authentication: rules },
});
const { identify, selectBusiness } = authenticationRules;

export const authenticationFaults: readonly Fault[] = [
  {
    id: 'no-token-needed-to-list-persons',
    title: 'Anyone can list the persons of the platform without a token.',
    area: 'authentication',
    breaks: ['AUTH-001'],
    overrides: authentication({
      identify: (credentials, access, operation) =>
        credentials.authorization === undefined && operation === 'listPersons'
          ? { type: 'platform', business: access.platform }
          : identify(credentials, access, operation),
    }),
  },
  {
    id: 'no-token-answers-403',
    title: 'A client that forgot its token is told that it lacks permissions.',
    area: 'authentication',
    breaks: ['AUTH-001'],
    overrides: authentication({
      identify(credentials, access, operation) {
        if (credentials.authorization === undefined) throw forbidden('There is no token');
        return identify(credentials, access, operation);
      },
    }),
  },
  {
    id: 'any-token-accepted',
    title: 'Every token opens the platform, whatever it is.',
    area: 'authentication',
    breaks: ['AUTH-002', 'AUTH-003'],
    overrides: authentication({
      identify(credentials, access, operation) {
        const { authorization, token } = credentials;
        return token !== undefined || authorization === undefined
          ? identify(credentials, access, operation)
          : { type: 'platform', business: access.platform };
      },
    }),
  },
  {
    id: 'invalid-token-answers-400',
    title: 'A client with an expired key cannot tell that its key is the problem.',
    area: 'authentication',
    breaks: ['AUTH-002', 'AUTH-003'],
    overrides: authentication({
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
  {
    id: 'other-environment-key-accepted',
    title: 'A test run with a sandbox key moves real money.',
    area: 'authentication',
    breaks: ['AUTH-003'],
    overrides: authentication({
      identify: (credentials, access, operation) =>
        credentials.authorization?.endsWith(access.keys.otherEnvironmentToken)
          ? { type: 'platform', business: access.platform }
          : identify(credentials, access, operation),
    }),
  },
  {
    id: 'unknown-tenant-key-means-default-business',
    title: 'A mistyped tenant key silently acts on the default business.',
    area: 'authentication',
    breaks: ['AUTH-004'],
    overrides: authentication({
      selectBusiness: (caller, tenantKey, named) =>
        named === undefined ? caller.business : selectBusiness(caller, tenantKey, named),
    }),
  },
  {
    id: 'unknown-tenant-key-answers-404',
    title: 'A client that handles 403 for a foreign tenant key never sees it.',
    area: 'authentication',
    breaks: ['AUTH-004'],
    overrides: authentication({
      selectBusiness(caller, tenantKey, named) {
        if (tenantKey !== undefined && named === undefined) throw notFound();
        return selectBusiness(caller, tenantKey, named);
      },
    }),
  },
  {
    id: 'org-token-creates-businesses',
    title: 'The token of one business can create others.',
    area: 'authentication',
    breaks: ['AUTH-005', 'PLATFORM-008'],
    overrides: authentication({ permit: () => {} }),
  },
  {
    id: 'insufficient-permissions-answer-401',
    title: 'A client with a valid org token is told to log in again.',
    area: 'authentication',
    breaks: ['AUTH-005'],
    overrides: onStatus(403, (answer) => ({ ...answer, status: 401 }), ['createBusiness']),
  },
  {
    id: 'tenant-key-ignored',
    title: 'The platform reads and changes its default business when it means another.',
    area: 'authentication',
    breaks: ['AUTH-006', 'SANDBOX-003'],
    overrides: authentication({
      selectBusiness: (caller, tenantKey, named) => {
        selectBusiness(caller, tenantKey, named);
        return caller.business;
      },
    }),
  },
  {
    id: 'tenant-key-ignored-when-listing-persons',
    title: 'Only the list of persons shows the default business, whichever business is asked for.',
    area: 'authentication',
    breaks: ['AUTH-006'],
    overrides: {
      request: async (request) =>
        request.operation === 'listPersons' ? { ...request, business: request.caller.business } : request,
    },
  },
  {
    id: 'tenant-key-required-for-payrolls',
    title: 'A platform cannot list the payrolls of its default business without sending its tenant key.',
    area: 'authentication',
    breaks: ['AUTH-007'],
    overrides: {
      async request(request) {
        const { operation, caller, tenantKey } = request;
        if (operation === 'listPayrolls' && caller.type === 'platform' && tenantKey === undefined)
          throw forbidden('X-MultiTenantKey is missing');
        return request;
      },
    },
  },
  {
    id: 'no-tenant-key-means-newest-business',
    title: 'A platform that means its default business sees the persons of the one that it created last.',
    area: 'authentication',
    breaks: ['AUTH-007'],
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
  {
    id: 'created-businesses-only-read',
    title: 'A platform sees the businesses that it has created and changes nothing for them.',
    area: 'authentication',
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
  {
    id: 'org-token-acts-on-the-platform',
    title: 'The token of one business reads and changes the default business of the platform.',
    area: 'authentication',
    breaks: ['AUTH-008'],
    overrides: authentication({
      identify(credentials, access, operation) {
        const caller = identify(credentials, access, operation);
        return caller.type === 'org' ? { ...caller, business: access.platform } : caller;
      },
    }),
  },
  {
    id: 'org-token-reads-any-payroll',
    title: 'Whoever knows the id of a payroll can read it with the token of another business.',
    area: 'authentication',
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
  {
    id: 'org-token-may-not-list-payrolls',
    title: 'The token of a business cannot see the payrolls of its own business.',
    area: 'authentication',
    breaks: ['AUTH-010'],
    overrides: authentication({
      permit(caller, operation) {
        authenticationRules.permit(caller, operation);
        if (caller.type === 'org' && operation === 'listPayrolls')
          throw forbidden('This needs a platform token');
      },
    }),
  },
];
