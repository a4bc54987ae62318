/**
 * A reference server as a process of its own, one of several on one Postgres, to be killed at any time. It loads
 * everything and then waits for its options, so that it can replace another at once.
 */
import { flushCompileCache } from 'node:module';
import { startReferenceServer } from '../../../reference-server/server.ts';

export interface ReplicaOptions {
  readonly state: string;
  readonly attemptTimeoutMillis: number;
}

// A process that is killed writes nothing at its end.
flushCompileCache();

// The parent process may be gone before it could tell this one to end.
process.once('disconnect', () => process.exit());
process.once('message', async ({ state, attemptTimeoutMillis }: ReplicaOptions) => {
  try {
    // It does not live long, and with few connections it is fast sooner.
    const server = await startReferenceServer({ control: true, state, attemptTimeoutMillis, connections: 4 });
    const { url, keys, businesses } = server;
    process.send?.({ url, keys, businesses });
  } catch {
    // The database is away: another is started in its place.
    process.exit(1);
  }
});
