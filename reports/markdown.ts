/** Markdown for a pull request comment or a job summary. */
import type { Finding } from '../conformance/engine/finding.ts';
import type { RequirementResult } from '../conformance/engine/requirement-results.ts';
import type { Results } from '../conformance/engine/results.ts';
import { refusalRemedy } from '../conformance/target/remedies.ts';
import { shorten, visibleLine } from '../markup/visible-text.ts';
import { assumptions, trialCounts } from './assumptions.ts';
import { findingCommand } from './commands.ts';
import { type FindingGroup, findingGroups, gaps, obstacles, requirementOf, sizeOf } from './findings.ts';
import { restsOnSentences } from './interpretations.ts';
import { knownNote } from './known.ts';
import { describedMachines, figuresOf, wasTried, whyOutOfReach } from './machine-coverage.ts';
import { outcomeNotes } from './outcome-notes.ts';
import { timelineLines } from './timeline.ts';
import { transcript } from './transcript.ts';
import { documentedFigures, duration, explanation, headlineOf, moment, plural } from './wording.ts';

/** GitHub accepts comments of up to 65,536 characters; other sites count bytes. */
const byteLimit = 60_000;
/** Room for the line with the number of omitted findings. */
const reserve = 200;
const fieldLimit = 600;
/** A longer conversation is cut in the middle. */
const transcriptLimit = 8000;
const transcriptEnd = 3000;
const gapLimit = 20;
/** With more findings, a list comes before the details. */
const fewFindings = 3;
const listedTitle = 120;
/** Maximum size of that list. */
const listLimit = 20_000;

/**
 * Plain prose without markup, formulas, mentions, references or links. A word joiner breaks patterns that GitHub would
 * still recognise after resolving escapes.
 */
export function prose(text: string, limit = fieldLimit): string {
  return shorten(visibleLine(text), limit)
    .replace(/[\\`*_{}[\]<>()#+!|~&$-]/g, '\\$&')
    .replace(/@|:(?=\/\/)|www(?=\.)|#(?=\d)|GH\\-(?=\d)/gi, '$&\u2060');
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** A code span that the text cannot end. */
function code(text: string): string {
  const line = shorten(visibleLine(text), fieldLimit);
  const ticks = '`'.repeat(longestRun(line) + 1);
  return `${ticks} ${line} ${ticks}`.replace(/^` (?!`)(.*[^`]) `$/, '`$1`');
}

/** A code block that the text cannot end. */
function fenced(text: string, language: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${language}\n${text}\n${ticks}`;
}

/** Keeps the end, which shows the violation. */
function cutInTheMiddle(text: string): string {
  if (text.length <= transcriptLimit) return text;
  const [beginning, end] = [text.slice(0, transcriptLimit - transcriptEnd), text.slice(-transcriptEnd)];
  return `${beginning.toWellFormed()}…\n(cut here; the HTML report has the whole conversation)\n…${end.toWellFormed()}`;
}

/** Leaves the rule out if it is also the title of the finding. */
function ruleUnlessSaid({ statement }: RequirementResult, { title }: Finding): string {
  return statement === title ? '' : `${prose(statement)} `;
}

function findingSection({ first: finding, others }: FindingGroup, results: Results): string {
  const entry = requirementOf(results, finding);
  const said = [
    `expected: ${shorten(visibleLine(finding.expected), fieldLimit)}`,
    `actual:   ${shorten(visibleLine(finding.actual), fieldLimit)}`,
    ...(finding.timeline === undefined ? [] : ['', ...timelineLines(finding.timeline)]),
  ].join('\n');
  const counted = finding.steps.filter(({ phase }) => phase === 'step').length;
  return [
    `### ${finding.requirement}: ${prose(finding.title)}`,
    '',
    ...(finding.known ? [`**${prose(knownNote(finding))}**`, ''] : []),
    ...(entry
      ? [
          `> ${ruleUnlessSaid(entry, finding)}Level: ${entry.level}. Section “${prose(entry.section)}” of the interface document.`,
          '',
        ]
      : []),
    fenced(said, 'text'),
    '',
    ...(others.length === 0
      ? []
      : [
          `${plural(others.length, 'further check')} found the same violation: ${shorten(others.map(({ check }) => code(check)).join(', '), fieldLimit)}.`,
          '',
        ]),
    ...restsOnSentences(finding).flatMap((sentence) => [prose(sentence), '']),
    `<details><summary>Conversation, ${plural(counted, 'step')}</summary>`,
    '',
    fenced(cutInTheMiddle(transcript(finding)), 'text'),
    '',
    `To repeat: ${code(findingCommand(finding, results))}`,
    '',
    '</details>',
    '',
  ].join('\n');
}

function notesOf(results: Results): string[] {
  const notes = outcomeNotes(results);
  if (notes.length === 0) return [];
  const { exit } = results;
  const lead = exit === undefined ? 'This run needs attention:' : `Exit code ${exit.code}:`;
  return ['', lead, '', ...notes.map((note) => `- ${prose(note)}`)];
}

function opening(results: Results): string {
  const { passed, failed, notExercised } = documentedFigures(results);
  return [
    `## ${headlineOf(results)}`,
    '',
    explanation(results),
    ...(results.reason === undefined ? [] : ['', prose(results.reason)]),
    ...(results.target.fault === undefined
      ? []
      : ['', `This reference server has the deliberate fault ${code(results.target.fault)}.`]),
    ...notesOf(results),
    '',
    '| documented requirements passed | failed | not exercised |',
    '| ---: | ---: | ---: |',
    `| **${passed}** | **${failed}** | **${notExercised}** |`,
    '',
  ].join('\n');
}

/** The rejections by the target, with its own message, and what to configure. */
function obstaclesSection(results: Results): string {
  const all = obstacles(results);
  if (all.length === 0) return '';
  const lines = all.slice(0, gapLimit).map(({ obstacle, requirements }) => {
    const { operation, status, said } = obstacle;
    const words = `${operation} was rejected with ${status}: ${said}`;
    return `- **${plural(requirements.length, 'requirement')}** not exercised: ${prose(words)}. Configure ${code(refusalRemedy(obstacle))}`;
  });
  return ['## Requests that the target rejected', '', ...lines, ''].join('\n');
}

function gapsSection(results: Results): string {
  const all = gaps(results);
  if (all.length === 0) return '';
  const lines = all.slice(0, gapLimit).map(({ reason, requirements }) => {
    const ids = requirements.map(({ id }) => id);
    return `- **${ids.length}**: ${prose(reason)} (${shorten(ids.join(', '), 300)})`;
  });
  const more = all.length > gapLimit ? [`- and ${plural(all.length - gapLimit, 'further reason')}`] : [];
  return ['## Requirements that were not exercised (all levels)', '', ...lines, ...more, ''].join('\n');
}

/** Requirements that passed for some of their operations, and what may break others. */
function reservationsSection({ requirements }: Results): string {
  const lines = requirements.flatMap(({ id, reason, operations, warning }) => [
    ...(operations && reason !== undefined ? [`- **${id}**: ${prose(reason, 300)}`] : []),
    ...(warning === undefined ? [] : [`- **${id}**: Warning: ${prose(warning, 300)}`]),
  ]);
  if (lines.length === 0) return '';
  const more =
    lines.length > gapLimit ? [`- and ${plural(lines.length - gapLimit, 'further reservation')}`] : [];
  return ['## Reservations', '', ...lines.slice(0, gapLimit), ...more, ''].join('\n');
}

/** Coverage of each state machine that the run exercised. */
function machinesSection(results: Results): string {
  const tried = describedMachines.filter((machine) => wasTried(machine, results));
  if (tried.length === 0) return '';
  const rows = tried.map((machine) => {
    const { taken, transitions, guardsBothWays, guards, pairs, missedPairs } = figuresOf(machine, results);
    const ofPairs = `${pairs} of ${pairs + missedPairs.length}`;
    return `| ${prose(machine.title)} | ${taken} of ${transitions} | ${guardsBothWays} of ${guards} | ${ofPairs} |`;
  });
  const beyond = tried.flatMap((machine) =>
    machine.transitions
      .map(({ id }) => ({ id: `${machine.id}/${id}`, reason: whyOutOfReach(machine, id, results) }))
      .filter(({ reason }) => reason !== undefined),
  );
  const reasons = [...Map.groupBy(beyond, ({ reason = '' }) => reason)].map(
    ([reason, members]) =>
      `- Out of reach: ${shorten(members.map(({ id }) => code(id)).join(', '), 1200)}. ${prose(reason)}`,
  );
  return [
    '## State machines',
    '',
    'How much of them this run covered; it does not affect the verdict. A pair is one transition directly after another.',
    '',
    '| state machine | transitions taken | guards (conditions) seen both met and not met | transition pairs seen |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
    '',
    ...(reasons.length > 0 ? [...reasons, ''] : []),
  ].join('\n');
}

/** What the run found out about the target before the first check, and assumed from then on. */
function surveySection({ survey }: Results): string {
  if (survey === undefined) return '';
  const trials = trialCounts(survey);
  const unsure = (survey.lines ?? []).filter(({ outcome }) => outcome === 'wrong' || outcome === 'unusable');
  return [
    '## What this run assumed about your server',
    '',
    ...assumptions(survey)
      .slice(0, gapLimit)
      .map(({ name, value }) => `- ${name}: ${prose(value, 300)}`),
    ...(trials === '' ? [] : [`- Lines of the adapter: ${trials}`]),
    ...unsure
      .slice(0, gapLimit)
      .map(({ line, outcome, why }) => `  - ${code(line)} ${outcome}: ${prose(why, 300)}`),
    '',
  ].join('\n');
}

function facts({ target, run, tool }: Results): string {
  return [
    '## Run',
    '',
    `- Target: ${code(target.baseUrl)} (${target.kind}, ${target.environment})`,
    `- Started: ${moment(run.startedAt)}, took ${duration(run.durationMillis)}, ${plural(run.requests, 'request')}`,
    `- Profile: ${run.profile}, seed ${run.seed}`,
    `- Tool: ${prose(`${tool.name} ${tool.version}`)}`,
    '',
  ].join('\n');
}

/** One line for each requirement with findings, if there are many. */
function listOf(groups: readonly FindingGroup[]): string {
  if (groups.length <= fewFindings) return '';
  const lines: string[] = [];
  let left = listLimit;
  for (const { requirement, first, others } of groups) {
    const times = others.length === 0 ? '' : `, ${others.length + 1} checks`;
    const line = `- **${requirement}** ${prose(first.title, listedTitle)} (${first.level}${times})`;
    left -= Buffer.byteLength(line) + 1;
    if (left < 0) break;
    lines.push(line);
  }
  const rest = sizeOf(groups.slice(lines.length));
  return [...lines, ...(rest > 0 ? [`- and ${plural(rest, 'further finding')}`] : []), '', ''].join('\n');
}

/** Adds findings, one of each requirement, while they fit between the other sections. */
function findingsSection(results: Results, room: number): string {
  const groups = findingGroups(results);
  if (groups.length === 0) return '';
  const opening = `## ${plural(results.findings.length, 'finding')}\n\n${listOf(groups)}`;
  const parts: string[] = [];
  let left = room - Buffer.byteLength(opening);
  for (const [index, group] of groups.entries()) {
    const part = findingSection(group, results);
    left -= Buffer.byteLength(part) + 1;
    if (left < 0) {
      const omitted = sizeOf(groups.slice(index));
      parts.push(
        `${plural(omitted, 'further finding')} left out because of the size limit: see the HTML report.\n`,
      );
      break;
    }
    parts.push(part);
  }
  return opening + parts.join('\n');
}

/** The run as Markdown of less than 60 kB. Text of the target never acts as markup. */
export function renderMarkdown(results: Results): string {
  const before = [opening(results), obstaclesSection(results)].filter((part) => part !== '').join('\n');
  const sections = [reservationsSection, machinesSection, gapsSection, surveySection, facts];
  const after = sections
    .map((section) => section(results))
    .filter((part) => part !== '')
    .join('\n');
  const room = byteLimit - reserve - Buffer.byteLength(before) - Buffer.byteLength(after);
  return [before, findingsSection(results, room), after].filter((part) => part !== '').join('\n');
}
