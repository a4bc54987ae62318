/** A run on the terminal: draws it as it goes, and leaves the terminal as it was, however the process ends. */
import { type ConsoleOptions, createConsoleReporter } from '../../../reports/console.ts';
import type { Reporter } from '../../../reports/reporter.ts';
import type { Terminal } from '../terminal.ts';

export interface LiveRun extends Disposable {
  readonly reporter: Reporter;
  /** One line on standard error, which is not drawn over. */
  warn(text: string): void;
}

/** Often enough to look alive, seldom enough to be calm. */
const tickMillis = 125;

/** Ctrl-Z: the shell that comes to the front wants its cursor. */
function watchSuspension(onSuspend: () => void): () => void {
  if (process.platform === 'win32') return () => {};
  const suspend = () => {
    onSuspend();
    process.kill(process.pid, 'SIGSTOP');
  };
  process.on('SIGTSTP', suspend);
  return () => process.off('SIGTSTP', suspend);
}

export function followLive(
  terminal: Terminal,
  options: Pick<ConsoleOptions, 'detail' | 'expected'>,
): LiveRun {
  const { write, interactive, color, warn } = terminal;
  const { handle, tick, clear } = createConsoleReporter({
    ...options,
    write,
    interactive,
    color,
    columns: () => terminal.columns,
    now: () => performance.now(),
  });
  const timer = setInterval(tick, tickMillis).unref();
  // Until it is drawn again, what a narrower window has wrapped is seen.
  process.stdout.on('resize', tick);
  process.on('exit', clear);
  const resume = interactive ? watchSuspension(clear) : () => {};
  return {
    reporter: {
      name: 'console',
      handle(event) {
        // How a run ended is said by the summary, or on standard error.
        if (interactive || event.type !== 'run-finished') handle(event);
      },
    },
    warn(text) {
      clear();
      warn(text);
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      process.stdout.off('resize', tick);
      process.off('exit', clear);
      resume();
      clear();
    },
  };
}
