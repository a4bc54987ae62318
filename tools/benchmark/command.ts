/** Runs the command of a tool in an empty folder, within a time limit. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a command can name in braces. */
export interface Placeholders {
  /** Base address of the server. */
  readonly url: string;
  /** File of the OpenAPI description. */
  readonly spec: string;
  /** Platform key of the server. */
  readonly key: string;
  readonly seed: string;
  /** File in which the tool may leave a JUnit report. */
  readonly junit: string;
  /** Folder of this repository: commands run in another one. */
  readonly root: string;
}

/** @throws Error when the command does not name the server, or has a placeholder that does not exist */
export function fill(command: string, values: Placeholders): string {
  if (!command.includes('{url}')) throw new Error(`The command names no {url}: ${command}`);
  const known: Readonly<Record<string, string>> = { ...values };
  // `${NAME}` is of the shell.
  return command.replaceAll(/(?<!\$)\{(\w+)\}/g, (_, name: string) => {
    const value = known[name];
    if (value !== undefined) return value;
    throw new Error(`There is no {${name}}: name one of ${Object.keys(values).join(', ')}.`);
  });
}

export interface Ended {
  /** Undefined when a signal ended it. */
  readonly code: number | undefined;
  readonly isCut: boolean;
  readonly output: string;
}

/** Time that a tool has to write its report after it was interrupted. */
const graceMillis = 10_000;

/** When time is up, interrupts the command as Ctrl-C does, and later ends all its processes. */
export async function runCommand(command: string, folder: string, limitSeconds: number): Promise<Ended> {
  // A tool that ends while it still writes into a pipe loses the rest of its output; into a file it does not.
  const file = join(folder, 'output.txt');
  const output = openSync(file, 'a');
  const child = spawn(command, {
    ...{ shell: true, detached: true, cwd: folder, stdio: ['ignore', output, output] },
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
  });
  closeSync(output);
  const signal = (name: NodeJS.Signals) => {
    try {
      // The group of the shell: all processes of the tool.
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // All have ended.
    }
  };
  let isCut = false;
  const limit = setTimeout(() => {
    isCut = true;
    signal('SIGINT');
  }, limitSeconds * 1000);
  const end = setTimeout(() => signal('SIGKILL'), limitSeconds * 1000 + graceMillis);
  const stop = () => signal('SIGKILL');
  process.once('exit', stop);
  const [code] = await once(child, 'close');
  clearTimeout(limit);
  clearTimeout(end);
  process.off('exit', stop);
  signal('SIGKILL');
  return { code: code ?? undefined, isCut, output: readFileSync(file, 'utf8') };
}
