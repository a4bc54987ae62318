/** Runs a printed command as a user who pastes it into a shell. */
import { execFileSync, spawn } from 'node:child_process';
import { compileCache } from './conformance-process.ts';
import { type Ended, invoke } from './invoke.ts';

/** The arguments that a shell makes of a command. */
const argumentsOf = (command: string): readonly string[] =>
  execFileSync('sh', ['-c', `conformance() { printf '%s\\0' "$@"; }\n${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

/** The command that a summary prints under its first finding. */
export function commandToRepeat(summary: string): string {
  const command = /^To repeat: `(.+)`$/m.exec(summary)?.[1];
  if (command === undefined) throw new Error(`The summary has no command to repeat a finding:\n${summary}`);
  return command;
}

/** Pastes a command of a process into a shell, with the variables of the tests. */
export function pasteInShell(
  command: string,
  folder: string,
): Promise<{ code: number | null; stdout: string }> {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache };
  const child = spawn('sh', ['-c', command], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, stdout }));
  });
}

/** @param command as it was printed by {@link invoke}, which starts with `conformance` */
export const paste = (
  command: string,
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Ended> => invoke(argumentsOf(command), folder, variables);
