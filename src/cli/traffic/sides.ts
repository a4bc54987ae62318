/** Options shared by the commands that judge traffic: a report for each side, and whose findings decide the exit code. */
import { type Command, Option } from 'commander';
import type { Environment } from '../../../conformance/engine/events.ts';
import type { KnownFailure } from '../../../conformance/engine/known.ts';
import { allRequirements } from '../../../openapi/catalogue.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { colorOption, optionOf } from '../options.ts';
import { descriptionOption, formatOption, type ReportFlags } from '../run/report-plan.ts';
import { readKnown } from '../run/scale-options.ts';

const sides = ['server', 'client', 'both'] as const;
type FailOn = (typeof sides)[number];

export interface SideOptions extends ReportFlags {
  readonly environment?: Environment;
  readonly failOn: FailOn;
  readonly knownFailures?: string;
  readonly out: string;
  readonly quiet?: true;
  readonly color: boolean;
}

export const addSideOptions = (command: Command): Command =>
  command
    .addOption(optionOf('environment'))
    .addOption(
      new Option('--fail-on <side>', 'side whose findings decide the exit code')
        .choices(sides)
        .default('server'),
    )
    .addOption(optionOf('knownFailures'))
    .option('--out <folder>', 'folder of the reports; each side has a subfolder', 'conformance-report')
    .addOption(formatOption('html,json,junit,markdown; in a GitHub workflow also github'))
    .addOption(descriptionOption())
    .addOption(optionOf('quiet'))
    .addOption(colorOption());

/** The given options, for the command that a report shows. */
export const describedSides = ({ environment, failOn, knownFailures, out }: SideOptions) => ({
  environment,
  'fail-on': failOn === 'server' ? undefined : failOn,
  'known-failures': knownFailures,
  out,
});

/** @throws ConformanceError with code `CONFIGURATION_INVALID` */
export const readKnownOfSides = ({ knownFailures }: SideOptions): Promise<KnownFailure[] | undefined> =>
  readKnown(
    { knownFailures, flaky: undefined },
    { requirements: allRequirements, checks: [], checksList: 'checks' },
  );

/** The exit code of the sides that were asked for. */
export function decide(failOn: FailOn, server: ExitCode, clients: ExitCode): ExitCode {
  const asked = [failOn === 'client' ? [] : [server], failOn === 'server' ? [] : [clients]].flat();
  return asked.find((code) => code !== exitCodes.success) ?? exitCodes.success;
}
