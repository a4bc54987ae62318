#!/usr/bin/env node
/** The command line. The only place that reads arguments and sets the exit status. */
import { enableCompileCache } from 'node:module';
import { CommanderError } from 'commander';
import { ConformanceError } from '../../conformance/engine/errors.ts';
import { type ExitCode, exitCodeOfError, exitCodes } from './exit-codes.ts';
import { createProgram } from './program.ts';

function exitCodeAfter(error: unknown): ExitCode {
  // Commander has printed its own message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  if (error instanceof ConformanceError) {
    process.stderr.write(`error: ${error.message}\n`);
    return exitCodeOfError(error);
  }
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`error: this is a fault of conformance itself, please report it\n${details}\n`);
  return exitCodes.error;
}

// From the second run on a command is loaded in half the time; a package is started with it already.
enableCompileCache();

// The reader of a pipe may leave early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

// Node's own status for this is 1, which here says something about the target.
process.on('uncaughtException', (error) => process.exit(exitCodeAfter(error)));

try {
  const args = process.argv.slice(2);
  const program = await createProgram((code) => {
    process.exitCode = code;
  }, args);
  await program.parseAsync(args, { from: 'user' });
} catch (error) {
  process.exitCode = exitCodeAfter(error);
}
