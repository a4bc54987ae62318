/** Draws the progress of a run on the terminal. */
import { type ConsoleOptions, createConsoleReporter } from '../../../reports/console.ts';
import type { Reporter } from '../../../reports/reporter.ts';
import type { Terminal } from '../terminal.ts';
import { keepDrawing, type LiveTerminal } from './live-terminal.ts';

export interface LiveRun extends LiveTerminal {
  readonly reporter: Reporter;
}

export function followLive(
  terminal: Terminal,
  options: Pick<ConsoleOptions, 'detail' | 'expected'>,
): LiveRun {
  const { write, writeTrusted, interactive, color } = terminal;
  const { handle, ...drawn } = createConsoleReporter({
    ...options,
    write: interactive ? writeTrusted : write,
    interactive,
    color,
    columns: () => terminal.columns,
    now: () => performance.now(),
  });
  return {
    reporter: {
      name: 'console',
      handle(event) {
        // The summary, or standard error, reports how the run ended.
        if (interactive || event.type !== 'run-finished') handle(event);
      },
    },
    ...keepDrawing(terminal, drawn),
  };
}
