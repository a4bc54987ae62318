/** Several reference servers on one Postgres, each a process, behind one address. */
import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReferenceServer } from '../../reference-server/server.ts';
import { type RoundRobin, startRoundRobin } from './round-robin.ts';

export type Facts = Pick<ReferenceServer, 'url' | 'keys' | 'businesses'>;

interface Replica {
  readonly child: ChildProcess;
  readonly facts: Facts;
}

export interface ReplicaSet extends AsyncDisposable {
  /** What all of them have in common, at the address of the proxy. */
  readonly facts: Facts;
  readonly proxy: RoundRobin;
  readonly size: number;
  /** Ends one as kill -9 does and starts another at once in its place. Resolves when that one serves. */
  replace(index: number): Promise<void>;
}

const program = new URL('../processes/replica.ts', import.meta.url);
const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'conformance-test-compile-cache') };

function startReplica(state: string, attemptTimeoutMillis: number): Promise<Replica> {
  const child = fork(program, [state, '0', String(attemptTimeoutMillis)], { env, execArgv: [] });
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('A replica has ended while it was being started'));
    child.once('exit', onExit);
    child.once('message', ({ answer }: { answer: Facts }) => {
      child.off('exit', onExit);
      resolve({ child, facts: answer });
    });
  });
}

async function kill({ child }: Replica): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/** @param attemptTimeoutMillis time that a webhook receiver has to answer. */
export async function startReplicas(
  state: string,
  size: number,
  attemptTimeoutMillis = 10_000,
): Promise<ReplicaSet> {
  const start = () => startReplica(state, attemptTimeoutMillis);
  // All at once: only one of them makes the tables, the keys and the businesses.
  const replicas = await Promise.all(Array.from({ length: size }, start));
  const [first] = replicas;
  if (first === undefined) throw new Error('A set of replicas needs at least one');
  const differs = replicas.find(
    ({ facts }) => JSON.stringify(facts.keys) !== JSON.stringify(first.facts.keys),
  );
  if (differs !== undefined) throw new Error('The replicas have different keys');
  const proxy = await startRoundRobin(replicas.map(({ facts }) => facts.url));
  return {
    facts: { ...first.facts, url: proxy.url },
    proxy,
    size,
    async replace(index) {
      const before = replicas[index];
      if (before === undefined) throw new Error(`There is no replica ${index}`);
      proxy.remove(before.facts.url);
      await kill(before);
      const after = await start();
      replicas[index] = after;
      proxy.add(after.facts.url);
    },
    async [Symbol.asyncDispose]() {
      await proxy.close();
      await Promise.all(replicas.map(kill));
    },
  };
}
