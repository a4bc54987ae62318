import { expect, it } from 'vitest';
import { refusalRemedy } from './remedies.ts';

it.each([
  [404, 'Not Found', /^bindings: \{ createPerson: \{ path: /],
  [405, '', /^bindings: \{ createPerson: \{ path: /],
  [415, '', /^operations: \{ createPerson: .* media type/],
  [400, '{"message":"Unknown field \\"middleName\\""}', /^bindings: \{ createPerson: \{ omit: /],
  [422, '{"message":"Additional properties are not allowed"}', /omit: /],
  [400, '{"message":"The country is not supported"}', /data: \{ country: /],
])('the remedy of a rejection fits its status and its words: %d %s', (status, said, remedy) => {
  expect(refusalRemedy({ operation: 'createPerson', status, said })).toMatch(remedy);
});
