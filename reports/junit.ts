/** JUnit XML, for the test views of CI servers. */
import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import type { Finding } from '../conformance/engine/finding.ts';
import type { RequirementResult, Results } from '../conformance/engine/results.ts';
import { shorten, visibleLine, visibleText } from '../markup/visible-text.ts';
import { findingCommand } from './commands.ts';
import { bySection, worstFirst } from './findings.ts';
import { restsOnSentences } from './interpretations.ts';
import { knownProblems } from './known.ts';
import { outcomeNotes } from './outcome-notes.ts';
import { requirementMillis } from './requirement-times.ts';
import { transcript } from './transcript.ts';
import { headline } from './wording.ts';

const messageLimit = 500;

/**
 * {@link visibleText} leaves no control but tab and newline; XML 1.0 forbids these two as well.
 * GitLab takes `[[ATTACHMENT|path]]` for the path of a file to show, which no target is to choose.
 */
function xmlText(text: string): string {
  return visibleText(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('[[ATTACHMENT', '[ [ATTACHMENT');
}

function xmlLine(text: string): string {
  return shorten(visibleLine(xmlText(text)), messageLimit);
}

function account(finding: Finding, results: Results): string {
  return xmlText(
    [
      finding.title,
      `Expected: ${finding.expected}`,
      `Actual: ${finding.actual}`,
      ...restsOnSentences(finding),
      `Finding: ${finding.id} (${finding.level}, check ${finding.check}, seed ${finding.replay.seed})`,
      '',
      transcript(finding),
      '',
      `Again: ${findingCommand(finding, results)}`,
    ].join('\n'),
  );
}

function addOutcome(testcase: XMLBuilder, entry: RequirementResult, results: Results): void {
  const findings = worstFirst(results.findings.filter(({ requirement }) => requirement === entry.id));
  const accounts = () => findings.map((finding) => account(finding, results)).join('\n\n');
  switch (entry.status) {
    case 'passed':
      return;
    case 'failed': {
      if (entry.known !== undefined) {
        testcase.ele('skipped', { message: xmlLine(`known failure: ${entry.known}`) });
        testcase.ele('system-out').txt(accounts());
        return;
      }
      const [first] = findings;
      const message = first ? `expected ${first.expected}; actual ${first.actual}` : 'failed';
      testcase.ele('failure', { type: entry.level, message: xmlLine(message) }).txt(accounts());
      return;
    }
    case 'warned':
      testcase.ele('system-out').txt(`Warning, ${entry.level} level:\n${accounts()}`);
      return;
    case 'not-exercised':
    case 'untestable':
      // As text: the older of the two schemas of Jenkins knows no attribute here, and GitLab shows only the text.
      testcase.ele('skipped').txt(xmlLine(`${entry.status}: ${entry.reason ?? 'no reason given'}`));
      return;
    case 'errored':
      testcase.ele('error', { type: 'errored', message: xmlLine(entry.reason ?? 'no reason given') });
      return;
  }
  entry.status satisfies never;
}

/** As it is counted: a failure that is known is skipped, with its reason. */
const countedAs = ({ status, known }: RequirementResult) =>
  status === 'failed' && known !== undefined ? 'known' : status;

type Counted = ReturnType<typeof countedAs>;

const seconds = (millis: number) => (millis / 1000).toFixed(3);

/** Jenkins takes what stands before the last dot for a package, and calls it `(root)` where there is none. */
function className(section: string): string {
  return `conformance.${xmlLine(section).replaceAll('.', ' ')}`;
}

function addSection(
  root: XMLBuilder,
  {
    section,
    entries,
    results,
    millis,
  }: {
    section: string;
    entries: readonly RequirementResult[];
    results: Results;
    millis: ReadonlyMap<string, number>;
  },
): void {
  const timeOf = ({ id }: RequirementResult) => millis.get(id) ?? 0;
  const count = (...statuses: Counted[]) =>
    entries.filter((entry) => statuses.includes(countedAs(entry))).length;
  const suite = root.ele('testsuite', {
    name: xmlLine(section),
    tests: entries.length,
    failures: count('failed'),
    errors: count('errored'),
    skipped: count('not-exercised', 'untestable', 'known'),
    time: seconds(entries.reduce((sum, entry) => sum + timeOf(entry), 0)),
    timestamp: results.run.startedAt,
  });
  for (const entry of entries) {
    const testcase = suite.ele('testcase', {
      classname: className(section),
      name: xmlLine(`${entry.id} ${entry.statement}`),
      time: seconds(timeOf(entry)),
    });
    addOutcome(testcase, entry, results);
  }
}

interface RunCounts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
}

/**
 * What is no requirement: a run that was not made, or not finished, and a list of known failures that is out of date, must not look
 * green where only test cases are counted.
 */
function addRun(root: XMLBuilder, results: Results): RunCounts {
  const isEnded = results.verdict !== 'error' && results.verdict !== 'incomplete';
  const notes = outcomeNotes(results);
  const failures = notes.length > 0 ? 1 : 0;
  const errors = isEnded ? 0 : 1;
  const counts = { tests: failures + errors, failures, errors };
  if (counts.tests === 0) return counts;
  const suite = root.ele('testsuite', {
    name: 'Run',
    ...counts,
    skipped: 0,
    time: seconds(0),
    timestamp: results.run.startedAt,
  });
  const add = (name: string) =>
    suite.ele('testcase', { classname: className('Run'), name, time: seconds(0) });
  if (!isEnded) {
    const message = xmlLine(results.reason ?? headline(results.verdict));
    add('The run went to its end').ele('error', { type: results.verdict, message });
  }
  if (failures > 0) {
    const isKnown = knownProblems(results).length > 0;
    const name = isKnown ? 'The lists of known failures are up to date' : 'The exit code is 0';
    const type = isKnown ? 'known-failures' : 'exit-code';
    add(name)
      .ele('failure', { type, message: xmlLine(notes.join('; ')) })
      .txt(xmlText(notes.join('\n')));
  }
  return counts;
}

/**
 * One testsuite per section of the interface document, one testcase per requirement.
 * Warnings pass, with their account in `system-out`. Valid by both schemas that Jenkins has published, which is why
 * the root has no `skipped`: its suites have.
 */
export function renderJunit(results: Results): string {
  const count = (...statuses: Counted[]) =>
    results.requirements.filter((entry) => statuses.includes(countedAs(entry))).length;
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', {
    name: xmlLine(`Conformance of ${results.target.baseUrl}`),
    time: seconds(results.run.durationMillis),
  });
  const run = addRun(root, results);
  const millis = requirementMillis(results);
  root
    .att('tests', String(results.requirements.length + run.tests))
    .att('failures', String(count('failed') + run.failures))
    .att('errors', String(count('errored') + run.errors));
  for (const [section, entries] of bySection(results))
    addSection(root, { section, entries, results, millis });
  return `${root.end({ prettyPrint: true })}\n`;
}
