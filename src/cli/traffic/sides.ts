/** What the commands that judge traffic have in common: a report for each side, and whose findings decide. */
import { Option } from 'commander';
import { type ExitCode, exitCodes } from '../exit-codes.ts';

const sides = ['server', 'client', 'both'] as const;
export type FailOn = (typeof sides)[number];

export const failOnOption = () =>
  new Option('--fail-on <side>', 'whose findings decide the exit code').choices(sides).default('server');

/** The exit code of the sides that were asked for. */
export function decide(failOn: FailOn, server: ExitCode, clients: ExitCode): ExitCode {
  const asked = [failOn === 'client' ? [] : [server], failOn === 'server' ? [] : [clients]].flat();
  return asked.find((code) => code !== exitCodes.success) ?? exitCodes.success;
}
