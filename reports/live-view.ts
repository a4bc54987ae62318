/** The live lines of a run: a progress bar and the running checks. */
import { clip, visibleLine } from '../markup/visible-text.ts';
import type { RunProgress } from './run-progress.ts';
import { type Paint, plural } from './wording.ts';

export interface View {
  /** Since the start of the run. */
  readonly elapsedMillis: number;
  /** Width of the terminal. */
  readonly columns: number;
  readonly paint: Paint;
}

const widestBar = 30;
const narrowestBar = 8;
/** Maximum width of the text beside the bar. */
const besideBar = 42;

/** A rough estimate, rounded so that it does not flicker. */
function roughly(millis: number): string {
  const seconds = millis / 1000;
  if (seconds < 5) return 'a few seconds left';
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} s left`;
  return `about ${Math.max(1, Math.round(seconds / 60))} min left`;
}

/** The first text that fits; the texts come longest first, and the last one is cut to fit. */
function longestFitting(texts: readonly string[], columns: number): string {
  return texts.find(({ length }) => length <= columns) ?? clip(texts.at(-1) ?? '', columns);
}

function bar(share: number, columns: number, paint: Paint): string {
  // A fixed share of the line, so that the bar keeps its width when the text beside it changes.
  const width = Math.min(widestBar, columns - besideBar);
  if (width < narrowestBar) return '';
  const filled = Math.floor(share * width);
  return `${paint('green', '━'.repeat(filled))}${paint('dim', '─'.repeat(width - filled))} `;
}

function barLine(progress: RunProgress, { elapsedMillis, columns, paint }: View): string {
  const { share, findings } = progress;
  const left = progress.timeLeft(elapsedMillis);
  // Rounded down, so that it is never 100 before the end.
  const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
  const found = findings === 0 ? 'no findings' : plural(findings, 'finding');
  const rest = left === undefined ? [] : [`  ${roughly(left)}`];
  const text = longestFitting(
    [`${percent}  ${found}${rest.join('')}`, `${percent}  ${found}`, percent],
    columns,
  );
  return bar(share, columns, paint) + (findings > 0 ? text.replace(found, paint('red', found)) : text);
}

function detailLine({ underWay, done, total, requests }: RunProgress, { columns, paint }: View): string {
  const figures = `${done} of ${plural(total, 'check')}, ${plural(requests, 'request')}`;
  const names = underWay.map(visibleLine);
  const listed = names.map((_, index) => {
    const more = index === 0 ? '' : ` and ${index} more`;
    return `${figures}: ${names.slice(0, names.length - index).join(', ')}${more}`;
  });
  return paint('dim', longestFitting([...listed, figures], columns));
}

/** @returns lines that are narrower than the terminal, because a full line makes some terminals wrap */
export function liveLines(progress: RunProgress, view: View): readonly string[] {
  const room = { ...view, columns: Math.max(1, view.columns - 1) };
  return [barLine(progress, room), detailLine(progress, room)];
}
