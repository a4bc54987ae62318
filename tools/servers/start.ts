/** Starts one of these servers on a free port, and ends it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const serverNames = ['minimal', 'strict', 'distributed', 'metered'] as const;
export type ServerName = (typeof serverNames)[number];

/** The program that each server runs on, and its command; Go and Java are built first, into a folder of the run. */
const programs = {
  minimal: { needs: 'node', version: '--version', command: () => [process.execPath, 'server.js'] },
  strict: { needs: 'python3', version: '--version', command: () => ['python3', 'server.py'] },
  distributed: {
    needs: 'go',
    version: 'version',
    command: (folder: string) => {
      build('distributed', ['go', 'build', '-o', join(folder, 'server'), '.']);
      return [join(folder, 'server')];
    },
  },
  metered: {
    needs: 'javac',
    version: '-version',
    command: (folder: string) => {
      build('metered', ['javac', '-d', folder, 'Main.java']);
      return ['java', '-cp', folder, 'Main'];
    },
  },
} as const;

/** Keys of a server that lives for one run; they open nothing else. */
export const keys = {
  PLATFORM_KEY: 'platform-key-of-this-run',
  ORG_KEY: 'org-key-of-this-run',
  PRODUCTION_KEY: 'production-key-of-this-run',
  JWT_SECRET: 'jwt-secret-of-this-run',
  CONTROL_KEY: 'control-key-of-this-run',
};

const folderOf = (name: ServerName) => join(import.meta.dirname, name);

function build(name: ServerName, [program = '', ...args]: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { cwd: folderOf(name), encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

/** Why a server cannot run on this machine; undefined where it can. */
export function whySkipped(name: ServerName): string | undefined {
  const { needs, version } = programs[name];
  if (needs === 'node' || spawnSync(needs, [version]).status === 0) return undefined;
  return `${needs} is not installed`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

/** The address in the line with which a server says that it listens. */
export const addressIn = (line: string): string | undefined =>
  /^listening on (?:http:\/\/)?(127\.0\.0\.1:\d+)/.exec(line)?.[1];

async function addressOf(process: ChildProcess): Promise<string> {
  if (process.stdout === null) throw new Error('The server writes nowhere.');
  for await (const line of createInterface(process.stdout)) {
    const address = addressIn(line);
    if (address !== undefined) return `http://${address}`;
  }
  throw new Error('The server ended before it listened.');
}

export interface Running {
  readonly baseUrl: string;
  readonly stop: () => Promise<void>;
}

/** The quotas of the metered server, and its full delay. */
export const quotas = { PACE: '1', BUSINESSES: '10', PER_MINUTE: '200' };

/** Two servers take their time; a tenth of it is enough to be late and out of order. Quotas would make a run of minutes one of hours. */
const mildTemper = { PACE: '0.1', BUSINESSES: '100000', PER_MINUTE: '1000000' };

export async function startServer(name: ServerName, temper = mildTemper): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'server-'));
  const [command = '', ...args] = programs[name].command(folder);
  const env = { ...process.env, ...keys, ...temper, PORT: String(await freePort()) };
  const child = spawn(command, args, { cwd: folderOf(name), env, stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await exited;
    clearTimeout(late);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const baseUrl = await addressOf(child);
    child.stdout?.resume();
    return { baseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
