/** A child process of `conformance selftest`: one trial per message. */
import { type Trial, tryOut } from '../selftest/trial.ts';
import type { WorkerAnswer } from './worker-pool.ts';

// The parent decides what Ctrl-C means; the terminal sends it to both.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());

function answer(message: WorkerAnswer): void {
  process.send?.(message);
}

// Only the parent sends messages.
process.on('message', (trial: Trial) => {
  tryOut(trial).then(
    (outcome) => answer({ status: 'done', outcome }),
    (error: unknown) =>
      answer({ status: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});
