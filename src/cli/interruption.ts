/** Ctrl-C: the first ends the work, the second ends the process. */
import { exitCodes, Interrupted } from './exit-codes.ts';

/** Disposing of it restores the default handling of the signals. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal;
}

/** SIGHUP: the terminal was closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** npm repeats a Ctrl-C that the terminal has already sent. Two signals within this time count as one. */
const sameKeypressMillis = 250;

/** For a child process: a terminal sends its signals to all processes, and the parent decides how to react. */
export function leaveSignalsToParent(): void {
  for (const name of signals) process.on(name, () => {});
}

/** Resolves with the first signal. */
export async function untilInterrupted({ signal }: Interruption): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** @param onFirst called on the first signal, to print what happens next */
export function watchInterruption(onFirst: () => void): Interruption {
  const controller = new AbortController();
  let first: number | undefined;
  const handle = (name: NodeJS.Signals) => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      onFirst();
      controller.abort(new Interrupted(`Interrupted by ${name}.`));
    } else if (now - first > sameKeypressMillis) {
      process.exit(exitCodes.interrupted);
    }
  };
  for (const name of signals) process.on(name, handle);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const name of signals) process.off(name, handle);
    },
  };
}
