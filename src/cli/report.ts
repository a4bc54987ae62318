/** `conformance report`: what is done with the results of runs that were made. */
import { Command } from 'commander';
import type { Finish } from './exit-codes.ts';
import { reportMergeCommand } from './report-merge.ts';

export function reportCommand(finish: Finish): Command {
  const command = new Command('report').description('Works on written results.');
  return command.addCommand(reportMergeCommand(finish).copyInheritedSettings(command));
}
