import { describe, expect, test } from 'vitest';
import type { Results } from '../conformance/engine/results.ts';
import { renderSummary } from './summary.ts';
import {
  conformantResults,
  erroredResults,
  failingResults,
  reservedResults,
} from './testing/sample-results.ts';
import { controlsIn } from './testing/screen.ts';

const crowded: Results = {
  ...failingResults,
  findings: Array.from({ length: 40 }, (_, index) =>
    failingResults.findings.map((finding) => ({ ...finding, requirement: `${finding.requirement}${index}` })),
  ).flat(),
  requirements: failingResults.requirements.map((entry) => ({
    ...entry,
    status: 'not-exercised',
    reason: `Reason of ${entry.id} ${'word '.repeat(60)}`,
  })),
};

describe('the summary', () => {
  test('says that a target conforms', () => {
    const { documented, observed, assumed } = conformantResults.totals;
    const transitions = Object.keys(conformantResults.coverage.transitions).length;
    expect(
      renderSummary(conformantResults, { color: false, columns: 80, reportPath: 'out/index.html' }),
    ).toBe(
      [
        'The target conforms',
        `Every documented requirement that can be tested passed: ${documented.passed} of ${documented.passed}.`,
        `  documented  ${documented.passed} passed  0 failed  0 not exercised  ${documented.untestable} untestable`,
        `  observed    ${observed.passed} passed  0 warned  0 not exercised`,
        `  assumed     ${assumed.passed} passed  0 warned  0 not exercised`,
        `  machines    ${transitions} of ${transitions} transitions taken`,
        '',
        '1 min 23 s, 321 requests, seed 42',
        'Report: out/index.html',
        '',
      ].join('\n'),
    );
  });

  test('shows each finding, and the gaps in one line with the remedy', () => {
    const text = renderSummary(failingResults, { color: false, columns: 120 });
    expect(text).toContain(
      [
        '  ✗ PAYROLL-024 An approved payroll that the balance does not cover moves to Awaiting Funds.',
        '    expected status awaiting-funds  actual status scheduled',
      ].join('\n'),
    );
    expect(text).toContain(
      [
        '17 requirements of all levels were not exercised. See: conformance doctor',
        'Errored: 8 requirements. connect ECONNREFUSED 127.0.0.1:9',
      ].join('\n'),
    );
  });

  test.each([
    ['the embedded server', 'reference', {}, 'The embedded reference server conforms'],
    [
      'a reference server with an address',
      'reference',
      { 'base-url': ['http://127.0.0.1'] },
      'The target conforms',
    ],
    ['a receiver', 'receiver', {}, 'The receiver conforms'],
  ] as const)('says that %s conforms', (_, kind, options, says) => {
    const { run, target } = conformantResults;
    const invocation = { program: 'conformance', record: 'results.json', options };
    const results = { ...conformantResults, run: { ...run, invocation }, target: { ...target, kind } };
    expect(renderSummary(results, { color: false, columns: 80 }).split('\n')[0]).toBe(says);
  });

  test('says that cases shared businesses if one of them was rejected for it', () => {
    const obstacle = { operation: 'submitKyb', status: 400, said: 'already submitted', businessLimit: 5 };
    const requirements = failingResults.requirements.map((each) => ({ ...each, obstacle }));
    expect(renderSummary({ ...failingResults, requirements }, { color: false, columns: 200 })).toContain(
      [
        'Most common obstacle: submitKyb was rejected with 400: already submitted',
        'The run opens at most 5 businesses, so cases share them, which may be the reason. ' +
          'Add --max-businesses with more than 5, or after a smoke run --profile standard.',
      ].join('\n'),
    );
  });

  test('says only that other profiles exercise more after a smoke run, whose cases share businesses', () => {
    const obstacle = { operation: 'submitKyb', status: 400, said: 'already submitted', businessLimit: 5 };
    const requirements = failingResults.requirements.map((each) => ({ ...each, obstacle }));
    const run = { ...failingResults.run, profile: 'smoke' } as const;
    const said = renderSummary({ ...failingResults, run, requirements }, { color: false, columns: 300 });
    expect(said).toMatch(/\d+ requirements of all levels were not exercised\. .*--profile standard/);
    expect(said).not.toMatch(/obstacle|doctor|not selected/);
  });

  test('names the line of the adapter that sends to where there is nothing', () => {
    const boundTo = 'POST /v1/payrolls/{payrollId}/aprove';
    const obstacle = { operation: 'approvePayroll', status: 404, said: 'no such route', boundTo };
    const requirements = failingResults.requirements.map((each) => ({ ...each, obstacle }));
    const text = renderSummary({ ...failingResults, requirements }, { color: false, columns: 200 });
    expect(text).toContain(
      'The line operations.approvePayroll of the adapter sends POST /v1/payrolls/{payrollId}/aprove, and the server has nothing there (404): correct the line.',
    );
    expect(text).not.toContain('cases share them');
  });

  test('names what a tester has not given for a receiver', () => {
    const target = { ...failingResults.target, kind: 'receiver' } as const;
    const requirements = failingResults.requirements
      .filter(({ status }) => status === 'not-exercised')
      .map((each) => ({ ...each, checks: ['receiver.order'], reason: 'Without --probe, nothing is seen.' }));
    expect(
      renderSummary({ ...failingResults, target, requirements }, { color: false, columns: 80 }),
    ).toContain(`${requirements.length} of them: Without --probe, nothing is seen.\n`);
  });

  test('names what passed for some operations only, and what may be broken', () => {
    expect(renderSummary(reservedResults, { color: false, columns: 120 })).toContain(
      [
        'Passed in part: AUTH-001. Passed for 41 of 42 operations. Not tried: createPayout.',
        'May be broken: AUTH-002. A revoked token is accepted.',
      ].join('\n'),
    );
  });

  test('says what is of the first one only', () => {
    const [one] = reservedResults.requirements.filter(({ operations }) => operations !== undefined);
    const requirements = [...reservedResults.requirements, ...(one === undefined ? [] : [one])];
    expect(renderSummary({ ...reservedResults, requirements }, { color: false, columns: 120 })).toContain(
      'Passed in part: 2 requirements. The first is AUTH-001: Passed for 41 of 42 operations. Not tried: createPayout.',
    );
  });

  test('counts transitions out of reach separately', () => {
    expect(renderSummary(failingResults, { color: false, columns: 80 })).toContain(
      '\n  machines    4 of 7 transitions taken  1 out of reach\n',
    );
  });

  test('gives the reason why a run did not start', () => {
    expect(renderSummary(erroredResults, { color: false, columns: 80 })).toContain(
      'Preflight failed: connect',
    );
  });

  test.each([40, 80, 120])('fits one screen of 24 lines and %d columns', (columns) => {
    for (const results of [crowded, failingResults, conformantResults, erroredResults]) {
      const lines = renderSummary(results, { color: false, columns, reportPath: 'r.html' }).split('\n');
      expect(lines.length).toBeLessThanOrEqual(24);
      if (columns >= 80) expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
    }
  });

  test('shows the number of findings that do not fit', () => {
    const text = renderSummary(crowded, { color: false, columns: 80 });
    expect(text).toContain('and 116 more in the report');
  });

  test('shows the findings of one requirement once', () => {
    const findings = [...failingResults.findings, ...failingResults.findings];
    const text = renderSummary({ ...failingResults, findings }, { color: false, columns: 120 });
    expect(text).toContain(`${findings.length} findings of 3 requirements\n`);
    expect(text).toContain(
      '  ✗ PAYROLL-024 An approved payroll that the balance does not cover moves to Awaiting Funds. (2 checks)\n',
    );
    expect(text).not.toContain('more in the report');
  });

  test('what decides the verdict gets its commands before advice does', () => {
    const finding = failingResults.findings.find(({ requirement }) => requirement === 'PAYROLL-024');
    if (finding === undefined) throw new Error('The sample has no such finding');
    const advice = ['ERR-001', 'ERR-002', 'ERR-003', 'ERR-004'].map((requirement) => {
      return { ...finding, requirement, level: 'observed' } as typeof finding;
    });
    const results = { ...failingResults, findings: [finding, ...advice] };
    const text = renderSummary(results, { color: false, columns: 120 });
    const [, ofFirst = ''] = text.split('  ✗ ');
    expect(ofFirst.split('\n  ! ')[0]).toMatch(/replay .*\n.*explain /);
  });

  test('shows the whole sentence if there is room for it', () => {
    const text = renderSummary(failingResults, { color: false, columns: 80 });
    expect(text).toContain(
      [
        '  ✗ PAYROLL-024 An approved payroll that the balance does not cover moves to',
        '    Awaiting Funds.',
      ].join('\n'),
    );
  });

  test('control characters from a target are not written', () => {
    const text = renderSummary(failingResults, { color: false, columns: 2000 });
    expect(controlsIn(text)).toEqual([]);
    expect(text).toContain('escape␛[2J');
  });
});
