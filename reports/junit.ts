/** JUnit XML, for the test views of CI servers. */
import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import type { Finding } from '../conformance/engine/finding.ts';
import type { RequirementResult, Results } from '../conformance/engine/results.ts';
import { shorten, visibleLine, visibleText } from '../markup/visible-text.ts';
import { findingCommand } from './commands.ts';
import { bySection, worstFirst } from './findings.ts';
import { restsOnSentences } from './interpretations.ts';
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
  { section, entries, results }: { section: string; entries: readonly RequirementResult[]; results: Results },
): void {
  const count = (...statuses: Counted[]) =>
    entries.filter((entry) => statuses.includes(countedAs(entry))).length;
  const suite = root.ele('testsuite', {
    name: xmlLine(section),
    tests: entries.length,
    failures: count('failed'),
    errors: count('errored'),
    skipped: count('not-exercised', 'untestable', 'known'),
    timestamp: results.run.startedAt,
  });
  for (const entry of entries) {
    const testcase = suite.ele('testcase', {
      classname: className(section),
      name: xmlLine(`${entry.id} ${entry.statement}`),
    });
    addOutcome(testcase, entry, results);
  }
}

/** A run that was not made, or not finished, must not look green where only test cases are counted. */
function addRunError(root: XMLBuilder, results: Results): number {
  if (results.verdict !== 'error' && results.verdict !== 'incomplete') return 0;
  root
    .ele('testsuite', { name: 'Run', tests: 1, failures: 0, errors: 1, skipped: 0 })
    .ele('testcase', { classname: className('Run'), name: 'The run went to its end' })
    .ele('error', { type: results.verdict, message: xmlLine(results.reason ?? headline(results.verdict)) });
  return 1;
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
  const runErrors = addRunError(root, results);
  root
    .att('tests', String(results.requirements.length + runErrors))
    .att('failures', String(count('failed')))
    .att('errors', String(count('errored') + runErrors));
  for (const [section, entries] of bySection(results)) addSection(root, { section, entries, results });
  return `${root.end({ prettyPrint: true })}\n`;
}
