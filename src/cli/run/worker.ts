/** The hidden command that `conformance run --workers` starts as a child process: one part of a run. */
import { Command } from 'commander';
import { ConformanceError, messageOf } from '../../../conformance/engine/errors.ts';
import { runConformance } from '../../../conformance/provider/run.ts';
import { refuse } from '../../config/refuse.ts';
import { tool } from '../../tool.ts';
import { leaveSignalsToParent } from '../interruption.ts';
import { openForRun, resolveSettings, selectChecks } from './prepare.ts';
import { scaleOptions } from './scale-options.ts';
import { type FromWorker, type ToWorker, type WorkOrder, workerCommandName } from './workers.ts';

const tell = (message: FromWorker) =>
  new Promise<void>((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(message, () => resolve());
  });

/** @throws ConformanceError with code `CONFIGURATION_INVALID` when workers would move each other's clock */
function refuseSharedClock({ controls, clock }: Awaited<ReturnType<typeof openForRun>>['target']): void {
  if (controls.advanceClock === undefined || clock === 'of each business') return;
  throw refuse(
    'The businesses of this server may share one clock, which workers would move under each other: leave out --workers',
  );
}

async function perform({ options, seed, shard, invocation }: WorkOrder, signal: AbortSignal): Promise<void> {
  // The parent has split the run already.
  const { workers: _, balance: _split, ...flags } = options;
  const settings = await resolveSettings({ ...flags, seed });
  const checks = selectChecks(options);
  // Limits of the whole run are divided among the workers.
  const rate = settings.rate === undefined ? undefined : settings.rate / shard.count;
  const scale = await scaleOptions({ ...settings, rate }, checks);
  const { target, close } = await openForRun(options, settings.target, signal);
  try {
    refuseSharedClock(target);
    const { profile, concurrency } = settings;
    const shared = { checks, seed, profile, concurrency, tool, signal, invocation, ...scale, shard };
    for await (const event of runConformance({ target, ...shared })) await tell({ event });
  } finally {
    await close();
  }
}

function work(): void {
  const controller = new AbortController();
  leaveSignalsToParent();
  process.on('disconnect', () => process.exit());
  // Only the parent sends messages.
  process.on('message', (message: ToWorker) => {
    if ('stop' in message) return controller.abort(new Error(message.stop));
    return perform(message.begin, controller.signal)
      .catch((error: unknown) =>
        tell({
          failed: {
            message: messageOf(error),
            ...(error instanceof ConformanceError && { code: error.code }),
          },
        }),
      )
      .finally(() => process.disconnect());
  });
}

export function workerCommand(): Command {
  return new Command(workerCommandName).action(work);
}
