/** Programs for the trial of a generator. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Step } from './generator.ts';

const run = promisify(execFile);

/** @throws the program's output, which {@link outputOf} reads, when it fails */
export async function execute(
  [program, ...args]: Step,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<void> {
  await run(program, args, { ...options, maxBuffer: 64 * 1024 * 1024 });
}

/** The end of a failed program's output, where the reason is. */
export function outputOf(error: unknown): string {
  const { stdout, stderr, message } = error as { stdout?: string; stderr?: string; message?: string };
  return [message?.split('\n')[0], stdout, stderr].filter(Boolean).join('\n').slice(-8_000);
}
