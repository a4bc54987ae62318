/** What `connect` has proposed so far, and how a line is taken back. */
import { visibleLine } from '../../../markup/visible-text.ts';
import type { FirstFiles } from './first-files.ts';
import type { Guide } from './guide.ts';

/** The proposals, and what became of them so far. */
export interface Work {
  readonly first: FirstFiles;
  readonly guide: Guide;
  /** What the adapter is written with. */
  readonly lines: Set<string>;
  readonly keys: Set<string>;
  /** Lines whose trial has shown nothing, so that the checks decide at the end. */
  readonly open: Set<string>;
  readonly asked: Map<string, boolean>;
  /** The field that holds each response, as the trial of the lines has shown. */
  unwrap?: string;
}

/** Writes the adapter with the lines that are kept. */
export function writeAdapter({ first, lines, keys, unwrap }: Work): void {
  first.rewriteAdapter({ lines, keys, ...(unwrap !== undefined && { unwrap }) });
}

/** Makes lines comments again, and says why. */
export function takeBack(lines: readonly string[], why: (line: string) => string, work: Work): void {
  for (const line of lines) {
    work.lines.delete(line);
    work.open.delete(line);
    work.guide.terminal.line(`  taken back: ${line}: ${visibleLine(why(line))}`);
  }
  writeAdapter(work);
}
