import { expect, test } from 'vitest';
import { methodsOf } from './path-methods.ts';

const methodsAt = methodsOf([
  { path: '/v1/persons', method: 'get' },
  { path: '/v1/persons', method: 'post' },
  { path: '/v1/persons/{personId}/tax.profile', method: 'put' },
  { path: '/v1/users/{userId}', method: 'patch' },
  { path: '/v1/users/invite', method: 'post' },
]);

test.each([
  ['/v1/persons', ['GET', 'POST', 'HEAD', 'OPTIONS']],
  ['/v1/persons/', ['GET', 'POST', 'HEAD', 'OPTIONS']],
  ['/v1/persons/a b/tax.profile', ['PUT', 'OPTIONS']],
  ['/v1/persons/1/taxxprofile', []],
  ['/v1/persons/1/2/tax.profile', []],
  ['/v1/users/1', ['PATCH', 'OPTIONS']],
  ['/v1/users/invite', ['POST', 'OPTIONS']],
  ['/v1/nothing', []],
])('%s has %j', (path, want) => {
  expect(methodsAt(path)).toEqual(want);
});
