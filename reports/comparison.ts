/** Renders a comparison for a terminal or a pull request. */
import { jsonText, visibleLine, wrap } from '../markup/visible-text.ts';
import {
  type Change,
  type ComparedFinding,
  type Comparison,
  documentedLosses,
  regressionsOf,
} from './compare.ts';
import { prose } from './markdown.ts';
import type { Slowdown } from './slowdowns.ts';
import { createPaint, duration, moment, type Paint, plural, type Style } from './wording.ts';

/** Maximum number of entries of each kind; the JSON has all of them. */
const limit = 20;
const mostDurations = 3;
/** Maximum number of lines of an entry in a terminal. */
const mostLines = 4;

interface Section {
  readonly title: string;
  readonly style: Style;
  readonly lines: readonly { readonly id: string; readonly text: string }[];
}

function changeLine({ requirement, level, statement, before, after, reason }: Change) {
  const statuses = `${before}, now ${after}${level === 'documented' ? '' : `; ${level}`}`;
  const why = after !== 'passed' && after !== 'failed' && reason !== undefined ? `: ${reason}` : '';
  return { id: requirement, text: `${statement} (${statuses}${why})` };
}

function findingLine({ fingerprint, expected, actual, known }: ComparedFinding) {
  const note = known === undefined ? '' : `known: ${known}; `;
  return { id: fingerprint, text: `${note}expected ${expected}; actual ${actual}` };
}

/** A busy machine changes many durations, so one line is enough for all. */
function durationLine(title: string, changes: readonly Slowdown[]): string[] {
  if (changes.length === 0) return [];
  const shown = changes.slice(0, mostDurations).map(({ what, id, beforeMillis, afterMillis }) => {
    const median = what === 'operation' ? ' (median response)' : '';
    return `${id} ${duration(beforeMillis)}, now ${duration(afterMillis)}${median}`;
  });
  const more = changes.length - shown.length;
  const rest = more > 0 ? [`and ${more} more: --format json shows all`] : [];
  return [`${title} (${changes.length}): ${[...shown, ...rest].join('; ')}`];
}

const bare = (id: string) => ({ id, text: '' });

function sectionsOf({ broke, fixed, unchecked, newlyChecked, checks, findings }: Comparison) {
  const section = (title: string, style: Style, lines: Section['lines']): Section => ({
    title,
    style,
    lines,
  });
  return [
    section('Broke', 'red', broke.map(changeLine)),
    section('New findings', 'red', findings.added.map(findingLine)),
    section('Fixed', 'green', fixed.map(changeLine)),
    // Their requirements need not be fixed: a run may not have checked them.
    section('Findings no longer reported', 'green', findings.gone.map(findingLine)),
    section('No longer checked', 'yellow', unchecked.map(changeLine)),
    // They need not be gone: a run may have selected others.
    section('Checks not run any more', 'yellow', checks.gone.map(bare)),
    section('Newly checked', 'green', newlyChecked.map(changeLine)),
    section('Checks newly run', 'dim', checks.added.map(bare)),
  ].filter(({ lines }) => lines.length > 0);
}

/** What got worse; what only the examples show, or nobody documents, is no regression. */
function worseOf(comparison: Comparison): string[] {
  const { broke, added, unchecked } = documentedLosses(comparison);
  const counted = [
    [broke.length, 'requirement', ' broke'],
    [added.length, 'new finding', ''],
    [unchecked.length, 'requirement', ' no longer checked'],
  ] as const;
  const parts = counted
    .filter(([count]) => count > 0)
    .map(([count, noun, verb]) => `${plural(count, noun)}${verb}`);
  const weaker = comparison.broke.length - broke.length;
  return [
    ...(parts.length > 0 ? parts : [weaker > 0 ? 'Nothing documented broke' : 'Nothing broke']),
    ...(weaker > 0 ? [`${plural(weaker, 'observed or assumed requirement')} broke`] : []),
    ...(comparison.slower.length > 0 ? [`${comparison.slower.length} slower`] : []),
  ];
}

/** The result in one sentence. */
function headlineOf(comparison: Comparison): string {
  const { before, after, fixed, newlyChecked, findings } = comparison;
  const gone = fixed.length === 0 ? findings.gone.length : 0;
  const [one, two] = [before, after].map(({ set = 'the whole catalogue' }) => set);
  return [
    ...worseOf(comparison),
    ...(fixed.length > 0 ? [`${plural(fixed.length, 'requirement')} fixed`] : []),
    ...(gone > 0 ? [`${plural(gone, 'finding')} no longer reported`] : []),
    ...(newlyChecked.length > 0 ? [`${plural(newlyChecked.length, 'requirement')} newly checked`] : []),
    ...(one === two ? [] : [`another set of requirements decides: ${one}, now ${two}`]),
  ].join('; ');
}

function aboutOf({ before, after, findings, unselected, differences, ...times }: Comparison): string[] {
  return [
    ...[before, after].map(
      ({ label, startedAt, verdict }) =>
        `${label === undefined ? '' : `${label}, `}${moment(startedAt)}: ${verdict}`,
    ),
    ...(findings.remaining.length > 0
      ? [`${plural(findings.remaining.length, 'finding')} in both runs`]
      : []),
    ...(unselected.length > 0
      ? [
          `The second run selected some checks only: ${plural(unselected.length, 'requirement')} that it did not check ${unselected.length === 1 ? 'is' : 'are'} not compared`,
        ]
      : []),
    ...(differences.length > 0 ? [`Other differences between the runs: ${differences.join('; ')}`] : []),
    ...durationLine('Slower', times.slower),
    ...durationLine('Faster', times.faster),
  ];
}

function cut(lines: Section['lines']): { readonly shown: Section['lines']; readonly more: number } {
  return { shown: lines.slice(0, limit), more: Math.max(0, lines.length - limit) };
}

function textSection({ title, style, lines }: Section, columns: number, paint: Paint): string[] {
  const { shown, more } = cut(lines);
  return [
    '',
    paint('bold', `${title} (${lines.length})`),
    ...shown.flatMap(({ id, text }) => {
      const name = visibleLine(id);
      const [first = '', ...more] = wrap(`${name} ${visibleLine(text)}`, columns - 4, mostLines);
      return [`  ${paint(style, name)}${first.slice(name.length)}`, ...more.map((line) => `    ${line}`)];
    }),
    ...(more > 0 ? [paint('dim', `  and ${more} more: --format json shows all`)] : []),
  ];
}

/** @param columns width of the terminal in characters */
export function renderComparisonText(
  comparison: Comparison,
  { color, columns }: { readonly color: boolean; readonly columns: number },
): string {
  const paint = createPaint(color);
  const isWorse = regressionsOf(comparison).some((kind) => kind !== 'slower');
  return [
    ...wrap(headlineOf(comparison), columns, mostLines).map((line) =>
      paint(['bold', isWorse ? 'red' : 'green'], line),
    ),
    ...aboutOf(comparison)
      .flatMap((line) => wrap(visibleLine(line), columns, mostLines))
      .map((line) => paint('dim', line)),
    ...sectionsOf(comparison).flatMap((section) => textSection(section, columns, paint)),
    '',
  ].join('\n');
}

function markdownSection({ title, lines }: Section): string[] {
  const { shown, more } = cut(lines);
  return [
    `### ${title} (${lines.length})`,
    '',
    ...shown.map(({ id, text }) => `- **${prose(id)}**${text === '' ? '' : ` ${prose(text)}`}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    '',
  ];
}

/** Markdown for a pull request comment or a job summary. */
export function renderComparisonMarkdown(comparison: Comparison): string {
  return [
    `## ${headlineOf(comparison)}`,
    '',
    ...aboutOf(comparison).flatMap((line) => [prose(line), '']),
    ...sectionsOf(comparison).flatMap(markdownSection),
  ].join('\n');
}

/** The whole comparison, with its kinds of regression. */
export function renderComparisonJson(comparison: Comparison): string {
  return `${jsonText({ regressions: regressionsOf(comparison), ...comparison }, 2)}\n`;
}
