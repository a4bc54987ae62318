/** Draws the progress of a run on the terminal. */
import type { RunStarted } from '../../../conformance/engine/events.ts';
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
  let held: RunStarted | undefined;
  return {
    reporter: {
      name: 'console',
      handle(event) {
        if (interactive) return handle(event);
        // A log shows nothing of a run that cannot be made, and names the target as the survey does.
        if (event.type === 'run-started') held = event;
        else if (event.type === 'target-surveyed') held = held && { ...held, target: event.target };
        // The summary, or standard error, reports how the run ended.
        else if (event.type !== 'run-finished') {
          if (held !== undefined) handle(held);
          held = undefined;
          handle(event);
        }
      },
    },
    ...keepDrawing(terminal, drawn),
  };
}
