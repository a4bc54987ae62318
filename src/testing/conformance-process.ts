/** Runs the command line as a user does: as a process of its own, in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ended, invoke, isLeftOut } from './invoke.ts';

/** Shared by all processes of the tests: they start in half the time. */
export const compileCache = join(tmpdir(), 'conformance-test-compile-cache');

const main = fileURLToPath(new URL('../../bin/main.ts', import.meta.url));

/** Variables with which a process takes its output for a terminal. */
export const inTerminal = {
  NODE_OPTIONS: `--import ${new URL('./pretend-terminal.ts', import.meta.url).href}`,
  TERM: 'xterm-256color',
  NO_COLOR: '',
};

export interface ConformanceProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves with the first match on standard output; rejects when the process ends without one. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

export interface Folder extends Disposable {
  readonly path: string;
  write(name: string, text: string): void;
  /** Starts the command line in this folder, with these variables and no other of ours. */
  start(args: readonly string[], variables?: Readonly<Record<string, string>>): ConformanceProcess;
  /** Runs a command to its end in this process, which takes a fraction of the time. */
  run(args: readonly string[], variables?: Readonly<Record<string, string>>): Promise<Ended>;
}

function start(
  path: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): ConformanceProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !isLeftOut(name));
  const child = spawn(process.execPath, [main, ...args], {
    cwd: path,
    env: { ...Object.fromEntries(inherited), NO_COLOR: '1', NODE_COMPILE_CACHE: compileCache, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return {
    child,
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(stdout);
          if (match !== null) resolve(match);
        };
        look();
        child.stdout.on('data', look);
        child.on('close', () =>
          reject(new Error(`It ended without printing ${pattern}:\n${stdout}${stderr}`)),
        );
      }),
  };
}

/** A folder that is gone at the end of its scope. */
export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'conformance-test-'));
  return {
    path,
    write: (name, text) => writeFileSync(join(path, name), text),
    start: (args, variables = {}) => start(path, args, variables),
    run: (args, variables) => invoke(args, path, variables),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
