import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { convert } from 'xmlbuilder2';
import { validateXML } from 'xmllint-wasm';
import * as z from 'zod';
import type { RequirementResult } from '../conformance/engine/requirement-results.ts';
import type { Results } from '../conformance/engine/results.ts';
import { renderJunit } from './junit.ts';
import { conformantResults, erroredResults, failingResults } from './testing/sample-results.ts';
import { controlsIn } from './testing/screen.ts';

const many = <T extends z.ZodType>(schema: T) =>
  z.union([z.array(schema), schema.transform((one) => [one])]).optional();
const Outcome = z.object({ '@message': z.string(), '@type': z.string(), '#': z.string().optional() });
const Case = z.strictObject({
  '@classname': z.string(),
  '@name': z.string(),
  '@time': z.coerce.number(),
  failure: Outcome.optional(),
  skipped: z.string().optional(),
  error: Outcome.optional(),
  'system-out': z.string().optional(),
});
const Counts = {
  '@name': z.string(),
  '@tests': z.coerce.number(),
  '@failures': z.coerce.number(),
  '@errors': z.coerce.number(),
};
const Suite = z.object({
  ...Counts,
  '@time': z.coerce.number(),
  '@skipped': z.coerce.number(),
  testcase: many(Case),
});
const Report = z.object({ testsuites: z.object({ ...Counts, testsuite: many(Suite) }) });

/** Reads the document back with a parser, which throws when it is not well-formed. */
function read(results: Results) {
  const { testsuites } = Report.parse(convert(renderJunit(results), { format: 'object' }));
  const suites = testsuites.testsuite ?? [];
  return { testsuites, suites, cases: suites.flatMap(({ testcase }) => testcase ?? []) };
}

const samples = [
  ['conformant', conformantResults],
  ['failing', failingResults],
  ['errored', erroredResults],
] as const;

const schemaOf = (name: string) => ({
  fileName: name,
  contents: readFileSync(new URL(`./testing/${name}`, import.meta.url), 'utf8'),
});

async function complaints(xml: string, schema: string): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'junit.xml', contents: xml },
    schema: schemaOf(schema),
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

describe.each(['jenkins-junit.xsd', 'jenkins-xunit.xsd'])('junit.xml by %s', (schema) => {
  test.each(samples)('%s results are valid', async (_, results) => {
    expect(await complaints(renderJunit(results), schema)).toEqual([]);
  });

  test.each([
    ['an unknown attribute', / classname=/, ' klass='],
    ['an unknown element', /<(\/?)failure\b/g, '<$1failed'],
    ['a missing name', /<testcase ([^>]*) name="[^"]*"/, '<testcase $1'],
    ['a control character', 'PAYROLL-024', 'PAYROLL-024\u0007'],
  ])('%s would be seen', async (_, from, to) => {
    const broken = renderJunit(failingResults).replace(from, to);
    expect(broken).not.toBe(renderJunit(failingResults));
    expect(await complaints(broken, schema)).not.toEqual([]);
  });
});

describe('junit.xml', () => {
  test('contains the durations of suites and cases, which add up to those of the checks', () => {
    const { suites } = read(failingResults);
    const took = failingResults.checks.reduce((sum, { durationMillis }) => sum + durationMillis, 0) / 1_000;
    const sum = (times: readonly number[]) => times.reduce((all, each) => all + each, 0);
    expect(sum(suites.map((suite) => suite['@time']))).toBeCloseTo(took, 1);
    for (const { testcase = [], '@time': time } of suites)
      expect(sum(testcase.map((each) => each['@time']))).toBeCloseTo(time, 1);
  });

  test.each(samples)('counts of %s results agree with their cases', (_, results) => {
    const { testsuites, suites, cases } = read(results);
    const sum = (key: '@tests' | '@failures' | '@errors' | '@skipped') =>
      suites.reduce((total, suite) => total + suite[key], 0);
    expect(testsuites['@tests']).toBe(sum('@tests'));
    expect(testsuites['@tests']).toBe(cases.length);
    expect(testsuites['@failures']).toBe(cases.filter(({ failure }) => failure).length);
    expect(testsuites['@errors']).toBe(cases.filter(({ error }) => error).length);
    expect(sum('@skipped')).toBe(cases.filter(({ skipped }) => skipped).length);
    expect([sum('@failures'), sum('@errors')]).toEqual([testsuites['@failures'], testsuites['@errors']]);
  });

  test.each(samples)(
    'cases of %s results are told apart by class and name, as GitLab and Jenkins do',
    (_, results) => {
      const { cases } = read(results);
      const keys = cases.map((each) => `${each['@classname']} ${each['@name']}`);
      expect(new Set(keys).size).toBe(keys.length);
      // One package in Jenkins, and in it a class for each section.
      for (const each of cases)
        expect(each['@classname'].split('.')).toEqual(['conformance', expect.anything()]);
    },
  );

  const outcome = (status: RequirementResult['status']) => {
    const entry = failingResults.requirements.find((each) => each.status === status);
    return read(failingResults).cases.find((each) => each['@name'].startsWith(`${entry?.id} `));
  };

  test.each([
    ['failed', 'failure'],
    ['not-exercised', 'skipped'],
    ['untestable', 'skipped'],
    ['errored', 'error'],
    ['warned', 'system-out'],
  ] as const)('a requirement that is %s has <%s> and nothing else', (status, element) => {
    const { '@classname': section, '@name': name, '@time': time, ...rest } = outcome(status) ?? {};
    expect(section).toBeTruthy();
    expect(name).toBeTruthy();
    expect(time).toBeGreaterThanOrEqual(0);
    expect(Object.keys(rest)).toEqual([element]);
  });

  test('a failure contains expected, actual and the conversation', () => {
    const entry = read(failingResults).cases.find((each) => each['@name'].startsWith('PAYROLL-024 '));
    expect(entry?.['@classname']).toBe('conformance.States and transitions, Payroll');
    expect(entry?.failure?.['@message']).toBe('expected status awaiting-funds; actual status scheduled');
    expect(entry?.failure?.['#']).toContain('3. Approve it');
    expect(entry?.failure?.['#']).toContain(
      'conformance replay conformance-report/results.json payroll.model/PAYROLL-024',
    );
  });

  test('a run that did not start is an error, whatever the counts', () => {
    const [suite] = read(erroredResults).suites;
    expect(suite?.['@name']).toBe('Run');
    expect(suite?.testcase?.[0]?.error?.['@message']).toContain('Preflight failed');
  });

  test('characters that XML 1.0 forbids are removed', () => {
    const text = renderJunit(failingResults);
    expect(controlsIn(text)).toEqual([]);
    expect(text).not.toMatch(/[\ufffe\uffff]/);
  });

  test('a target cannot make GitLab attach a file', () => {
    const [finding] = failingResults.findings;
    if (finding === undefined) throw new Error('the sample has findings');
    const actual = 'see [[ATTACHMENT|/etc/passwd]]';
    const text = renderJunit({ ...failingResults, findings: [{ ...finding, title: actual, actual }] });
    expect(text).toContain('ATTACHMENT|/etc/passwd');
    expect(text).not.toMatch(/\[\[ATTACHMENT\|/);
  });
});
