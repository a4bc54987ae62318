/** Where a command prints: results on standard output, trouble on standard error. */
import { createPaint, type Paint } from '../../reports/paint.ts';

export interface Terminal {
  write(text: string): void;
  line(text?: string): void;
  /** One line on standard error. */
  warn(text: string): void;
  /** The same, beneath a line that is being drawn again and again. */
  warnBelow(text: string): void;
  /** Whether the last line can be drawn again. */
  readonly interactive: boolean;
  readonly color: boolean;
  /** Characters in a line. */
  readonly columns: number;
  readonly paint: Paint;
}

/** Width of a line when standard output is no terminal. */
const defaultColumns = 100;

export function createTerminal({ color: wanted }: { readonly color: boolean }): Terminal {
  const { stdout, stderr, env } = process;
  const color = wanted && stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const write = (text: string) => {
    stdout.write(text);
  };
  const interactive = stdout.isTTY === true && !env.CI && env.TERM !== 'dumb';
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
    columns: stdout.isTTY ? stdout.columns || defaultColumns : defaultColumns,
    paint: createPaint(color),
  };
}
