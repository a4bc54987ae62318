import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReferenceServer } from '../server.ts';

const program = fileURLToPath(new URL('./server-process.ts', import.meta.url));
/** Shared by all processes of the tests: they start in half the time. */
const compileCache = join(tmpdir(), 'conformance-test-compile-cache');

export interface KillableServer extends Pick<ReferenceServer, 'url' | 'keys' | 'businesses'> {
  /** Ends the process as `kill -9` does. */
  kill(): Promise<void>;
}

/** A process that has loaded the server and not opened anything. */
export interface WaitingServer {
  start(state: string): Promise<KillableServer>;
  discard(): Promise<void>;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  await gone;
}

/** @param fileBlocks beyond which no file of the process grows, as on a full disk; unlimited unless given */
export function loadServer(fileBlocks?: number): WaitingServer {
  const env = { ...process.env, ...(fileBlocks === undefined && { NODE_COMPILE_CACHE: compileCache }) };
  const limited = ['-c', `ulimit -f ${fileBlocks}; exec "$0" "$@"`, process.execPath];
  const child = fork(program, {
    env,
    ...(fileBlocks === undefined ? { execArgv: [] } : { execPath: '/bin/sh', execArgv: limited }),
  });
  return {
    discard: () => kill(child),
    start: (state) =>
      new Promise((resolve, reject) => {
        const onExit = () => reject(new Error('The server ended before it was killed'));
        child.once('exit', onExit);
        child.once('message', (started: Pick<ReferenceServer, 'url' | 'keys' | 'businesses'>) => {
          child.off('exit', onExit);
          resolve({ ...started, kill: () => kill(child) });
        });
        child.send(state);
      }),
  };
}
