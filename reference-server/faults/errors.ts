import { validationRules } from '../resources/validation.ts';
import type { Fault } from './fault.ts';
import { acceptsAnyBody, onStatus, rewrite } from './tools.ts';

const hasCode = (body: unknown, code: string) =>
  typeof body === 'object' && body !== null && 'code' in body && body.code === code;
const internalError = { code: 'internal_error', message: 'Unexpected error; retry later' };

/** Changes a place of the body of every 400. */
const in400 = (path: string, change: (value: unknown) => unknown) =>
  onStatus(400, (answer) => ({ ...answer, body: rewrite(answer.body, path, change) }));

export const errorFaults: readonly Fault[] = [
  {
    id: 'error-without-message',
    title: 'A client cannot show why its request was refused.',
    area: 'error',
    breaks: ['ERR-001'],
    overrides: in400('message', () => undefined),
  },
  {
    id: 'error-wrapped',
    title: 'A client that reads code and message of a 401 finds neither.',
    area: 'error',
    breaks: ['ERR-001'],
    overrides: onStatus(401, (answer) => ({ ...answer, body: { error: answer.body } })),
  },
  {
    id: 'invalid-body-answers-422',
    title: 'A client that handles 400 for an invalid body does not recognise the answer.',
    area: 'error',
    breaks: ['ERR-002', 'SANDBOX-002'],
    overrides: onStatus(400, (answer) => ({ ...answer, status: 422 })),
  },
  {
    id: 'invalid-body-answers-500',
    title: 'A client retries for ever what can never succeed.',
    area: 'error',
    breaks: ['ERR-002', 'SANDBOX-002'],
    overrides: onStatus(400, () => ({ status: 500, body: internalError })),
  },
  {
    id: 'broken-json-answers-500',
    title: 'A body that is not JSON looks like an outage.',
    area: 'error',
    breaks: ['ERR-002'],
    overrides: {
      // Without a request the body could not be read.
      answer: (answer, _operation, request) =>
        request === undefined && answer.status === 400 ? { status: 500, body: internalError } : answer,
    },
  },
  {
    id: 'invalid-body-has-another-code',
    title: 'A client that looks for invalid_request_body does not find it.',
    area: 'error',
    breaks: ['ERR-002', 'SANDBOX-002'],
    overrides: in400('code', () => 'validation_failed'),
  },
  {
    id: 'wrong-types-accepted-for-a-business',
    title: 'A business with a broken body is reported as created.',
    area: 'error',
    breaks: ['ERR-002', 'PLATFORM-001'],
    overrides: acceptsAnyBody('createBusiness'),
  },
  {
    id: 'impossible-dates-accepted',
    title: 'A payroll is saved for the 30th of February.',
    area: 'error',
    breaks: ['ERR-002', 'PAYROLL-006', 'CONV-002'],
    overrides: {
      rules: {
        validation: {
          ofBody(operation, body) {
            const violations = validationRules.ofBody(operation, body);
            return operation.id === 'savePayroll'
              ? violations.filter(({ message }) => !message.includes('format "date"'))
              : violations;
          },
        },
      },
    },
  },
  {
    id: 'params-is-a-list',
    title: 'A form cannot find the message of a field.',
    area: 'error',
    breaks: ['ERR-003', 'ERR-001', 'ERR-008'],
    overrides: in400('params', (params) =>
      Object.entries(params ?? {}).map(([field, message]) => ({ field, message })),
    ),
  },
  {
    id: 'params-holds-objects',
    title: 'A form shows [object Object] beside the offending field.',
    area: 'error',
    breaks: ['ERR-003', 'ERR-001'],
    overrides: in400('params', (params) =>
      Object.fromEntries(Object.entries(params ?? {}).map(([field, message]) => [field, { message }])),
    ),
  },
  {
    id: 'params-missing',
    title: 'A client is not told which field is wrong.',
    area: 'error',
    breaks: ['ERR-008'],
    overrides: in400('params', () => undefined),
  },
  {
    id: 'params-names-no-field',
    title: 'Every validation message is attached to a field that does not exist.',
    area: 'error',
    breaks: ['ERR-008'],
    overrides: in400('params', (params) => ({ field: Object.values(params ?? {}).join('; ') })),
  },
  {
    id: 'invalid-body-has-another-message',
    title: 'The message of an invalid body says nothing about the body.',
    area: 'error',
    breaks: ['ERR-004'],
    overrides: onStatus(400, (answer) =>
      hasCode(answer.body, 'invalid_request_body')
        ? { ...answer, body: rewrite(answer.body, 'message', () => 'Something went wrong') }
        : answer,
    ),
  },
  {
    id: 'listing-payrolls-fails',
    title: 'The payrolls of a business cannot be listed.',
    area: 'error',
    breaks: ['ERR-007', 'PAYROLL-010'],
    overrides: onStatus(200, () => ({ status: 500, body: internalError }), ['listPayrolls']),
  },
  {
    id: 'creating-a-business-fails',
    title: 'No business can be created.',
    area: 'error',
    breaks: ['ERR-007', 'PLATFORM-001'],
    overrides: onStatus(201, () => ({ status: 500, body: internalError }), ['createBusiness']),
  },
];
