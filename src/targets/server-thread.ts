/** A reference server in a thread of its own, so that it and the suite have a core each. */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Deviation } from '../../reference-server/fault.ts';
import type { ReferenceServer, ReferenceServerOptions } from '../../reference-server/server.ts';
import { chooseFault, type FaultEntry } from '../config/fault-catalogue.ts';

/** The options of a thread. A fault has functions, so the thread loads it from the catalogue itself. */
export interface ThreadOptions
  extends Pick<ReferenceServerOptions, 'environment' | 'control' | 'attemptTimeoutMillis'> {
  readonly fault?: Pick<FaultEntry, 'id' | 'module'>;
}

type Started = Omit<ReferenceServer, 'close' | 'retire'>;

const role = 'reference server';

/** @throws the error of the server when it cannot be started */
export async function startServerThread(options: ThreadOptions): Promise<ReferenceServer> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { role, options } });
  // Rejects when the thread ends with an error instead.
  const [started]: Started[] = await once(thread, 'message');
  if (started === undefined) throw new Error('The thread of the reference server did not say where it is.');
  return {
    ...started,
    retire: () => thread.postMessage('retire'),
    close: async () => {
      const ended = once(thread, 'exit');
      thread.postMessage('close');
      await ended;
    },
  };
}

async function loadFault({ id, module }: NonNullable<ThreadOptions['fault']>): Promise<Deviation> {
  const { catalogue }: { catalogue: readonly FaultEntry[] } = await import(module);
  return chooseFault(catalogue, id);
}

async function serve({ fault: named, ...options }: ThreadOptions): Promise<void> {
  // Imported here, because the starting thread does not need it.
  const { startReferenceServer } = await import('../../reference-server/server.ts');
  const fault = named && (await loadFault(named));
  const { close, retire, ...started } = await startReferenceServer({ ...options, ...(fault && { fault }) });
  parentPort?.postMessage(started satisfies Started);
  parentPort?.on('message', (order: 'retire' | 'close') => {
    if (order === 'retire') return retire();
    parentPort?.close();
    return close();
  });
}

if (!isMainThread && workerData?.role === role) await serve(workerData.options);
