/** Steps of a trial. A failing step reports its name, its output, and the remedy. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const say = (text: string) => console.log(`-- ${text}`);

/** Prints the sentence if it holds. */
export function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`It does not hold that ${what}`);
  say(what);
}

/** Runs a program. @returns its output. @throws Error with the command, its folder and its whole output. */
export function run(program: string, args: readonly string[], cwd: string, env = process.env): string {
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (error === undefined && status === 0) return stdout;
  const how = error?.message ?? (signal === null ? `ended with ${status}` : `was ended by ${signal}`);
  const printed = [stdout, stderr].map((text) => text?.trim()).filter(Boolean);
  throw new Error([`${[program, ...args].join(' ')} ${how}, in ${cwd}`, ...printed].join('\n'));
}

/** Makes an empty project and installs packages in it. */
export function install(cwd: string, ...packages: readonly string[]): void {
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'package.json'), '{ "private": true, "type": "module" }\n');
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], cwd);
}

/** A step that failed, with a message for the person who started the trial. */
export class StepFailed extends Error {
  constructor(name: string, remedy: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`FAILED: ${name}\n\n${why.replace(/^/gm, '    ')}\n\nWhat to do: ${remedy}`, { cause });
  }
}

/**
 * @param name of the step
 * @param remedy the action to take when it does not work
 * @throws StepFailed
 */
export async function step<Result>(
  name: string,
  remedy: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new StepFailed(name, remedy, error);
  }
}
