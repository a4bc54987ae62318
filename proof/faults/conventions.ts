import { faultsOf } from './fault.ts';
import { acceptsAnyBody, overlookingInBody, refusedAt, unexpected } from './request-tools.ts';
import { fieldsOf, inAnswers, lowerCase, onStatus, remove, rewrite, upperCase } from './tools.ts';

/** Changes a place of the body of every 400. */
const in400 = (path: string, change: (value: unknown) => unknown) =>
  onStatus(400, (answer) => ({ ...answer, body: rewrite(answer.body, path, change) }));

/** In the place of what is there; an empty string stays. */
const filled = (value: string) => (before: unknown) => (before === '' ? before : value);

export const conventionFaults = faultsOf('convention', {
  'beneficiary-country-in-small-letters': {
    title: 'The country of a beneficiary is in lower case.',
    breaks: ['CONV-004'],
    overrides: inAnswers('listBeneficiaries', 'data.*.countryCode', lowerCase),
  },
  'template-country-with-three-letters': {
    title: 'The country of a contract template has three letters.',
    breaks: ['CONV-004'],
    overrides: inAnswers('listContractTemplates', 'data.*.country', (code) => `${upperCase(code)}X`),
  },
  'person-country-by-name': {
    title: 'The address of a person has the name of its country instead of the code.',
    breaks: ['CONV-004'],
    overrides: inAnswers('listPersons', 'data.*.address.countryCode', () => 'Nigeria'),
  },
  'holder-country-that-does-not-exist': {
    title: 'The holder of a payout account comes from ZZ.',
    breaks: ['CONV-004'],
    overrides: inAnswers('listBeneficiaries', 'data.*.kyc.countryCode', filled('ZZ')),
  },
  'holder-born-in-month-13': {
    title: 'The holder of a payout account was born on a day that does not exist.',
    breaks: ['CONV-002'],
    overrides: inAnswers('listBeneficiaries', 'data.*.kyc.dateOfBirth', filled('1991-13-45')),
  },
  'holder-document-by-number': {
    title: 'The document of the holder of a payout account is named by a number that is no id.',
    breaks: ['CONV-001'],
    overrides: inAnswers('listBeneficiaries', 'data.*.kyc.idFileFront', filled('42')),
  },
  'beneficiaries-without-previous-cursor': {
    title: 'The node of the list of beneficiaries lacks previous.',
    breaks: ['CONV-011'],
    overrides: inAnswers('listBeneficiaries', 'node.previous', remove),
  },
  'last-page-with-next-false': {
    title: 'On the last page, next is false instead of null.',
    breaks: ['CONV-011'],
    overrides: inAnswers('listPayouts', 'node.next', (cursor) => cursor ?? false),
  },
});

export const errorFaults = faultsOf('error', {
  'error-without-message': {
    title: 'An error has no message.',
    breaks: ['ERR-001'],
    overrides: in400('message', remove),
  },
  'error-wrapped': {
    title: 'A client that reads code and message of a 401 finds neither.',
    breaks: ['ERR-001'],
    overrides: onStatus(401, (answer) => ({ ...answer, body: { error: answer.body } })),
  },
  'invalid-body-answers-422': {
    title: 'An invalid body is rejected with 422 instead of 400.',
    breaks: ['ERR-002', 'SANDBOX-002'],
    overrides: onStatus(400, (answer) => ({ ...answer, status: 422 })),
  },
  'invalid-body-answers-500': {
    title: 'An invalid body returns 500, so clients retry forever.',
    breaks: ['ERR-002', 'SANDBOX-002'],
    overrides: refusedAt(400, unexpected),
  },
  'broken-json-answers-500': {
    title: 'A body that is not JSON returns 500.',
    breaks: ['ERR-002'],
    overrides: {
      // Without a request the body could not be read.
      answer: (answer, _operation, request) =>
        request === undefined && answer.status === 400 ? { status: 500, body: unexpected.body } : answer,
    },
  },
  'invalid-body-has-another-code': {
    title: 'A client that looks for invalid_request_body does not find it.',
    breaks: ['ERR-002', 'SANDBOX-002'],
    overrides: in400('code', () => 'validation_failed'),
  },
  'wrong-types-accepted-for-a-business': {
    title: 'Creating a business with an invalid body succeeds.',
    breaks: ['ERR-002', 'PLATFORM-001'],
    overrides: acceptsAnyBody('createBusiness'),
  },
  'impossible-dates-accepted': {
    title: 'A payroll is saved for the 30th of February.',
    breaks: ['ERR-002', 'PAYROLL-006', 'CONV-002'],
    overrides: {
      rules: overlookingInBody('savePayroll', ({ message }) => message.includes('format "date"')),
    },
  },
  'params-is-a-list': {
    title: 'A form cannot find the message of a field.',
    breaks: ['ERR-003', 'ERR-001', 'ERR-008'],
    overrides: in400('params', (params) =>
      Object.entries(params ?? {}).map(([field, message]) => ({ field, message })),
    ),
  },
  'params-holds-objects': {
    title: 'A form shows [object Object] beside the offending field.',
    breaks: ['ERR-003', 'ERR-001'],
    overrides: in400('params', (params) =>
      Object.fromEntries(Object.entries(params ?? {}).map(([field, message]) => [field, { message }])),
    ),
  },
  'params-missing': {
    title: 'A validation error has no params.',
    breaks: ['ERR-010'],
    overrides: in400('params', remove),
  },
  'params-names-no-field': {
    title: 'Every validation message is attached to a field that does not exist.',
    breaks: ['ERR-008'],
    overrides: in400('params', (params) => ({ field: Object.values(params ?? {}).join('; ') })),
  },
  'invalid-body-has-another-message': {
    title: 'The message of an invalid body says nothing about the body.',
    breaks: ['ERR-004'],
    overrides: onStatus(400, (answer) =>
      fieldsOf(answer.body).code === 'invalid_request_body'
        ? { ...answer, body: rewrite(answer.body, 'message', () => 'Something went wrong') }
        : answer,
    ),
  },
  'listing-payrolls-fails': {
    title: 'The payrolls of a business cannot be listed.',
    breaks: ['ERR-007', 'PAYROLL-010'],
    overrides: refusedAt(200, unexpected, 'listPayrolls'),
  },
  'creating-a-business-fails': {
    title: 'No business can be created.',
    breaks: ['ERR-007', 'PLATFORM-001'],
    overrides: refusedAt(201, unexpected, 'createBusiness'),
  },
  'unknown-id-answers-a-page': {
    title: 'An unknown id returns an HTML page instead of an error object.',
    breaks: ['ERR-001'],
    overrides: onStatus(404, ({ status }) => ({
      status,
      text: { contentType: 'text/html', content: '<h1>Not found</h1>' },
    })),
  },
});
