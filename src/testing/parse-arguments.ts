/** Reads arguments as the command line does, and does nothing of what they say. */
import type { Command } from 'commander';
import { createProgram } from '../cli/program.ts';

function disarm(command: Command): void {
  command.action(() => {}).configureOutput({ writeErr: () => {}, writeOut: () => {} });
  command.commands.forEach(disarm);
}

/** @throws CommanderError with what is wrong with them */
export async function parseArguments(args: readonly string[]): Promise<void> {
  const program = await createProgram(() => {}, args);
  program.configureOutput({ writeErr: () => {}, writeOut: () => {} });
  program.commands.forEach(disarm);
  await program.parseAsync(args, { from: 'user' });
}
