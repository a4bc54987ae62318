/** Faults as fuzzers find them: they ask for no knowledge of payrolls, only for a look at every operation and value. */
import type { OperationId } from '../../openapi/description.ts';
import type { UncheckedRequest } from '../http/exchange.ts';
import { authenticationRules, type Caller } from '../resources/tokens/authentication.ts';
import { Refusal } from '../state/refusal.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { acceptsAnyBody, inAnswers, onStatus } from './tools.ts';

type Identify = typeof authenticationRules.identify;

/** Lets whoever is not known act for the platform in one operation. */
const letIn = (
  id: OperationId,
  admits: (credentials: Parameters<Identify>[0]) => boolean,
): FaultOverrides => ({
  rules: {
    authentication: {
      identify: (credentials, access, operation): Caller =>
        operation === id && admits(credentials)
          ? { type: 'platform', business: access.platform }
          : authenticationRules.identify(credentials, access, operation),
    },
  },
});

/** Stumbles over some requests of one operation. */
const failsOn = (
  id: OperationId,
  stumbles: (request: UncheckedRequest, body: string) => boolean,
): FaultOverrides => ({
  async request(request) {
    if (request.operation === id && stumbles(request, JSON.stringify(request.body) ?? ''))
      throw new Refusal(500, 'internal_error', 'Unexpected error; retry later');
    return request;
  },
});

export const genericFaults: readonly Fault[] = [
  {
    id: 'no-token-needed-to-create-a-contract',
    title: 'Anyone can make contracts in the name of the platform.',
    area: 'authentication',
    breaks: ['AUTH-001'],
    overrides: letIn('createContract', ({ authorization }) => authorization === undefined),
  },
  {
    id: 'any-password-lists-payouts',
    title: 'Whoever sends a user name and any password sees the payouts.',
    area: 'authentication',
    breaks: ['AUTH-002'],
    overrides: letIn('listPayouts', ({ authorization }) => authorization?.startsWith('Basic ') ?? false),
  },
  {
    id: 'page-of-one-user-answers-500',
    title: 'A client that looks for a single user meets an outage.',
    area: 'user',
    breaks: ['ERR-007', 'USER-008'],
    overrides: failsOn('listUsers', ({ query }) => Number(query.limit) === 1),
  },
  {
    id: 'leap-day-answers-500',
    title: 'Nobody can start to work on the 29th of February.',
    area: 'person',
    breaks: ['ERR-007'],
    overrides: failsOn('updateJobInfo', (_, body) => body.includes('-02-29')),
  },
  {
    id: 'long-name-answers-500',
    title: 'A custom field with a long name looks like an outage.',
    area: 'business',
    breaks: ['ERR-007'],
    overrides: failsOn('updateCustomField', (_, body) => body.length > 500),
  },
  {
    id: 'emoji-answers-500',
    title: 'A deposit that is described with an emoji looks like an outage.',
    area: 'sandbox',
    breaks: ['ERR-007'],
    overrides: failsOn('createBusinessDeposit', (_, body) => /\p{Extended_Pictographic}/u.test(body)),
  },
  {
    id: 'null-answers-500',
    title: 'A client that sends null for what it does not know is told to try again.',
    area: 'verification',
    breaks: ['ERR-002'],
    overrides: failsOn('submitKyc', (_, body) => body.includes(':null')),
  },
  {
    id: 'custom-field-without-a-name-answers-500',
    title: 'A rename of a custom field to nothing looks like an outage, and is tried for ever.',
    area: 'business',
    breaks: ['FIELD-003', 'ERR-007'],
    overrides: failsOn(
      'updateCustomField',
      (_, body) => body.includes('"name":""') || body.includes(':null'),
    ),
  },
  {
    id: 'review-with-null-answers-500',
    title: 'A test that reviews a verification with null for the reason meets an outage.',
    area: 'verification',
    breaks: ['SANDBOX-008', 'ERR-007'],
    overrides: failsOn('reviewKyc', (_, body) => body.includes(':null')),
  },
  {
    id: 'contractors-as-a-number',
    title: 'A client that knows the two types of workers as words meets a number.',
    area: 'payroll',
    breaks: ['PAYROLL-002'],
    overrides: inAnswers('listPayrolls', 'data.*.workerType', (type) => (type === 'CONTRACTOR' ? 2 : type)),
  },
  {
    id: 'contract-accepts-any-body',
    title: 'A client believes that a contract was made of a body that is no contract.',
    area: 'contract',
    breaks: ['ERR-002'],
    overrides: acceptsAnyBody('createContract'),
  },
  {
    id: 'unknown-id-answers-a-page',
    title: 'A client that reads why something was not found gets a page for people.',
    area: 'error',
    breaks: ['ERR-001'],
    overrides: onStatus(404, ({ status }) => ({
      status,
      text: { contentType: 'text/html', content: '<h1>Not found</h1>' },
    })),
  },
];
