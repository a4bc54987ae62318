/** Several reference servers on one Postgres, each a process. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { ReferenceServer } from '../../../reference-server/server.ts';
import type { ReplicaOptions } from '../processes/replica.ts';
import { LoadBalancer } from './load-balancer.ts';

type Facts = Pick<ReferenceServer, 'url' | 'keys' | 'businesses'>;

interface Replica {
  readonly child: ChildProcess;
  readonly facts: Facts;
}

export interface ReplicaSet extends AsyncDisposable {
  /** The same for all of them. */
  readonly keys: Facts['keys'];
  /** Has those that serve at the moment. */
  readonly balancer: LoadBalancer;
  readonly size: number;
  /** Ends one as kill -9 does and starts another at once in its place. Resolves when that one serves. */
  replace(index: number): Promise<void>;
}

const source = fileURLToPath(new URL('../processes/replica.ts', import.meta.url));

/** Makes one file of a replica: it loads in a third of the time that its modules take. */
async function bundle(folder: string): Promise<string> {
  const program = join(folder, 'replica.cjs');
  await build({
    entryPoints: [source],
    outfile: program,
    bundle: true,
    minify: true,
    platform: 'node',
    // CommonJS has no `import.meta`, and a module that loads a package when it needs it starts from its address.
    define: { 'import.meta.url': '__url' },
    banner: { js: "const __url = require('node:url').pathToFileURL(__filename).href;" },
    // The driver of Postgres takes it where it is installed.
    external: ['pg-native'],
  });
  return program;
}

function serve(child: ChildProcess, options: ReplicaOptions): Promise<Replica> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('A replica has ended while it was being started'));
    child.once('exit', onExit);
    child.once('message', (facts: Facts) => {
      child.off('exit', onExit);
      resolve({ child, facts });
    });
    child.send(options);
  });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/**
 * Starts so many replicas, and processes that can take the place of one at once.
 *
 * @param options `attemptTimeoutMillis` is the time that a webhook receiver has to answer.
 */
export async function startReplicas(
  state: string,
  size: number,
  { attemptTimeoutMillis = 10_000, spares: spareCount = 0 } = {},
): Promise<ReplicaSet> {
  const options = { state, attemptTimeoutMillis };
  const folder = await mkdtemp(join(tmpdir(), 'replicas-'));
  const program = await bundle(folder);
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compile-cache') };
  /** A process that has loaded the server and not opened anything. */
  const load = () => fork(program, { env, execArgv: [] });
  const start = () => serve(load(), options);
  // All at once: only one of them makes the tables, the keys and the businesses.
  const replicas = await Promise.all(Array.from({ length: size }, start));
  const [first] = replicas;
  if (first === undefined) throw new Error('A set of replicas needs at least one');
  const differs = replicas.find(
    ({ facts }) => JSON.stringify(facts.keys) !== JSON.stringify(first.facts.keys),
  );
  if (differs !== undefined) throw new Error('The replicas have different keys');
  const spares = Array.from({ length: spareCount }, load);
  let closed = false;
  const balancer = new LoadBalancer();
  for (const { facts } of replicas) balancer.add(facts.url);
  return {
    keys: first.facts.keys,
    balancer,
    size,
    async replace(index) {
      const before = replicas[index];
      if (before === undefined) throw new Error(`There is no replica ${index}`);
      // The load balancer finds out by itself: from its next request on.
      await kill(before.child);
      balancer.remove(before.facts.url);
      while (!closed) {
        spares.push(load());
        const child = spares.shift() ?? load();
        const after = await serve(child, options).catch(() => undefined);
        if (after === undefined) continue;
        replicas[index] = after;
        balancer.add(after.facts.url);
        return;
      }
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      await balancer.close();
      await Promise.all([...spares, ...replicas.map(({ child }) => child)].map(kill));
      await rm(folder, { recursive: true });
    },
  };
}
