/** Where a command prints: results on standard output, trouble on standard error. */
import { createPaint, type Paint } from '../../reports/wording.ts';

export interface Terminal {
  write(text: string): void;
  line(text?: string): void;
  /** One line on standard error. */
  warn(text: string): void;
  /** The same, beneath what Ctrl-C has left on the screen. */
  warnBelow(text: string): void;
  /** Whether the last lines can be drawn again. */
  readonly interactive: boolean;
  readonly color: boolean;
  /** Characters in a line, which changes when a window does. */
  readonly columns: number;
  readonly paint: Paint;
}

/** What a stream and the environment say of a terminal. */
export interface Surroundings {
  readonly isTTY?: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Width of a line when standard output is no terminal. */
const defaultColumns = 100;

const isOff = (value: string) => value === '0' || value === 'false';

/** Nobody who asks for no colour gets any; who asks for colour gets it in a pipe too, as in the log of a CI. */
export function wantsColor({ isTTY = false, env }: Surroundings, asked: boolean): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  if (!asked || (NO_COLOR !== undefined && NO_COLOR !== '')) return false;
  if (FORCE_COLOR !== undefined) return !isOff(FORCE_COLOR);
  return isTTY && TERM !== 'dumb';
}

/** Whether lines can be drawn again: a log of a CI keeps every one of them, even behind a terminal. */
export function isInteractive({ isTTY = false, env }: Surroundings): boolean {
  const { CI, TERM } = env;
  return isTTY && TERM !== 'dumb' && (CI === undefined || CI === '' || isOff(CI));
}

export function createTerminal({ color: asked }: { readonly color: boolean }): Terminal {
  const { stdout, stderr, env } = process;
  const surroundings = { isTTY: stdout.isTTY === true, env };
  const color = wantsColor(surroundings, asked);
  const interactive = isInteractive(surroundings);
  const write = (text: string) => {
    stdout.write(text);
  };
  const warn = (text: string) => {
    stderr.write(`${text}\n`);
  };
  return {
    write,
    line: (text = '') => write(`${text}\n`),
    warn,
    warnBelow: (text) => warn(interactive ? `\n${text}` : text),
    interactive,
    color,
    get columns() {
      return stdout.isTTY ? stdout.columns || defaultColumns : defaultColumns;
    },
    paint: createPaint(color),
  };
}

/**
 * Aligned columns of plain text.
 *
 * @param columns width to keep to; the last column is cut there. Absent: nothing is cut.
 * @returns lines without a trailing newline
 */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columns?: number,
): readonly string[] {
  const all = [header, ...rows];
  const widths = header.map((_, index) => Math.max(...all.map((row) => row[index]?.length ?? 0)));
  return all.map((row) => {
    const line = row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
    return columns === undefined || line.length <= columns ? line : `${line.slice(0, columns - 1)}…`;
  });
}
