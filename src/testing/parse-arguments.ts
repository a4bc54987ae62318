/** Parses arguments as the command line does, without running the command. */
import type { Command } from 'commander';
import { createProgram } from '../../bin/program.ts';

function disarm(command: Command, choose: (command: Command) => void): void {
  // A command within a command would end the process.
  command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  command.action(() => choose(command));
  for (const each of command.commands) disarm(each, choose);
}

/**
 * @returns the command that they choose, with its options and arguments
 * @throws CommanderError with the problem of the arguments
 */
export async function parseArguments(args: readonly string[]): Promise<Command | undefined> {
  const program = await createProgram(() => {}, args);
  program.configureOutput({ writeErr: () => {}, writeOut: () => {} });
  let chosen: Command | undefined;
  for (const each of program.commands) {
    disarm(each, (command) => {
      chosen = command;
    });
  }
  await program.parseAsync(args, { from: 'user' });
  return chosen;
}
