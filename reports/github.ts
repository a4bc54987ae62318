/** Annotations: commands that a step of a GitHub workflow prints, shown beside the description and above the log. */
import type { Finding } from '../conformance/engine/finding.ts';
import type { Results } from '../conformance/engine/results.ts';
import { shorten, visibleLine } from '../markup/visible-text.ts';
import type { Level } from '../openapi/catalogue.ts';
import { findingCommand } from './commands.ts';
import { findingGroups, requirementOf, sizeOf } from './findings.ts';
import { restsOnSentences } from './interpretations.ts';
import { outcomeNotes } from './outcome-notes.ts';
import { type DescribedIn, placeOf } from './place.ts';
import { headline, plural } from './wording.ts';

/** GitHub shows at most this many annotations of a kind for one step. */
const limit = 10;
const titleLimit = 200;
const textLimit = 1000;

type Kind = 'error' | 'warning' | 'notice';

const kinds: readonly (readonly [kind: Kind, level: Level])[] = [
  ['error', 'documented'],
  ['warning', 'observed'],
  ['notice', 'assumed'],
];

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function command(kind: Kind, properties: Readonly<Record<string, string | undefined>>, text: string): string {
  const list = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${property(value)}`],
  );
  return `::${kind}${list.length === 0 ? '' : ` ${list.join(',')}`}::${data(text)}`;
}

const said = (text: string) => shorten(visibleLine(text), textLimit);

function annotation(kind: Kind, finding: Finding, results: Results, description: DescribedIn | undefined) {
  const place = description && placeOf(finding, description);
  const rule = requirementOf(results, finding)?.statement ?? finding.title;
  return command(
    kind,
    {
      ...(description && place && { file: description.path, line: String(place[0]) }),
      title: shorten(visibleLine(`${finding.requirement} ${rule}`), titleLimit),
    },
    [
      ...(finding.title === rule ? [] : [said(finding.title)]),
      `expected: ${said(finding.expected)}`,
      `actual: ${said(finding.actual)}`,
      ...restsOnSentences(finding).map(said),
      `to repeat: ${findingCommand(finding, results)}`,
    ].join('\n'),
  );
}

/**
 * Errors for documented rules, warnings for observed ones, notices for assumed ones, the worst first, one for each requirement.
 * If there are more findings, or more than GitHub shows, the last one gives the number of the others.
 *
 * @param description absent if the repository has no copy of it; the annotations then have no line
 */
export function renderAnnotations(results: Results, description: DescribedIn | undefined): string {
  const groups = findingGroups(results);
  const lines = kinds.flatMap(([kind, level]) => {
    const own = groups.filter(({ first }) => first.level === level);
    const isAll = own.length === sizeOf(own) && own.length <= limit;
    const shown = isAll ? own : own.slice(0, limit - 1);
    const rest = sizeOf(own) - shown.length;
    return [
      ...shown.map(({ first }) => annotation(kind, first, results, description)),
      ...(rest === 0 ? [] : [command(kind, {}, `${plural(rest, 'further finding')} in the report`)]),
    ];
  });
  if (results.verdict === 'error' || results.verdict === 'incomplete') {
    const reason = said(results.reason ?? headline(results.verdict));
    lines.unshift(command('error', { title: headline(results.verdict) }, reason));
  }
  const { exit } = results;
  const title = exit === undefined ? 'This run needs attention' : `Exit code ${exit.code}`;
  lines.unshift(...outcomeNotes(results).map((note) => command('error', { title }, said(note))));
  return lines.map((line) => `${line}\n`).join('');
}
