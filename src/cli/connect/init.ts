/** `conformance init`: inspects a target and its description, and writes a first configuration and adapter. */
import { Command } from 'commander';
import type { SurveyTries } from '../../../conformance/provider/survey/survey.ts';
import { accessOf, type Target } from '../../../conformance/target/target.ts';
import { refuse } from '../../config/refuse.ts';
import type { TargetFlags } from '../../config/run-flags.ts';
import { resolveRun } from '../../config/settings.ts';
import { configNames, loadConfig } from '../config-file.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { watchInterruption } from '../interruption.ts';
import { colorOption, optionOf, teach, variablesHelp } from '../options.ts';
import { thisProgram } from '../program-name.ts';
import { createTerminal, renderTable, type Terminal } from '../terminal.ts';
import {
  adapterFile,
  type FirstFiles,
  file,
  inspectFirst,
  reachOf,
  refuseToOverwrite,
} from './first-files.ts';
import { lookAtTarget } from './look-at-target.ts';
import { readDescription } from './read-description.ts';

interface Options extends Pick<TargetFlags, 'target' | 'environment' | 'readOnly' | 'allowWrites'> {
  readonly baseUrl: string;
  readonly from?: string;
  readonly try?: boolean;
  readonly color: boolean;
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` where writes are not allowed */
function triesInSandbox(target: Target): SurveyTries {
  if (accessOf(target) === 'read-only' || target.environment === 'production')
    throw refuse('--try creates records, which is only allowed in a sandbox: leave it out');
  return 'values';
}

/** How many documented requirements a run with the files that were just written exercises at the most. */
async function reachWritten(signal: AbortSignal): Promise<number> {
  const { target } = resolveRun({ control: true }, await loadConfig(file), process.env, () => 1);
  return await lookAtTarget(
    target,
    () => 'nothing',
    signal,
    (seen) => reachOf(seen.target, seen.absent),
  );
}

/** Says what the adapter adds; one that would take something away is not used. */
export function compareReach(first: FirstFiles, after: number, { line, warn }: Terminal): void {
  const { reach: before } = first;
  line(
    `A run can exercise at most ${before} documented requirements without ${adapterFile}, and ${after} with it.`,
  );
  if (after >= before) return;
  first.writeWithoutAdapter();
  warn(`warning: ${adapterFile} would take requirements away, so ${file} does not use it: review it first`);
}

const configSteps = (program: string) => [
  [`${program} doctor`, 'see what can be exercised, and how to add more'],
  [`${program} run`, 'test the server'],
];

const adapterSteps = (program: string) => [
  [adapterFile, 'review the lines that are commented out'],
  [`${program} doctor --try`, 'try each line of the adapter'],
  [`${program} run`, 'test the server'],
];

async function init({ color, from, try: isTried = false, ...flags }: Options): Promise<ExitCode> {
  refuseToOverwrite(configNames);
  const terminal = createTerminal({ color });
  const { line, paint } = terminal;
  // Before signals are handled: nothing is written yet, so that one may end the process at once.
  const given = from === undefined ? undefined : await readDescription(from);
  using interruption = watchInterruption(() => terminal.warnBelow('Stopping.'));
  const { signal } = interruption;
  const tries = (target: Target) => (isTried ? triesInSandbox(target) : 'nothing');
  const first = await inspectFirst(flags, { given, tries }, signal);
  const { target, adapter, absent, found } = first;
  first.writeAll();
  const about = `${target.baseUrl} (${target.kind}, ${target.environment}, ${accessOf(target)})`;
  line(`Wrote ${first.names.map((name) => paint('bold', name)).join(' and ')} for ${about}.`);
  if (accessOf(target) === 'read-only') {
    line('Access is read-only, so write operations were not probed.');
  }
  if (adapter !== undefined) {
    line(adapter.summary);
    compareReach(first, await reachWritten(signal), terminal);
  }
  for (const warning of adapter?.warnings ?? []) terminal.warn(`warning: ${warning}`);
  const notFound = absent.filter((id) => !found.has(id));
  if (found.size > 0)
    line(`${found.size} operations were found under other paths; the configuration binds them.`);
  if (adapter === undefined && notFound.length > 0)
    line(`${notFound.length} assumed operations were not found; the configuration lists them.`);
  line();
  const steps = (adapter === undefined ? configSteps : adapterSteps)(thisProgram());
  const [title = '', ...rows] = renderTable(['Next steps', ''], steps);
  line(title);
  for (const row of rows) line(`  ${row}`);
  return exitCodes.success;
}

export function initCommand(finish: Finish): Command {
  const command = new Command('init')
    .description(
      `Inspects a server and writes a first ${file} into the current folder. Creates nothing on the server, except with --try.\n` +
        `If the server has its own OpenAPI description, compares it with the suite's description and writes ${adapterFile}, ` +
        "which maps each operation to the server's own; uncertain lines are commented out. Never overwrites a file.",
    )
    .requiredOption('--base-url <url>', 'address of the server')
    .option(
      '--from <file or url>',
      "the server's own OpenAPI description (default: search the usual paths of the server)",
    )
    .option('--try', 'find out which test data the server accepts; creates a few records in a sandbox')
    .addOption(optionOf('target'))
    .addOption(optionOf('environment'))
    .addOption(optionOf('readOnly'))
    .addOption(optionOf('allowWrites'))
    .addOption(colorOption())
    .action(async (options: Options) => finish(await init(options)));
  return teach(
    command,
    `
Examples:
  CONFORMANCE_ORG_TOKEN=… conformance init --base-url http://127.0.0.1:3000
  CONFORMANCE_ORG_TOKEN=… conformance init --base-url http://127.0.0.1:3000 --from their-openapi.yaml
${variablesHelp}

Exit codes:
  0  the files were written
  2  wrong usage, --from names no OpenAPI description, or a configuration already exists
  3  the server does not respond, does not implement the interface, or rejects the keys`,
  );
}
