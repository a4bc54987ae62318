#!/usr/bin/env node
/** The command line. The only place that reads arguments and sets the exit status. */
import { enableCompileCache } from 'node:module';
import { exitCodes, reportError } from '../src/cli/exit-codes.ts';
import { keepMemoryModest } from '../src/cli/modest-memory.ts';
import { createProgram } from './program.ts';

/** Node's exit code for a process whose last `await` never ends. */
const unsettled = 13;

// Halves the load time from the second run on.
enableCompileCache();

// The reader of a pipe may leave early, as `head` does. The command still finishes its work.
let unwritten = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || unwritten) return;
  // The reports are still written.
  unwritten = true;
  process.stderr.write(`error: cannot write to standard output: ${error.message}\n`);
});
process.stderr.on('error', () => {});

// Node would exit with 1, which here means that the target is non-conformant.
process.on('uncaughtException', (error) => process.exit(reportError(error)));

let ended = false;
process.on('exit', (code) => {
  if (!ended && (code === 0 || code === unsettled)) {
    const cause = 'a promise never settled, perhaps in the configuration or the adapter';
    process.stderr.write(`error: the command ended too early: ${cause}\n`);
    process.exitCode = exitCodes.error;
  } else if (unwritten && code === 0) process.exitCode = exitCodes.unwritten;
});

try {
  const args = process.argv.slice(2);
  if (args[0] === 'run' || args[0] === 'watch') keepMemoryModest();
  const program = await createProgram((code) => {
    process.exitCode = code;
  }, args);
  await program.parseAsync(args, { from: 'user' });
} catch (error) {
  process.exitCode = reportError(error);
}
ended = true;
