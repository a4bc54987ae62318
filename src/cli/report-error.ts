/** What is said of an error that ends a command, and the exit status for it. */
import { CommanderError } from 'commander';
import { ConformanceError } from '../../conformance/engine/errors.ts';
import { visibleText } from '../../markup/visible-text.ts';
import { type ExitCode, exitCodeOfError, exitCodes } from './exit-codes.ts';

/** Prints it on standard error, unless commander has. */
export function reportError(error: unknown): ExitCode {
  // Commander has printed its own message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  if (error instanceof ConformanceError) {
    // What a target or a file says may be part of the message.
    process.stderr.write(`error: ${visibleText(error.message)}\n`);
    return exitCodeOfError(error);
  }
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `error: this is a fault of conformance itself, please report it\n${visibleText(details)}\n`,
  );
  return exitCodes.error;
}
