/** Runs a printed command as a user who pastes it into a shell. */
import { execFileSync } from 'node:child_process';
import { type Ended, invoke } from './invoke.ts';

/** The arguments that a shell makes of a command. */
const argumentsOf = (command: string): readonly string[] =>
  execFileSync('sh', ['-c', `conformance() { printf '%s\\0' "$@"; }\n${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

/** @param command as it was printed by {@link invoke}, which starts with `conformance` */
export const paste = (
  command: string,
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Ended> => invoke(argumentsOf(command), folder, variables);
