/** All commands. */
import { Command } from 'commander';
import { tool } from '../tool.ts';
import { compareCommand } from './compare.ts';
import { doctorCommand } from './doctor.ts';
import type { Finish } from './exit-codes.ts';
import { explainCommand } from './explain.ts';
import { initCommand } from './init.ts';
import { listCommand } from './list.ts';
import { mockCommand } from './mock.ts';
import { teach } from './options.ts';
import { replayCommand } from './replay.ts';
import { reportCommand } from './report.ts';
import { runCommand } from './run.ts';
import { selftestCommand } from './selftest.ts';
import { workerCommand } from './selftest-worker.ts';
import { serveCommand } from './serve.ts';
import { specCommand } from './spec.ts';

export function createProgram(finish: Finish): Command {
  const program = new Command('conformance')
    .description('Shows whether a payroll server does what the interface document says.')
    .version(tool.version, '-V, --version')
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride();
  const commands = [
    runCommand,
    initCommand,
    doctorCommand,
    serveCommand,
    mockCommand,
    specCommand,
    listCommand,
    explainCommand,
    replayCommand,
    reportCommand,
    compareCommand,
    selftestCommand,
  ];
  for (const create of commands) program.addCommand(create(finish).copyInheritedSettings(program));
  program.addCommand(workerCommand(), { hidden: true });
  return teach(
    program,
    `
Examples:
  conformance run                                    try the embedded reference server, and see the report
  conformance run --base-url http://127.0.0.1:3000   try your server
  conformance run --fault <id>                       see what a finding looks like
  conformance explain PAYROLL-024                    what a requirement says and what checks it
  conformance serve                                  a server to build a client against
  conformance mock                                   the examples of the description as a server, without state

Exit codes:
  0  the target conforms, or nothing failed and some requirements were not exercised
  1  a documented requirement failed
  2  wrong usage or configuration
  3  the target could not be tried, or an internal error
  4  interrupted, or less covered than --min-coverage`,
  );
}
