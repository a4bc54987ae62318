import { expect, test } from 'vitest';
import { allOperations } from './description.ts';
import { methodsOf, nearestPath } from './path-methods.ts';

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

test.each([
  ['/v1/payroll', '/v1/payrolls'],
  ['/v1/payroll/123', '/v1/payrolls/{payrollId}'],
  ['/v1/payrolls/123/sav', '/v1/payrolls/{payrollId}/save'],
  ['/health', undefined],
  ['/v1/payrolls/123/save/now', undefined],
])('the path near to %s is %s', (path, want) => expect(nearestPath(path, allOperations)).toBe(want));
