/** JUnit XML, for the test views of CI servers. */
import type { Finding } from '../conformance/engine/finding.ts';
import type { RequirementResult } from '../conformance/engine/requirement-results.ts';
import type { Results } from '../conformance/engine/results.ts';
import { type Html, html, trusted } from '../markup/html.ts';
import { shorten, visibleLine, visibleText } from '../markup/visible-text.ts';
import { findingCommand } from './commands.ts';
import { bySection, worstFirst } from './findings.ts';
import { restsOnSentences } from './interpretations.ts';
import { knownProblems } from './known.ts';
import { outcomeNotes } from './outcome-notes.ts';
import { requirementMillis } from './requirement-times.ts';
import { transcript } from './transcript.ts';
import { claimsLine, headline } from './wording.ts';

const messageLimit = 500;

/**
 * {@link visibleText} removes all control characters except tab and newline; XML 1.0 also forbids these two.
 * GitLab shows the file of `[[ATTACHMENT|path]]`, and a target must not choose that file.
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
      `To repeat: ${findingCommand(finding, results)}`,
    ].join('\n'),
  );
}

/** Keeps quotes in the text of an element, so that a command can be pasted from the file. */
const content = (text: string): Html =>
  trusted(html`${text}`.text.replaceAll('&quot;', '"').replaceAll('&#39;', "'"));

/** The element for the outcome of a test case. */
type Ending = 'failure' | 'error';

const ended = (element: Ending, type: string, message: string, text = '') =>
  html`<${trusted(element)} type="${type}" message="${xmlLine(message)}">${content(text)}</${trusted(element)}>`;

function outcomeOf(entry: RequirementResult, results: Results): readonly Html[] {
  const findings = worstFirst(results.findings.filter(({ requirement }) => requirement === entry.id));
  const accounts = () => findings.map((finding) => account(finding, results)).join('\n\n');
  switch (entry.status) {
    case 'passed':
      return [];
    case 'failed': {
      if (entry.known !== undefined) {
        const why = entry.outside === undefined ? 'known failure' : 'does not count';
        const message = xmlLine(`${why}: ${entry.known}`);
        return [html`<skipped message="${message}"/>`, html`<system-out>${content(accounts())}</system-out>`];
      }
      const [first] = findings;
      const message = first ? `expected ${first.expected}; actual ${first.actual}` : 'failed';
      return [ended('failure', entry.level, message, accounts())];
    }
    case 'warned':
      return [html`<system-out>${content(`Warning, ${entry.level} level:\n${accounts()}`)}</system-out>`];
    case 'not-exercised':
    case 'untestable': {
      // As text: the older Jenkins schema allows no attribute here, and GitLab shows only the text.
      const reason = xmlLine(`${entry.status}: ${entry.reason ?? 'no reason given'}`);
      return [html`<skipped>${content(reason)}</skipped>`];
    }
    case 'errored':
      return [ended('error', 'errored', entry.reason ?? 'no reason given')];
  }
  return entry.status satisfies never;
}

/** The status for the counts: a known failure counts as skipped. */
const countedAs = ({ status, known }: RequirementResult) =>
  status === 'failed' && known !== undefined ? 'known' : status;

type Counted = ReturnType<typeof countedAs>;

const seconds = (millis: number) => (millis / 1000).toFixed(3);

/** Jenkins shows the part before the last dot as the package, or `(root)` without a dot. */
function className(section: string): string {
  return `conformance.${xmlLine(section).replaceAll('.', ' ')}`;
}

function testCase(section: string, name: string, millis: number, outcome: readonly Html[]): Html {
  const attributes = html`classname="${className(section)}" name="${xmlLine(name)}" time="${seconds(millis)}"`;
  if (outcome.length === 0)
    return html`
    <testcase ${attributes}/>`;
  const lines = outcome.map(
    (each) => html`
      ${each}`,
  );
  return html`
    <testcase ${attributes}>${lines}
    </testcase>`;
}

interface TestSuite {
  readonly name: string;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly millis: number;
  readonly cases: readonly Html[];
}

function testSuite({ name, failures, errors, skipped, millis, cases }: TestSuite, { run }: Results): Html {
  return html`
  <testsuite name="${xmlLine(name)}" tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${seconds(millis)}" timestamp="${run.startedAt}">${cases}
  </testsuite>`;
}

function sectionSuite(
  name: string,
  entries: readonly RequirementResult[],
  results: Results,
  millis: ReadonlyMap<string, number>,
): Html {
  const timeOf = ({ id }: RequirementResult) => millis.get(id) ?? 0;
  const count = (...statuses: Counted[]) =>
    entries.filter((entry) => statuses.includes(countedAs(entry))).length;
  const suite = {
    name,
    failures: count('failed'),
    errors: count('errored'),
    skipped: count('not-exercised', 'untestable', 'known'),
    millis: entries.reduce((sum, entry) => sum + timeOf(entry), 0),
    cases: entries.map((entry) =>
      testCase(name, `${entry.id} ${entry.statement}`, timeOf(entry), outcomeOf(entry, results)),
    ),
  };
  return testSuite(suite, results);
}

/**
 * Test cases for problems of the run itself: a run that did not start or finish, or an outdated list of known failures, must not
 * look green where only test cases count.
 */
function troubleOfRun(results: Results): Pick<TestSuite, 'failures' | 'errors' | 'cases'> {
  const isEnded = results.verdict !== 'error' && results.verdict !== 'incomplete';
  const notes = outcomeNotes(results);
  const isKnown = knownProblems(results).length > 0;
  const cases = (results.claims ?? [])
    .filter(({ status }) => status === 'made')
    .map((claim) => testCase('Claims', claimsLine([claim]), 0, []));
  if (!isEnded) {
    const reason = results.reason ?? headline(results.verdict);
    cases.push(testCase('Run', 'The run finished', 0, [ended('error', results.verdict, reason)]));
  }
  if (notes.length > 0) {
    const name = isKnown ? 'The lists of known failures are up to date' : 'The exit code is 0';
    const type = isKnown ? 'known-failures' : 'exit-code';
    const failure = ended('failure', type, notes.join('; '), xmlText(notes.join('\n')));
    cases.push(testCase('Run', name, 0, [failure]));
  }
  return { failures: notes.length > 0 ? 1 : 0, errors: isEnded ? 0 : 1, cases };
}

/**
 * One testsuite per section of the interface document, one testcase per requirement.
 * Warnings pass, with details in `system-out`. Valid by both schemas that Jenkins has published; therefore only the suites,
 * not the root, have `skipped`.
 */
export function renderJunit(results: Results): string {
  const { requirements, run, target } = results;
  const count = (...statuses: Counted[]) =>
    requirements.filter((entry) => statuses.includes(countedAs(entry))).length;
  const trouble = troubleOfRun(results);
  const millis = requirementMillis(results);
  const suites = [
    ...(trouble.cases.length > 0
      ? [testSuite({ name: 'Run', skipped: 0, millis: 0, ...trouble }, results)]
      : []),
    ...[...bySection(results)].map(([section, entries]) => sectionSuite(section, entries, results, millis)),
  ];
  return html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${xmlLine(`Conformance of ${target.baseUrl}`)}" time="${seconds(run.durationMillis)}" tests="${requirements.length + trouble.cases.length}" failures="${count('failed') + trouble.failures}" errors="${count('errored') + trouble.errors}">${suites}
</testsuites>
`.text;
}
