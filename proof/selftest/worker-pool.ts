/** Spreads trials over child processes, so that every core is used. */
import { type ChildProcess, fork } from 'node:child_process';

/** The message of a child process after each trial. */
export type WorkerAnswer<Outcome> =
  | { readonly status: 'done'; readonly outcome: Outcome }
  | { readonly status: 'failed'; readonly reason: string };

function ask<Outcome>(child: ChildProcess, trial: object): Promise<WorkerAnswer<Outcome>> {
  return new Promise((resolve) => {
    const settle = (answer: WorkerAnswer<Outcome>) => {
      child.off('message', onMessage).off('exit', onExit);
      resolve(answer);
    };
    // Only our own worker sends messages.
    const onMessage = (message: unknown) => settle(message as WorkerAnswer<Outcome>);
    const onExit = (code: number | null) =>
      settle({ status: 'failed', reason: `the worker ended with status ${code ?? 'none'}` });
    child.on('message', onMessage).on('exit', onExit);
    child.send(trial, (error) => {
      if (error !== null) settle({ status: 'failed', reason: error.message });
    });
  });
}

export interface PoolOptions<Trial extends object, Outcome> {
  /** The script to start, with its arguments. */
  readonly command: readonly [script: string, ...args: string[]];
  readonly trials: readonly Trial[];
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly onAnswer: (trial: Trial, answer: WorkerAnswer<Outcome>) => void;
}

/** Resolves when every trial has an answer, or when the signal aborts. */
export async function runTrials<Trial extends object, Outcome>({
  command,
  trials,
  jobs,
  signal,
  onAnswer,
}: PoolOptions<Trial, Outcome>): Promise<void> {
  const queue = [...trials];
  const [script, ...args] = command;
  const work = async () => {
    let child: ChildProcess | undefined;
    const stop = () => child?.kill('SIGKILL');
    signal.addEventListener('abort', stop, { once: true });
    for (let trial = queue.shift(); trial !== undefined && !signal.aborted; trial = queue.shift()) {
      // Replaces a child that crashed, so that the next trial is not affected.
      if (child?.connected !== true)
        child = fork(script, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      const answer = await ask<Outcome>(child, trial);
      if (signal.aborted) break;
      onAnswer(trial, answer);
    }
    signal.removeEventListener('abort', stop);
    if (child?.connected === true) child.disconnect();
  };
  await Promise.all(Array.from({ length: Math.min(jobs, trials.length) }, work));
}
