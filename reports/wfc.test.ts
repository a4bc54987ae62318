import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Finding } from '../conformance/engine/finding.ts';
import type { Results } from '../conformance/engine/results.ts';
import { conformantResults, erroredResults, failingResults } from './testing/sample-results.ts';
import { controlsIn } from './testing/screen.ts';
import schema from './testing/wfc-report.schema.json' with { type: 'json' };
import { renderWfc } from './wfc.ts';
import { faultCategoryOf } from './wfc-faults.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
// The CommonJS default export is typed as a namespace under nodenext.
(addFormats as unknown as (target: Ajv2020) => void)(ajv);
const isValid = ajv.compile(schema);

const samples = [
  ['conformant', conformantResults],
  ['failing', failingResults],
  ['errored', erroredResults],
] as const;

const Report = z.object({
  faults: z.object({
    totalNumber: z.number(),
    foundFaults: z.array(
      z.object({
        operationId: z.string(),
        testCaseId: z.string(),
        faultCategories: z.array(z.object({ id: z.string(), code: z.number(), context: z.string() })),
      }),
    ),
  }),
  problemDetails: z.object({
    rest: z.object({
      endpointIds: z.array(z.string()),
      coveredHttpStatus: z.array(
        z.object({ endpointId: z.string(), testCaseId: z.string(), httpStatus: z.array(z.number()) }),
      ),
    }),
  }),
  totalTests: z.number(),
  testCases: z.array(z.object({ id: z.string() })),
  warnings: z.array(z.object({ category: z.string(), message: z.string() })),
});
const read = (results: Results) => Report.parse(JSON.parse(renderWfc(results)));

describe('the report of the Web Fuzzing Commons', () => {
  test.each(samples)('of %s results is valid by its schema', (_, results) => {
    isValid(JSON.parse(renderWfc(results)));
    expect(isValid.errors ?? []).toEqual([]);
  });

  test('the schema detects errors', () => {
    const { totalTests, ...rest } = read(failingResults);
    expect(totalTests).toBeGreaterThan(0);
    expect(isValid(rest)).toBe(false);
  });

  test.each(samples)('everything that %s results reference exists', (_, results) => {
    const { faults, problemDetails, testCases, totalTests } = read(results);
    const { endpointIds, coveredHttpStatus } = problemDetails.rest;
    const cases = testCases.map(({ id }) => id);
    expect(new Set(cases).size).toBe(totalTests);
    for (const { operationId, testCaseId } of faults.foundFaults) {
      expect(endpointIds).toContain(operationId);
      expect(cases).toContain(testCaseId);
    }
    for (const { endpointId, testCaseId } of coveredHttpStatus) {
      expect(endpointIds).toContain(endpointId);
      expect(cases).toContain(testCaseId);
    }
  });

  test('a finding is a fault of its last operation', () => {
    const { faults } = read(failingResults);
    expect(faults.totalNumber).toBe(faults.foundFaults.length);
    expect(faults.foundFaults[0]).toEqual({
      operationId: 'POST:/v1/payrolls',
      testCaseId: 'errors.shape',
      faultCategories: [{ id: 'SCHEMA_INVALID_RESPONSE', code: 200, context: 'ERR-001' }],
    });
  });

  test('requirements that were not exercised are warnings', () => {
    const messages = read(failingResults).warnings.map(({ message }) => message);
    expect(messages.join('\n')).toMatch(
      /\d+ requirements: The target offers no control that moves its clock/,
    );
    expect(read(erroredResults).warnings[0]?.message).toContain('Preflight failed');
  });

  test('it contains no control characters', () => {
    expect(controlsIn(renderWfc(failingResults))).toEqual([]);
  });
});

const answered = (status: number, fields: Partial<Finding>): Finding => {
  const [sample] = failingResults.findings;
  if (sample === undefined) throw new Error('the sample has findings');
  const request = { method: 'POST', url: 'http://127.0.0.1/v1/payrolls', headers: {} };
  const response = { status, headers: {}, durationMillis: 1 };
  const exchanges = [{ operation: 'createPayroll' as const, request, response }];
  return {
    ...sample,
    level: 'documented',
    ...fields,
    steps: [{ label: '', phase: 'step', exchanges, deliveries: [] }],
  };
};

test.each([
  ['an internal error', answered(500, { requirement: 'PAYROLL-024' }), 100],
  ['a status that HTTP does not have', answered(600, { requirement: 'PAYROLL-024' }), 101],
  ['a bad gateway', answered(502, { requirement: 'PAYROLL-024' }), 121],
  ['not implemented', answered(501, { requirement: 'PAYROLL-024' }), 205],
  ['a body of another shape', answered(400, { requirement: 'ERR-001' }), 200],
  ['an invalid body that is taken', answered(200, { requirement: 'ERR-002' }), 206],
  ['an invalid body that is refused in another way', answered(404, { requirement: 'ERR-002' }), 900],
  ['a valid request that is refused', answered(400, { requirement: 'ERR-007' }), 207],
  ['a request without a token that is answered', answered(200, { requirement: 'AUTH-001' }), 311],
  ['a documented rule of the domain', answered(200, { requirement: 'PAYROLL-024' }), 900],
  ['an observed rule', answered(400, { requirement: 'ERR-004', level: 'observed' }), 901],
  ['an assumed rule', answered(200, { requirement: 'ERR-005', level: 'assumed' }), 902],
])('%s has the category of the Commons, or our own', (_, finding, code) => {
  expect(faultCategoryOf(finding).code).toBe(code);
});
