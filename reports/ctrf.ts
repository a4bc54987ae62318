/** The Common Test Report Format (CTRF), which test dashboards and actions of CI servers read. */
import { targetKinds } from '../conformance/engine/events.ts';
import type { Finding } from '../conformance/engine/finding.ts';
import type { RequirementResult } from '../conformance/engine/requirement-results.ts';
import type { Results } from '../conformance/engine/results.ts';
import { jsonText } from '../markup/visible-text.ts';
import { findingCommand } from './commands.ts';
import { worstFirst } from './findings.ts';
import { outcomeNotes } from './outcome-notes.ts';
import { requirementMillis } from './requirement-times.ts';
import { transcript } from './transcript.ts';
import { headlineOf } from './wording.ts';

type Status = 'passed' | 'failed' | 'skipped' | 'other';

function ctrfStatus({ status, known, outside }: RequirementResult): Status {
  switch (status) {
    case 'passed':
      return 'passed';
    case 'failed':
      return known === undefined && outside === undefined ? 'failed' : 'other';
    case 'warned':
      return 'other';
    case 'errored':
      return 'failed';
    case 'not-exercised':
    case 'untestable':
      return 'skipped';
  }
  return status satisfies never;
}

const traceOf = (finding: Finding, results: Results) =>
  `${transcript(finding)}\n\nTo repeat: ${findingCommand(finding, results)}`;

function testOf(entry: RequirementResult, results: Results, millis: number) {
  const [first] = worstFirst(results.findings.filter(({ requirement }) => requirement === entry.id));
  const found = first && `expected ${first.expected}; actual ${first.actual}`;
  const why = entry.known ?? entry.outside ?? entry.reason;
  const message = [found, why].filter((part) => part !== undefined).join('. ');
  return {
    testId: entry.id,
    name: `${entry.id} ${entry.statement}`,
    status: ctrfStatus(entry),
    rawStatus: entry.status,
    duration: Math.round(millis),
    suite: [entry.section],
    type: 'conformance',
    tags: [entry.level],
    ...(message !== '' && { message }),
    ...(first && { trace: traceOf(first, results) }),
  };
}

/** A run that did not end well must not look green where only tests count. */
function testOfRun(results: Results) {
  const isEnded = results.verdict !== 'error' && results.verdict !== 'incomplete';
  const notes = isEnded ? outcomeNotes(results) : [results.reason ?? headlineOf(results)];
  return {
    testId: 'run',
    name: 'The run finished, and its exit code tells of nothing else',
    status: notes.length === 0 ? ('passed' as const) : ('failed' as const),
    rawStatus: results.verdict,
    duration: results.run.durationMillis,
    suite: ['Run'],
    type: 'conformance',
    ...(notes.length > 0 && { message: notes.join('; ') }),
  };
}

/** One test for each requirement, and one for the run. Warnings and known failures have the status `other`. */
export function renderCtrf(results: Results): string {
  const { requirements, run, target, tool } = results;
  const millis = requirementMillis(results);
  const tests = [
    testOfRun(results),
    ...requirements.map((entry) => testOf(entry, results, millis.get(entry.id) ?? 0)),
  ];
  const count = (status: Status) => tests.filter((test) => test.status === status).length;
  const report = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: run.finishedAt,
    generatedBy: `${tool.name} ${tool.version}`,
    results: {
      tool: { name: tool.name, version: tool.version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: count('other'),
        suites: new Set(tests.flatMap(({ suite }) => suite)).size,
        start: Date.parse(run.startedAt),
        stop: Date.parse(run.finishedAt),
      },
      environment: {
        reportName: headlineOf(results),
        appName: target.baseUrl,
        testEnvironment: targetKinds.some((kind) => kind === target.kind) ? target.environment : target.kind,
      },
      tests,
    },
  };
  return `${jsonText(report, 2)}\n`;
}
