/** The run as it goes, for a terminal or a log. */
import type {
  CheckFinished,
  CheckStatus,
  RunEvent,
  RunFinished,
  RunStarted,
} from '../conformance/engine/events.ts';
import type { Finding } from '../conformance/engine/finding.ts';
import { clip, shorten, visibleLine } from '../markup/visible-text.ts';
import { knownNote } from './known.ts';
import { createPaint, type Paint, type Style } from './paint.ts';
import { duration, headline, plural } from './wording.ts';

export interface ConsoleOptions {
  readonly write: (text: string) => void;
  /** A terminal whose last line can be drawn again. */
  readonly interactive: boolean;
  /** Width of the terminal in characters. */
  readonly columns: number;
  readonly color: boolean;
}

const eraseLine = '\r\u001b[2K';
const barWidth = 20;

const signs: Readonly<Record<CheckStatus, readonly [sign: string, style: Style]>> = {
  passed: ['✓', 'green'],
  failed: ['✗', 'red'],
  warned: ['!', 'yellow'],
  'not-exercised': ['·', 'dim'],
  errored: ['?', 'magenta'],
};

interface Live {
  total: number;
  done: number;
  findings: number;
  /** Requests so far of the checks under way, and of those done. */
  readonly underWay: Map<string, number>;
  finishedRequests: number;
}

function liveLine(live: Live, columns: number): string {
  const requests = live.finishedRequests + live.underWay.values().reduce((sum, count) => sum + count, 0);
  const filled = live.total === 0 ? 0 : Math.min(barWidth, Math.round((live.done / live.total) * barWidth));
  const bar = columns < 60 ? '' : `${'━'.repeat(filled)}${'─'.repeat(barWidth - filled)} `;
  const current = [...live.underWay.keys()].at(-1);
  const line = [
    `${bar}${live.done}/${live.total} checks`,
    plural(requests, 'request'),
    plural(live.findings, 'finding'),
    ...(current === undefined ? [] : [visibleLine(current)]),
  ].join(' · ');
  // One column stays free: a full line makes some terminals wrap, and then the redraw leaves a trace.
  return clip(line, columns - 1);
}

function startLine({ target, run, checks }: RunStarted, paint: Paint): string {
  const about = `${plural(checks.length, 'check')}, profile ${run.profile}, seed ${run.seed}`;
  return `${paint('bold', visibleLine(target.baseUrl))} ${paint('dim', about)}`;
}

function checkLine(event: CheckFinished, paint: Paint): string {
  const [sign, style] = signs[event.status];
  const about = `${event.status}, ${duration(event.durationMillis)}, ${plural(event.requests, 'request')}`;
  const error = event.error === undefined ? '' : ` ${visibleLine(event.error)}`;
  return `${paint(style, sign)} ${visibleLine(event.check)} ${paint('dim', about)}${error}`;
}

function findingLine(finding: Finding, paint: Paint): string {
  const isNew = finding.known === undefined;
  const style = finding.level === 'documented' && isNew ? 'red' : 'yellow';
  const note = isNew ? '' : ` (${visibleLine(knownNote(finding))})`;
  return `${paint(style, finding.requirement)} ${shorten(visibleLine(finding.title), 300)}${note}`;
}

function endLine({ verdict, reason, durationMillis }: RunFinished, paint: Paint): string {
  const why = reason === undefined ? '' : `: ${visibleLine(reason)}`;
  return `${paint('bold', headline(verdict))}${why} ${paint('dim', duration(durationMillis))}`;
}

function follow(live: Live, event: RunEvent): void {
  switch (event.type) {
    case 'run-started':
      live.total = event.checks.length;
      return;
    case 'check-started':
      live.underWay.set(event.check, 0);
      return;
    case 'check-progressed':
      live.underWay.set(event.check, event.requests);
      return;
    case 'finding-reported':
      live.findings += 1;
      return;
    case 'check-finished':
      live.underWay.delete(event.check);
      live.done += 1;
      live.finishedRequests += event.requests;
      return;
    case 'run-finished':
      return;
  }
  event satisfies never;
}

/** What an event leaves behind on paper, if anything. */
function lasting(event: RunEvent, paint: Paint): string | undefined {
  switch (event.type) {
    case 'run-started':
      return startLine(event, paint);
    case 'finding-reported':
      return findingLine(event.finding, paint);
    case 'check-finished':
      return checkLine(event, paint);
    case 'run-finished':
      return endLine(event, paint);
    case 'check-started':
    case 'check-progressed':
      return undefined;
  }
  return event satisfies never;
}

/**
 * Follows a run. In a terminal one line is drawn again and again and findings stay above it; elsewhere each
 * finished check and each finding is a line.
 */
export function createConsoleReporter({ write, interactive, columns, color }: ConsoleOptions): {
  handle(event: RunEvent): void;
} {
  const paint = createPaint(color);
  const live: Live = { total: 0, done: 0, findings: 0, underWay: new Map(), finishedRequests: 0 };
  return {
    handle(event) {
      follow(live, event);
      if (!interactive) {
        const line = lasting(event, paint);
        if (line !== undefined) write(`${line}\n`);
        return;
      }
      // The summary says how the run ended, and finished checks have been seen going by.
      const stays = event.type === 'run-started' || event.type === 'finding-reported';
      const above = stays ? `${lasting(event, paint) ?? ''}\n` : '';
      const line = event.type === 'run-finished' ? '' : liveLine(live, columns);
      write(`${eraseLine}${above}${line}`);
    },
  };
}
