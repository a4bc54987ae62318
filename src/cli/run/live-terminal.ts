/** Draws on a terminal again and again, and leaves it as it was, however the process ends. */
import type { Terminal } from '../terminal.ts';

/** What is drawn. */
export interface Drawn {
  /** Draws what has changed. */
  tick(): void;
  /** Takes it away, until the next tick. */
  clear(): void;
}

export interface LiveTerminal extends Disposable {
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

/** Disposing of it takes away what is drawn. */
export function keepDrawing({ interactive, warn }: Terminal, { tick, clear }: Drawn): LiveTerminal {
  const timer = setInterval(tick, tickMillis).unref();
  // Until it is drawn again, what a narrower window has wrapped is seen.
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
