import { expect, test } from 'vitest';
import { allRequirements } from '../openapi/catalogue.ts';
import { waysToJudge } from './ways-to-judge.ts';

test.each([
  ['AUTH-001', ['conversation', 'exchange']],
  ['AUTH-002', ['conversation']],
  ['PAYROLL-026', ['conversation']],
  ['PERSON-005', ['conversation', 'exchange']],
  ['HOOK-004', ['conversation', 'history']],
  ['HOOK-005', ['conversation', 'history']],
  ['EVENT-026', ['conversation', 'exchange', 'history']],
  ['CLIENT-001', ['exchange']],
  ['AUTH-014', []],
])('%s is judged by %j', (requirement, ways) => {
  expect(waysToJudge(requirement)).toEqual(ways);
});

test('a requirement can be judged exactly if it is not untestable', () => {
  for (const { id, untestable } of allRequirements)
    expect([id, waysToJudge(id).length > 0]).toEqual([id, untestable === undefined]);
});
