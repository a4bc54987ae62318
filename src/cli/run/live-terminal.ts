/** Redraws lines on a terminal and removes them however the process ends. */
import type { Terminal } from '../terminal.ts';

/** A live drawing in the terminal. */
export interface Drawn {
  /** Draws the changes. */
  tick(): void;
  /** Removes the drawing until the next tick. */
  clear(): void;
}

export interface LiveTerminal extends Disposable {
  /** Prints one line on standard error, above the drawing. */
  warn(text: string): void;
}

/** Often enough to look alive, seldom enough to be calm. */
const tickMillis = 125;

/** Ctrl-Z: restores the cursor for the shell. */
function watchSuspension(onSuspend: () => void): () => void {
  if (process.platform === 'win32') return () => {};
  const suspend = () => {
    onSuspend();
    process.kill(process.pid, 'SIGSTOP');
  };
  process.on('SIGTSTP', suspend);
  return () => process.off('SIGTSTP', suspend);
}

/** Disposing of it removes the drawing. */
export function keepDrawing({ interactive, warn }: Terminal, { tick, clear }: Drawn): LiveTerminal {
  const timer = setInterval(tick, tickMillis).unref();
  // A narrower window wraps the old lines until they are redrawn.
  process.stdout.on('resize', tick);
  process.on('exit', clear);
  const resume = interactive ? watchSuspension(clear) : () => {};
  return {
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
