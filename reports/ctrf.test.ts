import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { Results } from '../conformance/engine/results.ts';
import { renderCtrf } from './ctrf.ts';
import schema from './testing/ctrf.schema.json' with { type: 'json' };
import { conformantResults, erroredResults, failingResults } from './testing/sample-results.ts';

// The CommonJS default exports are typed as namespaces under nodenext.
const ajv = new (Ajv as unknown as typeof Ajv.default)({ strict: false, allErrors: true });
(addFormats as unknown as (target: typeof ajv) => void)(ajv);
const isValid = ajv.compile(schema);

const render = (results: Results) => JSON.parse(renderCtrf(results));
const testOf = (results: Results, id: string) =>
  render(results).results.tests.find(({ testId }: { testId: string }) => testId === id);

describe('CTRF', () => {
  test.each([
    ['conformant', conformantResults],
    ['failing', failingResults],
    ['errored', erroredResults],
  ])('%s results are valid by its schema', (_, results) => {
    isValid(render(results));
    expect(isValid.errors ?? []).toEqual([]);
  });

  test('the schema detects errors', () => {
    expect(isValid({ ...render(failingResults), reportFormat: 'JUnit' })).toBe(false);
  });

  test('the counts are those of the tests', () => {
    const { tests, summary } = render(failingResults).results;
    for (const status of ['passed', 'failed', 'skipped', 'other'])
      expect(tests.filter((each: { status: string }) => each.status === status)).toHaveLength(
        summary[status],
      );
    expect(summary.tests).toBe(tests.length);
  });

  test('a failure has what was expected, the conversation and the command that repeats it', () => {
    const failed = testOf(failingResults, 'PAYROLL-024');
    expect(failed).toMatchObject({ status: 'failed', rawStatus: 'failed', tags: ['documented'] });
    expect(failed.message).toMatch(/^expected .*; actual /);
    expect(failed.trace).toMatch(/To repeat: .*replay/);
  });

  test.each<[name: string, change: Partial<Results['requirements'][number]>, status: string]>([
    ['a known failure', { known: 'Fixed in the next release.' }, 'other'],
    ['a failure that is not claimed', { known: 'Not claimed.', outside: 'Not claimed.' }, 'other'],
    ['a new failure', {}, 'failed'],
  ])('%s is %s', (_, change, status) => {
    const requirements = failingResults.requirements.map((entry) =>
      entry.id === 'PAYROLL-024' ? { ...entry, ...change } : entry,
    );
    expect(testOf({ ...failingResults, requirements }, 'PAYROLL-024').status).toBe(status);
  });

  test('a run that could not be made is a failed test', () => {
    expect(testOf(erroredResults, 'run')).toMatchObject({
      status: 'failed',
      rawStatus: erroredResults.verdict,
    });
  });
});
