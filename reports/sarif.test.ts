import Ajv from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import type { Results } from '../conformance/engine/results.ts';
import { descriptionLines } from '../openapi/description-lines.ts';
import lines from '../openapi/generated/lines.json' with { type: 'json' };
import { bundledDescription } from './place.ts';
import { renderSarif } from './sarif.ts';
import { conformantResults, erroredResults, failingResults } from './testing/sample-results.ts';
import schema from './testing/sarif-2.1.0.schema.json' with { type: 'json' };
import { controlsIn } from './testing/screen.ts';

// A pattern of the schema is none with the flag u. The CommonJS default exports are typed as namespaces under nodenext.
const ajv = new (Ajv as unknown as typeof Ajv.default)({
  strict: false,
  allErrors: true,
  unicodeRegExp: false,
});
(addFormats as unknown as (target: typeof ajv) => void)(ajv);
const isValid = ajv.compile(schema);

const description = bundledDescription('openapi/generated/openapi.json');
const render = (results: Results, where = description): Log => JSON.parse(renderSarif(results, where));
const runOf = (results: Results, where = description) => {
  const [run] = render(results, where).runs;
  if (run === undefined) throw new Error('SARIF without a run');
  return run;
};
const resultOf = (results: Results, rule: string, where = description) =>
  runOf(results, where).results?.find(({ ruleId }) => ruleId === rule);

describe('SARIF', () => {
  test.each([
    ['conformant', conformantResults],
    ['failing', failingResults],
    ['errored', erroredResults],
  ])('%s results are valid by the schema of SARIF 2.1.0', (_, results) => {
    isValid(render(results));
    expect(isValid.errors ?? []).toEqual([]);
  });

  test('the schema detects errors', () => {
    expect(isValid({ ...render(failingResults), version: '2.2' })).toBe(false);
    expect(isValid({ ...render(failingResults), runs: [{ results: [] }] })).toBe(false);
  });

  test('each finding is a result of the rule that it breaks, at the level of the rule', () => {
    const { results = [], tool } = runOf(failingResults);
    expect(results.map(({ ruleId, level, kind }) => [ruleId, level, kind])).toEqual([
      ['ERR-001', 'error', 'fail'],
      ['PAYROLL-024', 'error', 'fail'],
      ['ERR-004', 'warning', 'fail'],
    ]);
    for (const { ruleId, ruleIndex } of results)
      expect(tool.driver.rules?.[ruleIndex ?? -1]?.id).toBe(ruleId);
  });

  test('every testable requirement is a rule with help', () => {
    const { rules = [] } = runOf(conformantResults).tool.driver;
    const testable = conformantResults.requirements.filter(({ status }) => status !== 'untestable');
    expect(rules.map(({ id }) => id)).toEqual(testable.map(({ id }) => id));
    for (const { help, shortDescription } of rules) {
      expect(help?.text).toContain(shortDescription?.text);
      expect(help?.markdown).toMatch(/`conformance explain [A-Z]+-\d{3}`/);
    }
  });

  const regionOf = (rule: string, results = failingResults, where = description) =>
    resultOf(results, rule, where)?.locations?.[0]?.physicalLocation;

  test('a finding points to the line of its rule if the description marks it', () => {
    const [mark] = lines.marks['ERR-001'];
    expect(regionOf('ERR-001')).toEqual({
      artifactLocation: { uri: 'openapi/generated/openapi.json' },
      region: { startLine: mark?.[0], endLine: mark?.[1] },
    });
    const [related] = resultOf(failingResults, 'ERR-001')?.relatedLocations ?? [];
    expect(related?.message?.text).toBe('POST /v1/payrolls');
    expect(related?.physicalLocation?.region?.startLine).toBe(lines.operations.createPayroll[0]);
  });

  test('any other finding points to its last operation', () => {
    const [finding] = failingResults.findings.filter(({ requirement }) => requirement === 'ERR-001');
    if (finding === undefined) throw new Error('the sample has it');
    const results: Results = { ...failingResults, findings: [{ ...finding, requirement: 'PAYROLL-024' }] };
    expect(regionOf('PAYROLL-024', results)?.region?.startLine).toBe(lines.operations.createPayroll[0]);
  });

  test('lines are those of the user’s copy', () => {
    const text = 'openapi: 3.1.0\npaths:\n  /v1/payrolls:\n    post:\n      operationId: createPayroll\n';
    const copy = { path: 'my api/openapi.yaml', lines: descriptionLines(text) };
    expect(regionOf('ERR-001', failingResults, copy)).toEqual({
      artifactLocation: { uri: 'my%20api/openapi.yaml' },
      region: { startLine: 4, endLine: 5 },
    });
    expect(regionOf('PAYROLL-024', failingResults, copy)?.region?.startLine).toBe(1);
  });

  test('fingerprints are stable across seeds, and unique per finding', () => {
    const later: Results = {
      ...failingResults,
      run: { ...failingResults.run, seed: 7, startedAt: '2027-01-01T00:00:00.000Z' },
      findings: failingResults.findings.map((finding) => ({
        ...finding,
        actual: 'another value',
        replay: { seed: 7 },
      })),
    };
    const prints = (results: Results) => runOf(results).results?.map((each) => each.partialFingerprints);
    expect(prints(later)).toEqual(prints(failingResults));
    expect(new Set(prints(later)?.map((each) => each?.primaryLocationLineHash)).size).toBe(3);
  });

  test('a conversation is a flow over the operations', () => {
    const [flow] = resultOf(failingResults, 'ERR-001')?.codeFlows ?? [];
    const steps = flow?.threadFlows[0]?.locations.map(({ location }) => location?.message?.text);
    expect(steps).toEqual(['Send a body that is not JSON: POST /api/v1/payrolls returned 400']);
  });

  test('requirements that were not exercised, and a run that did not start, are notifications', () => {
    const [invocation] = runOf(erroredResults).invocations ?? [];
    expect(invocation?.executionSuccessful).toBe(false);
    expect(invocation?.toolExecutionNotifications?.[0]?.message.text).toContain('Preflight failed');
    const [whole] = runOf(failingResults).invocations ?? [];
    expect(whole?.executionSuccessful).toBe(true);
    expect(JSON.stringify(whole)).toContain('RETRY-001');
  });

  test('text from a target contains no links or control characters', () => {
    const text = renderSarif(failingResults, description);
    expect(text).toContain('window.hacked');
    expect(text).not.toContain('](');
    expect(controlsIn(text)).toEqual([]);
  });
});
