/** SARIF 2.1.0: findings as results at lines of the description, for code scanning and editors. */
import { createHash } from 'node:crypto';
import type { Location, Log, Notification, ReportingDescriptor, Result, ThreadFlowLocation } from 'sarif';
import type { Finding, Step } from '../conformance/engine/finding.ts';
import type { RequirementResult } from '../conformance/engine/requirement-results.ts';
import type { Results } from '../conformance/engine/results.ts';
import { jsonText, shorten, visibleLine, visibleText } from '../markup/visible-text.ts';
import type { Level } from '../openapi/catalogue.ts';
import type { LineRange } from '../openapi/description-lines.ts';
import { explainCommand, findingCommand } from './commands.ts';
import { gaps, worstFirst } from './findings.ts';
import { restsOnSentences } from './interpretations.ts';
import { outcomeNotes } from './outcome-notes.ts';
import { type DescribedIn, linesOfOperation, operationOf, placeOf } from './place.ts';
import { headline } from './wording.ts';

const textLimit = 1000;

const levels = { documented: 'error', observed: 'warning', assumed: 'note' } as const satisfies Record<
  Level,
  Result['level']
>;

/** In SARIF `[text](address)` is a link even in plain text; a word joiner prevents that. */
function plain(text: string): string {
  return shorten(visibleText(text), textLimit).replaceAll('](', ']\u2060(');
}

const line = (text: string) => plain(visibleLine(text));

function ruleOf(entry: RequirementResult, results: Results): ReportingDescriptor {
  const { id, level } = entry;
  const [section, statement] = [line(entry.section), line(entry.statement)];
  const help = `Section "${section}", ${level}. Checks: `;
  const command = explainCommand(id, results);
  return {
    id,
    name: id.replace('-', ''),
    shortDescription: { text: statement },
    fullDescription: { text: `${statement} (section "${section}" of the interface document)` },
    help: {
      text: `${statement}\n\n${help}${command}`,
      markdown: `${statement}\n\n${help}\`${command}\``,
    },
    defaultConfiguration: { level: levels[level] },
    properties: { tags: [level, section], precision: level === 'documented' ? 'very-high' : 'medium' },
  };
}

function locationAt(
  description: DescribedIn,
  [startLine, endLine]: LineRange,
  more: Pick<Location, 'message' | 'logicalLocations'> = {},
): Location {
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(description.path) },
      region: { startLine, endLine },
    },
    ...more,
  };
}

/** Each exchange of the counterexample, at the lines of its operation. */
function flowOf(steps: readonly Step[], description: DescribedIn): ThreadFlowLocation[] {
  return steps.flatMap(({ label, phase, exchanges }) =>
    exchanges.flatMap(({ operation, request, response }): ThreadFlowLocation[] => {
      const range = linesOfOperation(operation, description);
      if (range === undefined) return [];
      const answer = response ? String(response.status) : 'no response';
      const { pathname } = URL.canParse(request.url) ? new URL(request.url) : { pathname: request.url };
      const text = line(`${label}: ${request.method} ${pathname} returned ${answer}`);
      return [
        {
          location: locationAt(description, range, { message: { text } }),
          importance: phase === 'setup' ? 'unimportant' : 'important',
        },
      ];
    }),
  );
}

function resultOf(
  finding: Finding,
  results: Results,
  description: DescribedIn,
  ruleIndex: number | undefined,
): Result {
  const operation = operationOf(finding);
  const range = placeOf(finding, description) ?? [1, 1];
  const atOperation = linesOfOperation(operation?.id, description);
  const name = operation && `${operation.method.toUpperCase()} ${operation.path}`;
  const flow = flowOf(finding.steps, description);
  // GitHub recognises an earlier result by this fingerprint, or otherwise by the text of the line.
  const fingerprint = createHash('sha256').update(finding.id).digest('hex').slice(0, 16);
  return {
    ruleId: finding.requirement,
    ...(ruleIndex !== undefined && { ruleIndex }),
    kind: 'fail',
    level: levels[finding.level],
    message: {
      text: [
        line(finding.title),
        `Expected: ${line(finding.expected)}`,
        `Actual: ${line(finding.actual)}`,
        ...restsOnSentences(finding).map(line),
        `To repeat: ${findingCommand(finding, results)}`,
      ].join('\n'),
    },
    locations: [
      locationAt(description, range, {
        ...(name !== undefined && {
          logicalLocations: [{ fullyQualifiedName: name, kind: 'function' }],
        }),
      }),
    ],
    ...(name !== undefined &&
      atOperation !== undefined &&
      atOperation !== range && {
        relatedLocations: [{ id: 0, ...locationAt(description, atOperation, { message: { text: name } }) }],
      }),
    ...(flow.length > 0 && { codeFlows: [{ threadFlows: [{ locations: flow }] }] }),
    partialFingerprints: { 'conformanceFinding/v1': finding.id, primaryLocationLineHash: `${fingerprint}:1` },
    properties: { check: finding.check, seed: finding.replay.seed },
  };
}

function notificationsOf(results: Results): Notification[] {
  const { verdict, reason } = results;
  const broken = verdict === 'error' || verdict === 'incomplete';
  return [
    ...(broken ? [{ level: 'error' as const, message: { text: line(reason ?? headline(verdict)) } }] : []),
    ...outcomeNotes(results).map((note) => ({ level: 'error' as const, message: { text: line(note) } })),
    ...gaps(results).map(({ reason: why, requirements }) => ({
      level: 'note' as const,
      message: { text: `Not exercised: ${line(why)} (${requirements.map(({ id }) => id).join(', ')})` },
    })),
  ];
}

/**
 * One rule per testable requirement, one result per finding: documented rules are errors, observed ones warnings,
 * assumed ones notes. The fingerprint of a result depends only on the rule and the check.
 */
export function renderSarif(results: Results, description: DescribedIn): string {
  const testable = results.requirements.filter(({ status }) => status !== 'untestable');
  const indexes = new Map(testable.map(({ id }, index) => [id, index]));
  const { tool, run, verdict, target, exit } = results;
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: line(tool.name),
            semanticVersion: line(tool.version),
            rules: testable.map((each) => ruleOf(each, results)),
          },
        },
        invocations: [
          {
            executionSuccessful: verdict !== 'error' && verdict !== 'incomplete',
            startTimeUtc: new Date(run.startedAt).toISOString(),
            endTimeUtc: new Date(run.finishedAt).toISOString(),
            ...(exit && { exitCode: exit.code, exitCodeDescription: line(exit.reason) }),
            toolExecutionNotifications: notificationsOf(results),
          },
        ],
        results: worstFirst(results.findings).map((finding) =>
          resultOf(finding, results, description, indexes.get(finding.requirement)),
        ),
        properties: { verdict, target: target.baseUrl, seed: run.seed, profile: run.profile },
      },
    ],
  };
  return `${jsonText(log, 1)}\n`;
}
