/** The hidden command that `conformance selftest` starts as a child process: one trial per message. */
import { Command } from 'commander';
import { messageOf } from '../../conformance/engine/errors.ts';
import { leaveSignalsToParent } from '../../src/cli/interruption.ts';
import type { TrialOutcome } from './record.ts';
import { type Trial, tryOut } from './trial.ts';
import type { WorkerAnswer } from './worker-pool.ts';

export const workerCommandName = 'selftest-worker';

function answer(message: WorkerAnswer<TrialOutcome>): void {
  process.send?.(message);
}

function work(): void {
  leaveSignalsToParent();
  process.on('disconnect', () => process.exit());
  // Only the parent sends messages.
  process.on('message', (trial: Trial) => {
    tryOut(trial).then(
      (outcome) => answer({ status: 'done', outcome }),
      (error: unknown) => answer({ status: 'failed', reason: messageOf(error) }),
    );
  });
}

export function workerCommand(): Command {
  return new Command(workerCommandName).action(work);
}
