/** A run whose checks are shared by several processes of this machine: its events are those of one run. */
import { type ChildProcess, fork } from 'node:child_process';
import { ConformanceError, type ConformanceErrorCode } from '../../../conformance/engine/errors.ts';
import type { RunEvent, RunFinished, RunStarted } from '../../../conformance/engine/events.ts';
import type { Finding } from '../../../conformance/engine/finding.ts';
import type { Invocation } from '../../../conformance/engine/invocation.ts';
import type { ShardPlan } from '../../../conformance/engine/shard.ts';
import { type EndedShard, joinEnds, joinHeaders } from '../../../reports/merge.ts';
import type { RunOptions } from './prepare.ts';

export const workerCommandName = 'run-worker';

/** The first message to a worker. */
export interface WorkOrder {
  readonly options: RunOptions;
  readonly seed: number;
  readonly shard: ShardPlan;
  readonly invocation: Invocation;
}

/** A message to a worker: its part of the run, or that it must stop, and why. */
export type ToWorker = { readonly begin: WorkOrder } | { readonly stop: string };

/** A message from a worker: an event of its part, or why it failed. */
export type FromWorker =
  | { readonly event: RunEvent }
  | { readonly failed: { readonly code?: ConformanceErrorCode; readonly message: string } };

export interface WorkersOptions extends Omit<WorkOrder, 'shard'> {
  readonly shards: readonly ShardPlan[];
  /** The script to start with the name of the hidden command. @defaultValue this program, from source or from the build */
  readonly script?: string;
  readonly signal: AbortSignal;
  /** Whether the run ends with a finding. */
  readonly endAt?: (finding: Finding) => boolean;
}

/** Events from several sources in the order in which they come. */
class EventQueue {
  readonly #waiting: RunEvent[] = [];
  #wake = () => {};

  push(event: RunEvent): void {
    this.#waiting.push(event);
    this.#wake();
  }

  /** Yields events until `isOver`, which is called whenever all events so far were read. */
  async *read(isOver: () => boolean): AsyncGenerator<RunEvent> {
    for (;;) {
      yield* this.#waiting.splice(0);
      if (this.#waiting.length > 0) continue;
      if (isOver()) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Asks again whether it is over. */
  nudge(): void {
    this.#wake();
  }
}

/** One process and its part of the run. */
class Worker {
  /** Resolves with the header of its part; rejects with the reason why it has none. */
  readonly started: Promise<RunStarted>;
  finished: RunFinished | undefined;
  readonly #child: ChildProcess;
  readonly #order: WorkOrder;
  #isEnough = false;

  constructor(script: string, order: WorkOrder, queue: EventQueue) {
    this.#order = order;
    this.#child = fork(script, [workerCommandName], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    const { promise, resolve, reject } = Promise.withResolvers<RunStarted>();
    this.started = promise;
    // Only our own worker sends messages.
    this.#child.on('message', (message: FromWorker) => {
      if ('failed' in message) {
        const { code, message: text } = message.failed;
        return reject(code === undefined ? new Error(text) : new ConformanceError(code, text));
      }
      const { event } = message;
      if (event.type === 'run-started') return resolve(event);
      // All workers find out the same of the target.
      if (event.type === 'notice-given' && order.shard.index > 1) return;
      if (event.type !== 'run-finished') return queue.push(event);
      this.finished = event;
      return queue.nudge();
    });
    this.#child.on('exit', (code, signal) => {
      const reason = `The worker ended with ${signal ?? `status ${code}`} before its part of the run was done.`;
      reject(new Error(reason));
      const finishedAt = new Date().toISOString();
      this.finished ??= {
        type: 'run-finished',
        verdict: 'error',
        reason,
        finishedAt,
        durationMillis: 0,
        requests: 0,
      };
      queue.nudge();
    });
    this.#tell({ begin: order });
  }

  #tell(message: ToWorker): void {
    // A worker that has exited gets no message; its exit is handled above.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  stop(reason: string): void {
    this.#tell({ stop: reason });
  }

  /** Stops it because another worker found the end of the run, which is no failure of this one. */
  stopAsEnough(reason: string): void {
    if (this.finished !== undefined) return;
    this.#isEnough = true;
    this.stop(reason);
  }

  get ended(): EndedShard | undefined {
    const { finished } = this;
    if (finished === undefined) return undefined;
    const { index, count } = this.#order.shard;
    const verdict = this.#isEnough && finished.verdict === 'incomplete' ? 'partial' : finished.verdict;
    return { label: `Worker ${index} of ${count}`, finished: { ...finished, verdict } };
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

/**
 * Starts a process for each part of a run.
 *
 * @returns the events of the whole run, once every worker has begun. Leaving the stream early ends the workers.
 * @throws ConformanceError that the first worker met which could not begin; all are ended then
 */
export async function startWorkers({
  shards,
  script = process.argv[1] ?? '',
  signal,
  endAt,
  ...shared
}: WorkersOptions): Promise<AsyncIterable<RunEvent>> {
  const queue = new EventQueue();
  const workers = shards.map((shard) => new Worker(script, { ...shared, shard }, queue));
  const stop = () => {
    for (const worker of workers) worker.stop(String((signal.reason as Error | undefined)?.message));
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const headers = await Promise.all(workers.map(({ started }) => started));
    return follow(joinHeaders(headers));
  } catch (error) {
    for (const worker of workers) worker.kill();
    throw error;
  }

  async function* follow(header: RunStarted): AsyncGenerator<RunEvent> {
    try {
      yield header;
      const body: RunEvent[] = [];
      for await (const event of queue.read(() => workers.every(({ finished }) => finished !== undefined))) {
        body.push(event);
        if (event.type === 'finding-reported' && endAt?.(event.finding))
          for (const worker of workers)
            worker.stopAsEnough(`The run ended at the finding ${event.finding.id}.`);
        yield event;
      }
      yield joinEnds(
        workers.flatMap(({ ended }) => ended ?? []),
        header,
        body,
      );
    } finally {
      signal.removeEventListener('abort', stop);
      if (workers.some(({ finished }) => finished === undefined)) for (const worker of workers) worker.kill();
    }
  }
}
