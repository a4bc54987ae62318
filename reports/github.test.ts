import { describe, expect, test } from 'vitest';
import type { Finding } from '../conformance/engine/finding.ts';
import type { Results } from '../conformance/engine/results.ts';
import lines from '../openapi/generated/lines.json' with { type: 'json' };
import { renderAnnotations } from './github.ts';
import { bundledDescription } from './place.ts';
import { conformantResults, erroredResults, failingResults } from './testing/sample-results.ts';
import { controlsIn } from './testing/screen.ts';

const description = bundledDescription('openapi.json');

/** Reads a command as the runner does: properties up to the second pair of colons, then the text. */
function read(text: string) {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, kind = '', list = '', data = ''] = /^::(\w+)(?: ([^:]*))?::(.*)$/.exec(line) ?? [];
      const plain = (value: string) =>
        value.replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%0A', '\n').replaceAll('%25', '%');
      const properties = Object.fromEntries(
        list
          .split(',')
          .filter((each) => each !== '')
          .map((each) => [each.slice(0, each.indexOf('=')), plain(each.slice(each.indexOf('=') + 1))]),
      );
      return { kind, properties, text: plain(data) };
    });
}

const annotationsOf = (results: Results) => read(renderAnnotations(results, description));

function withFindings(counts: Partial<Record<Finding['level'], number>>): Results {
  const [sample] = failingResults.findings;
  if (sample === undefined) throw new Error('the sample has findings');
  const findings = Object.entries(counts).flatMap(([level, count]) =>
    Array.from({ length: count }, (_, index): Finding => {
      const id = `${level}-${index}`;
      return { ...sample, id, requirement: id, level: level as Finding['level'] };
    }),
  );
  return { ...failingResults, findings };
}

describe('annotations of a GitHub workflow', () => {
  test('are empty without findings', () => {
    expect(renderAnnotations(conformantResults, description)).toBe('');
  });

  test('are errors for documented rules and warnings for observed ones, at a line of the description', () => {
    const [first, second, third] = annotationsOf(failingResults);
    expect([first, second, third].map((each) => each?.kind)).toEqual(['error', 'error', 'warning']);
    expect(first?.properties).toEqual({
      file: 'openapi.json',
      line: String(lines.marks['ERR-001'][0]?.[0]),
      title: expect.stringMatching(/^ERR-001 An error body is an object with/),
    });
    expect(first?.text).toBe(
      'The error of an invalid body has another shape\nexpected: a body with error and message\n' +
        'actual: a body with detail\nto repeat: conformance replay conformance-report/results.json errors.shape/ERR-001 ' +
        '--base-url https://sandbox.payroll.example/api --environment sandbox',
    );
  });

  test('have no line if the description is not in the repository', () => {
    for (const { properties } of read(renderAnnotations(failingResults, undefined))) {
      expect(Object.keys(properties)).toEqual(['title']);
    }
  });

  test('a run that did not start is an error', () => {
    expect(annotationsOf(erroredResults)).toEqual([
      {
        kind: 'error',
        properties: { title: 'The run could not judge the target' },
        text: expect.stringContaining('Preflight failed'),
      },
    ]);
  });

  test.each([
    [10, 10, undefined],
    [11, 10, '2 further findings in the report'],
    [100, 10, '91 further findings in the report'],
  ])('of %d findings of a kind at most ten are said', (count, want, last) => {
    const all = annotationsOf(withFindings({ documented: count, observed: count, assumed: count }));
    for (const kind of ['error', 'warning', 'notice']) {
      const own = all.filter((each) => each.kind === kind);
      expect(own).toHaveLength(want);
      if (last !== undefined) expect(own.at(-1)?.text).toBe(last);
    }
  });

  test('findings of one requirement are annotated once, and the others are counted', () => {
    const many = withFindings({ documented: 3 });
    const findings = many.findings.map((finding) => ({ ...finding, requirement: 'ERR-001' }));
    expect(annotationsOf({ ...many, findings }).map(({ text }) => text)).toEqual([
      expect.stringContaining('expected: '),
      '2 further findings in the report',
    ]);
  });

  test('text from a target cannot begin a command or end a property', () => {
    const hostile = '::error::owned\n::add-mask::x,file=/etc/passwd::% 100%0A';
    const sample = failingResults.findings.find(({ requirement }) => requirement === 'ERR-001');
    if (sample === undefined) throw new Error('the sample has it');
    const id = `\u001b[2J${hostile}`;
    const findings = [{ ...sample, id, title: hostile, expected: hostile, actual: hostile }];
    const text = renderAnnotations({ ...failingResults, findings }, description);
    expect(controlsIn(text)).toEqual([]);
    expect(text.split('\n')).toHaveLength(2);
    const [only] = read(text);
    expect(only?.kind).toBe('error');
    expect(only?.properties.file).toBe('openapi.json');
    expect(only?.text).toContain('::error::owned ::add-mask::x,file=/etc/passwd::% 100%0A');
    expect(controlsIn(renderAnnotations(failingResults, description))).toEqual([]);
  });
});
