import { expect, test } from 'vitest';
import type { Exchange, Finding } from '../conformance/engine/finding.ts';
import type { OperationId } from '../openapi/description.ts';
import lines from '../openapi/generated/lines.json' with { type: 'json' };
import { bundledDescription, operationOf, placeOf } from './place.ts';
import { failingResults } from './testing/sample-results.ts';

const description = bundledDescription('openapi.json');

function findingOf(requirement: string, operations: readonly OperationId[]): Finding {
  const [sample] = failingResults.findings;
  if (sample === undefined) throw new Error('the sample has findings');
  const request = { method: 'GET', url: 'http://127.0.0.1/', headers: {} };
  const exchanges = operations.map((operation): Exchange => ({ operation, request }));
  return {
    ...sample,
    // Results of another version may contain unknown ids.
    requirement: requirement as Finding['requirement'],
    steps: [{ label: '', phase: 'step', exchanges, deliveries: [] }],
  };
}

test.each([
  ['the last that was called', 'ERR-001', ['createPayroll', 'readPayroll'], 'readPayroll'],
  [
    'for a rule about states the last that is no read',
    'PAYROLL-024',
    ['approvePayroll', 'readPayroll'],
    'approvePayroll',
  ],
  ['a read when nothing else was called', 'PAYROLL-024', ['readPayroll'], 'readPayroll'],
  ['none when none was called', 'ERR-001', [], undefined],
  ['the last that was called for a rule that is not known', 'OLD-001', ['createPayroll'], 'createPayroll'],
] as const)('the operation of a finding is %s', (_, requirement, operations, want) => {
  expect(operationOf(findingOf(requirement, operations))?.id).toBe(want);
});

test.each([
  ['where its rule is marked', 'ERR-001', [], lines.marks['ERR-001'][0]],
  ['at its operation', 'OLD-001', ['createPayroll'], lines.operations.createPayroll],
  ['nowhere when nothing is known of it', 'OLD-001', [], undefined],
] as const)('a finding is placed %s', (_, requirement, operations, want) => {
  expect(placeOf(findingOf(requirement, operations), description)).toEqual(want);
});
