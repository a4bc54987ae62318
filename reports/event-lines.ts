/** The log line of each event of a run. */
import type {
  CheckFinished,
  CheckStatus,
  RunEvent,
  RunFinished,
  RunStarted,
} from '../conformance/engine/events.ts';
import type { Finding } from '../conformance/engine/finding.ts';
import { shorten, visibleLine } from '../markup/visible-text.ts';
import { restsOnBriefly } from './interpretations.ts';
import { knownNote } from './known.ts';
import { duration, headline, nameOfTarget, type Paint, plural, type Style } from './wording.ts';

export type OutputDetail = 'normal' | 'verbose';

const signs: Readonly<Record<CheckStatus, readonly [sign: string, style: Style]>> = {
  passed: ['✓', 'green'],
  failed: ['✗', 'red'],
  warned: ['!', 'yellow'],
  'not-exercised': ['·', 'dim'],
  errored: ['?', 'magenta'],
};

function startLine({ target, run, checks }: RunStarted, paint: Paint): string {
  const about = `${plural(checks.length, 'check')}, profile ${run.profile}, seed ${run.seed}`;
  const [name, note] = nameOfTarget({ target, run });
  return `${paint('bold', visibleLine(name))}${note} ${paint('dim', about)}`;
}

/** In verbose mode always in milliseconds, so that programs can sort by them. */
function effort(event: CheckFinished, detail: OutputDetail): string {
  const { status, durationMillis, runs, repeated } = event;
  const requests = `${plural(event.requests, 'request')}${repeated === undefined ? '' : ` (${repeated} sent again)`}`;
  if (detail === 'normal') return `${status}, ${duration(durationMillis)}, ${requests}`;
  const counts = Object.values(event.evaluations).filter((count) => count > 0);
  const evaluations = counts.reduce((sum, count) => sum + count, 0);
  return [
    status,
    `${Math.round(durationMillis)} ms`,
    requests,
    plural(runs, 'case'),
    `${plural(evaluations, 'evaluation')} of ${plural(counts.length, 'requirement')}`,
  ].join(', ');
}

function skippedLines({ notExercised }: CheckFinished, paint: Paint): string[] {
  const ids = Object.entries(notExercised);
  const reasons = Map.groupBy(ids, ([, reason]) => reason);
  return [...reasons].map(([reason, entries]) => {
    const named = entries.map(([id]) => id).join(' ');
    return `    ${paint('dim', 'not exercised')} ${named} ${paint('dim', shorten(visibleLine(reason ?? ''), 300))}`;
  });
}

function checkLines(event: CheckFinished, detail: OutputDetail, paint: Paint): string[] {
  const [sign, style] = signs[event.status];
  const error = event.error === undefined ? '' : ` ${shorten(visibleLine(event.error), 300)}`;
  const line = `${paint(style, sign)} ${visibleLine(event.check)} ${paint('dim', effort(event, detail))}${error}`;
  return detail === 'verbose' ? [line, ...skippedLines(event, paint)] : [line];
}

function findingLine(finding: Finding, paint: Paint): string {
  const { level, requirement, title, known } = finding;
  const decides = level === 'documented' && known === undefined;
  const [sign, style]: [string, Style] = decides ? ['✗', 'red'] : ['!', 'yellow'];
  const notes = [known === undefined ? '' : visibleLine(knownNote(finding)), restsOnBriefly(finding)];
  const note = notes.filter((each) => each !== '').join('; ');
  return `${paint(style, `${sign} ${requirement}`)} ${shorten(visibleLine(title), 300)}${note && ` (${note})`}`;
}

function endLine({ verdict, reason, durationMillis }: RunFinished, paint: Paint): string {
  const why = reason === undefined ? '' : `: ${visibleLine(reason)}`;
  return `${paint('bold', headline(verdict))}${why} ${paint('dim', duration(durationMillis))}`;
}

/** The lines of an event in a plain log. */
export function eventLines(event: RunEvent, detail: OutputDetail, paint: Paint): readonly string[] {
  switch (event.type) {
    case 'run-started':
      return [startLine(event, paint)];
    case 'finding-reported':
      return [findingLine(event.finding, paint)];
    case 'check-finished':
      return checkLines(event, detail, paint);
    case 'run-finished':
      return [endLine(event, paint)];
    case 'notice-given':
      return [paint('dim', `note: ${shorten(visibleLine(event.notice), 300)}`)];
    case 'target-surveyed':
    case 'check-started':
    case 'check-progressed':
      return [];
  }
  return event satisfies never;
}
