import { expect, it } from 'vitest';
import { isAboutValues, refusalRemedy } from './remedies.ts';

it.each([
  [404, 'Not Found', /^bindings: \{ createPerson: \{ path: /],
  [405, '', /^bindings: \{ createPerson: \{ path: /],
  [415, '', /^operations: \{ createPerson: .* media type/],
  [400, '{"message":"Unknown field \\"middleName\\""}', /^bindings: \{ createPerson: \{ omit: /],
  [422, '{"message":"Additional properties are not allowed"}', /omit: /],
  [400, '{"message":"The country is not supported"}', /; or data: \{ country: 'US' \}, with/],
  [400, '{"params":{"phoneNumber":"is invalid"}}', /phoneNumber: \{ … \}, requests: .* phoneNumber: … \} \}/],
  [400, '{"message":"No"}', /data: \{ country: 'US', currency: .*, requests: \{ createPerson: \{ … \} \} \}/],
  [403, '{"code":"forbidden"}', /^bindings: \{ createPerson: \{ key: /],
])('the remedy of a rejection fits its status and its words: %d %s', (status, said, remedy) => {
  expect(refusalRemedy({ operation: 'createPerson', status, said })).toMatch(remedy);
});

it.each([
  [400, '{"params":{"address.countryCode":"is not served"}}', true],
  [400, '{"params":{"idDetails.issuedBy":"is not valid here"}}', true],
  [400, '{"message":"already submitted"}', false],
  [409, '{"message":"a country is set already"}', false],
])('a rejection with %d is about values or not: %s', (status, said, isIt) => {
  expect(isAboutValues({ operation: 'submitKyc', status, said })).toBe(isIt);
});

it('the remedy of one business too many is a limit', () => {
  const said = '{"code":"business_quota","message":"A platform has at most 40 businesses"}';
  expect(refusalRemedy({ operation: 'createBusiness', status: 409, said })).toMatch(/^--max-businesses /);
});

it('a line that sends to where there is nothing is to be corrected, not added', () => {
  const boundTo = 'POST /v1/people';
  expect(refusalRemedy({ operation: 'createPerson', status: 404, said: '', boundTo })).toBe(
    'operations.createPerson of the adapter sends POST /v1/people, and the server has nothing there (404): correct this line',
  );
});

it.each([
  [404, '', "baseUrl: '…', at which the server has POST /v1/users/{userId}/kyc"],
  [403, '', "credentials: { platformToken: { env: 'YOUR_VARIABLE' } }, with a key that may call submitKyc"],
  [
    400,
    '{"params":{"idDetails.issuedBy":"is not valid here"}}',
    'data: { requests: { submitKyc: { idDetails: { issuedBy: … } } } }, with values that it accepts',
  ],
])('the remedy of a documented operation is no binding: %d %s', (status, said, remedy) => {
  expect(refusalRemedy({ operation: 'submitKyc', status, said })).toBe(remedy);
});
