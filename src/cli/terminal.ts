/** The output of a command: results on standard output, errors and warnings on standard error. */
import { streamText } from '../../markup/visible-text.ts';
import { createPaint, type Paint } from '../../reports/wording.ts';

export interface Terminal {
  /** Shows control characters instead of sending them, because the text may be of a target or of a file. */
  write(text: string): void;
  /** Sends text as it is: a drawing, or the annotations of a workflow, whose renderers have made it safe. */
  writeTrusted(text: string): void;
  line(text?: string): void;
  /** One line on standard error. */
  warn(text: string): void;
  /** One line on standard error, below the ^C that the terminal shows. */
  warnBelow(text: string): void;
  /** Whether lines can be redrawn. */
  readonly interactive: boolean;
  readonly color: boolean;
  /** Characters in a line; changes with the window. */
  readonly columns: number;
  readonly paint: Paint;
}

/** Properties of the stream and the environment that describe the terminal. */
export interface TerminalSurroundings {
  readonly isTTY?: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Width of a line when standard output is no terminal. */
const defaultColumns = 100;

const isOff = (value: string) => value === '0' || value === 'false';

/** NO_COLOR always wins; FORCE_COLOR gives colour in a pipe too, such as in a CI log. */
export function wantsColor({ isTTY = false, env }: TerminalSurroundings, asked: boolean): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  if (!asked || (NO_COLOR !== undefined && NO_COLOR !== '')) return false;
  if (FORCE_COLOR !== undefined) return !isOff(FORCE_COLOR);
  return isTTY && TERM !== 'dumb';
}

/** Whether lines can be redrawn. A CI log keeps every line, even with a terminal. */
export function isInteractive({ isTTY = false, env }: TerminalSurroundings): boolean {
  const { CI, TERM } = env;
  return isTTY && TERM !== 'dumb' && (CI === undefined || CI === '' || isOff(CI));
}

/** Who reads what a command prints. */
export const logOf = ({ GITHUB_ACTIONS: inWorkflow }: TerminalSurroundings['env']): 'plain' | 'workflow' =>
  inWorkflow === 'true' ? 'workflow' : 'plain';

/** @param stdout another stream for results, where standard output has another use */
export function createTerminal(
  { color: asked }: { readonly color: boolean },
  stdout: NodeJS.WriteStream = process.stdout,
): Terminal {
  const { stderr, env } = process;
  const surroundings = { isTTY: stdout.isTTY === true, env };
  const color = wantsColor(surroundings, asked);
  const interactive = isInteractive(surroundings);
  const safe = (text: string) => streamText(text, { styles: color ? 'kept' : 'shown', log: logOf(env) });
  const write = (text: string) => {
    stdout.write(safe(text));
  };
  const warn = (text: string) => {
    stderr.write(`${safe(text)}\n`);
  };
  return {
    write,
    writeTrusted: (text) => {
      stdout.write(text);
    },
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
 * @param columns maximum width, at which the last column is cut; absent: nothing is cut
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
