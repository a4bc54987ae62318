import type { OperationId } from '../../openapi/description.ts';
import { authenticationRules, type Caller, type Credentials } from '../http/authentication-rules.ts';
import { forbidden } from '../refusal.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { acceptsAnyBody, inAnswers, onStatus } from './tools.ts';

const { confine, identify, permit } = authenticationRules;
const authentication = (rules: Partial<typeof authenticationRules>): FaultOverrides => ({
  rules: { authentication: rules },
});

/** Opens an operation to user tokens as if they were tokens of the business. */
const open = (id: OperationId) =>
  authentication({
    confine: (caller, operation, path, query) =>
      operation === id ? query : confine(caller, operation, path, query),
  });

/** Refuses an operation to user tokens that are entitled to it. */
const close = (refuses: (operation: OperationId) => boolean) =>
  authentication({
    confine(caller, operation, path, query) {
      const confined = confine(caller, operation, path, query);
      if (caller.type === 'user' && refuses(operation)) throw forbidden('User tokens are not enabled');
      return confined;
    },
  });

/** Lets user tokens expire at another time. */
const expiring = (expiresAt: (token: { id: string; expiresAt: number }, now: number) => number) =>
  authentication({
    identify(credentials, access, operation): Caller {
      const { token, now } = credentials;
      if (token?.type !== 'user') return identify(credentials, access, operation);
      const moved: Credentials = { ...credentials, token: { ...token, expiresAt: expiresAt(token, now) } };
      return identify(moved, access, operation);
    },
  });

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

export const userTokenFaults: readonly Fault[] = [
  {
    id: 'user-token-reads-kyc-of-others',
    title: 'Whoever knows the id of a colleague reads how their verification stands.',
    area: 'authentication',
    breaks: ['AUTH-015'],
    overrides: open('readKyc'),
  },
  {
    id: 'user-token-lists-all-users',
    title: 'A frontend of one user lists every user of the business.',
    area: 'authentication',
    breaks: ['AUTH-015'],
    overrides: open('listUsers'),
  },
  {
    id: 'user-token-lists-payrolls',
    title: 'A worker sees what all others are paid.',
    area: 'authentication',
    breaks: ['AUTH-015'],
    overrides: open('listPayrolls'),
  },
  {
    id: 'user-token-refused-for-its-user',
    title: 'A frontend with the token of a user is refused whatever it asks for.',
    area: 'authentication',
    breaks: ['AUTH-016'],
    overrides: close(() => true),
  },
  {
    id: 'user-token-cannot-read-own-kyc',
    title: 'A user cannot see how the own verification stands.',
    area: 'authentication',
    breaks: ['AUTH-016'],
    overrides: close((operation) => operation === 'readKyc'),
  },
  {
    id: 'user-token-creates-businesses',
    title: 'Any user of the platform can create businesses under it.',
    area: 'authentication',
    breaks: ['AUTH-017', 'PLATFORM-008', 'AUTH-015'],
    overrides: authentication({
      permit: (caller, operation) => {
        if (caller.type !== 'user') permit(caller, operation);
      },
      confine: (caller, operation, path, query) =>
        operation === 'createBusiness' ? query : confine(caller, operation, path, query),
    }),
  },
  {
    id: 'redirect-token-under-another-name',
    title: 'A client that reads redirectToken has nowhere to send its user.',
    area: 'authentication',
    breaks: ['TOKEN-001'],
    overrides: {
      answer: (answer, { id }) =>
        id === 'exchangeJwt' && answer.status < 300
          ? { ...answer, body: { token: 'rt_somewhere_else' } }
          : answer,
    },
  },
  {
    id: 'redirect-token-null',
    title: 'A JWT is accepted, and the redirect token for it is null.',
    area: 'authentication',
    breaks: ['TOKEN-001'],
    overrides: inAnswers('exchangeJwt', 'redirectToken', () => null),
  },
  {
    id: 'exchange-accepts-any-body',
    title: 'A login with a broken body is reported as made.',
    area: 'authentication',
    breaks: ['TOKEN-002', 'ERR-002', 'TOKEN-001'],
    overrides: acceptsAnyBody('exchangeJwt'),
  },
  {
    id: 'exchange-of-broken-body-answers-401',
    title: 'A backend with a slip in its body is told that its API key is not valid.',
    area: 'authentication',
    breaks: ['TOKEN-002', 'ERR-002'],
    overrides: onStatus(
      400,
      () => ({ status: 401, body: { code: 'unauthorized', message: 'The JWT is not valid' } }),
      ['exchangeJwt'],
    ),
  },
  {
    id: 'user-token-lives-two-hours',
    title: 'A token that was stolen from a browser is of use for twice as long as promised.',
    area: 'authentication',
    breaks: ['TOKEN-005'],
    overrides: expiring(({ expiresAt }) => expiresAt + hour),
  },
  {
    id: 'user-token-renewed-by-use',
    title: 'A token that is used now and then never expires.',
    area: 'authentication',
    breaks: ['TOKEN-005'],
    overrides: slidingExpiry,
  },
  {
    id: 'expired-user-token-answers-403',
    title: 'A frontend that logs in again after a 401 stays logged in with a dead token.',
    area: 'authentication',
    breaks: ['TOKEN-005'],
    overrides: authentication({
      identify(credentials, access, operation) {
        const { token, now } = credentials;
        if (token?.type === 'user' && now >= token.expiresAt) throw forbidden('The user token has expired');
        return identify(credentials, access, operation);
      },
    }),
  },
  {
    id: 'user-token-lives-58-minutes',
    title: 'A session ends two minutes before the hour, with the form half filled in.',
    area: 'authentication',
    breaks: ['LIMIT-001', 'AUTH-016'],
    overrides: expiring(({ expiresAt }) => expiresAt - 120),
  },
];
