/** A reference server in a thread of its own, so that it and the suite have a core each. */
import { on, once } from 'node:events';
import { enableCompileCache } from 'node:module';
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Deviation } from '../../reference-server/fault.ts';
import type { ReferenceServer, ReferenceServerOptions } from '../../reference-server/server.ts';
import { chooseFault, type FaultEntry } from '../config/fault-catalogue.ts';

/** The options of a thread. A fault has functions, so the thread loads it from the catalogue itself. */
export interface ThreadOptions
  extends Pick<ReferenceServerOptions, 'environment' | 'control' | 'attemptTimeoutMillis'> {
  readonly fault?: Pick<FaultEntry, 'id' | 'module'>;
}

type Started = Omit<ReferenceServer, 'close' | 'retire'>;

type Order =
  | { readonly type: 'start'; readonly options: ThreadOptions }
  | { readonly type: 'retire' }
  | { readonly type: 'close' };

const role = 'reference server';

/** Threads whose server was closed: loading the server takes most of the time of a start. */
const idle: Worker[] = [];

/** @throws the error of the server when it cannot be started */
export async function startServerThread(options: ThreadOptions): Promise<ReferenceServer> {
  const thread = idle.pop() ?? new Worker(new URL(import.meta.url), { workerData: { role } });
  thread.ref();
  const order = (given: Order) => thread.postMessage(given);
  // Rejects when the thread ends with an error instead.
  const answer = once(thread, 'message');
  order({ type: 'start', options });
  const [started]: Started[] = await answer;
  if (started === undefined) throw new Error('The thread of the reference server did not say where it is.');
  return {
    ...started,
    retire: () => order({ type: 'retire' }),
    close: async () => {
      const closed = once(thread, 'message');
      order({ type: 'close' });
      await closed;
      // An idle thread does not keep the process alive.
      thread.unref();
      idle.push(thread);
    },
  };
}

async function loadFault({ id, module }: NonNullable<ThreadOptions['fault']>): Promise<Deviation> {
  const { catalogue }: { catalogue: readonly FaultEntry[] } = await import(module);
  return chooseFault(catalogue, id);
}

async function start({ fault: named, ...options }: ThreadOptions): Promise<ReferenceServer> {
  // Imported here, because the starting thread does not need it.
  const { startReferenceServer } = await import('../../reference-server/server.ts');
  const fault = named && (await loadFault(named));
  return startReferenceServer({ ...options, ...(fault && { fault }) });
}

/** Carries out the orders of the starting thread, one after the other. */
async function serve(port: MessagePort): Promise<void> {
  let server: ReferenceServer | undefined;
  for await (const [order] of on(port, 'message') as AsyncIterable<[Order]>) {
    switch (order.type) {
      case 'start': {
        server = await start(order.options);
        const { close: _close, retire: _retire, ...started } = server;
        port.postMessage(started satisfies Started);
        break;
      }
      case 'retire':
        server?.retire();
        break;
      case 'close':
        await server?.close();
        port.postMessage('closed');
        break;
      default:
        order satisfies never;
    }
  }
}

if (!isMainThread && workerData?.role === role && parentPort !== null) {
  // Each thread has to ask for it.
  enableCompileCache();
  await serve(parentPort);
}
