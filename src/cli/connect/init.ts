/** `conformance init`: inspects a target and its description, and writes a first configuration and adapter. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { messageOf } from '../../../conformance/engine/errors.ts';
import type { Transport } from '../../../conformance/http/transport.ts';
import type { SurveyTries } from '../../../conformance/provider/survey/survey.ts';
import { accessOf, type Target } from '../../../conformance/target/target.ts';
import type { OperationId } from '../../../openapi/description.ts';
import { refuse } from '../../config/refuse.ts';
import type { TargetFlags } from '../../config/run-options.ts';
import { resolveRun, resolveTarget } from '../../config/settings.ts';
import type { Source } from '../../discovery/source-text.ts';
import { configNames, loadConfig } from '../config-file.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { watchInterruption } from '../interruption.ts';
import { colorOption, optionOf, teach, variablesHelp } from '../options.ts';
import { thisProgram } from '../program-name.ts';
import { createTerminal, renderTable, type Terminal } from '../terminal.ts';
import { diagnose } from './diagnose.ts';
import { type FirstAdapter, firstAdapter } from './first-adapter.ts';
import { firstConfig } from './first-config.ts';
import { lookAtTarget } from './look-at-target.ts';
import { probeSpellings } from './probe-spellings.ts';
import { findDescription, readDescription } from './read-description.ts';
import { dataLines } from './refused-values.ts';

interface Options extends Pick<TargetFlags, 'target' | 'environment' | 'readOnly' | 'allowWrites'> {
  readonly baseUrl: string;
  readonly from?: string;
  readonly try?: boolean;
  readonly color: boolean;
}

const file = 'conformance.config.ts';
const adapterFile = 'adapter.ts';

function refuseToOverwrite(names: readonly string[]): void {
  const there = names.find((name) => existsSync(name));
  if (there !== undefined) {
    throw refuse(`${there} already exists and is not overwritten: edit it, or move it away first`);
  }
}

/** Whether a file in the current folder can import the package. */
function isInstalledHere(): boolean {
  try {
    createRequire(resolve('any.js')).resolve('workforce-conformance');
    return true;
  } catch {
    return false;
  }
}

function write(name: string, text: Source): void {
  try {
    writeFileSync(name, text, { flag: 'wx' });
  } catch (cause) {
    throw refuse(`${name} cannot be written: ${messageOf(cause)}`, cause);
  }
}

/** Appends the path prefix of the target's description, because the suite sends paths without it. */
function withPrefix(baseUrl: string, prefix: string): string {
  const address = baseUrl.replace(/\/+$/, '');
  return prefix === '' || address.endsWith(prefix) ? baseUrl : `${address}${prefix}`;
}

/** An adapter from the target's own description, if the target serves one. */
async function ownAdapter(
  { credentials, kind }: Target,
  transport: Transport,
  typed: boolean,
  signal: AbortSignal,
): Promise<FirstAdapter | undefined> {
  if (kind !== 'live') return undefined;
  const token = credentials.orgToken ?? credentials.platformToken;
  const found = await findDescription(transport, token, signal);
  return found && firstAdapter(found, typed);
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` where writes are not allowed */
function triesInSandbox(target: Target): SurveyTries {
  if (accessOf(target) === 'read-only' || target.environment === 'production')
    throw refuse('--try creates records, which is only allowed in a sandbox: leave it out');
  return 'values';
}

const reachOf = (target: Target, absent: readonly OperationId[]): number =>
  diagnose({ ...target, absentOperations: [...target.absentOperations, ...absent] }).exercisable.length;

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
async function compareReach(
  before: number,
  withoutAdapter: () => Source,
  { line, warn }: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const after = await reachWritten(signal);
  line(
    `A run can exercise at most ${before} documented requirements without ${adapterFile}, and ${after} with it.`,
  );
  if (after >= before) return;
  rmSync(file);
  write(file, withoutAdapter());
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
  const typed = isInstalledHere();
  // Before signals are handled: nothing is written yet, so that one may end the process at once.
  const given = from === undefined ? undefined : firstAdapter(await readDescription(from), typed);
  using interruption = watchInterruption(() => terminal.warnBelow('Stopping.'));
  const { signal } = interruption;
  if (given !== undefined) refuseToOverwrite([adapterFile]);
  const baseUrl = withPrefix(flags.baseUrl, given?.prefix ?? '');
  const settings = resolveTarget({ control: true, ...flags, baseUrl }, {}, process.env);
  const tries = (target: Target) => (isTried ? triesInSandbox(target) : 'nothing');
  await lookAtTarget(settings, tries, signal, async ({ target, survey, found: seen, absent, transport }) => {
    const adapter = given ?? (await ownAdapter(target, transport, typed, signal));
    if (adapter !== undefined) {
      refuseToOverwrite([adapterFile]);
      write(adapterFile, adapter.textWith(seen));
    }
    const isUnknown = adapter === undefined && target.kind === 'live';
    const found = isUnknown
      ? await probeSpellings(target, transport, signal)
      : new Map<OperationId, string>();
    const data = survey.accepts === undefined ? [] : dataLines(survey.accepts);
    const configWith = (used?: string) => firstConfig(target, absent, found, used, data, typed);
    write(file, configWith(adapter && `./${adapterFile}`));
    const about = `${target.baseUrl} (${target.kind}, ${target.environment}, ${accessOf(target)})`;
    const names = [file, ...(adapter === undefined ? [] : [adapterFile])].map((name) => paint('bold', name));
    line(`Wrote ${names.join(' and ')} for ${about}.`);
    if (accessOf(target) === 'read-only') {
      line('Access is read-only, so write operations were not probed.');
    }
    if (adapter !== undefined) {
      line(adapter.summary);
      await compareReach(reachOf(target, absent), configWith, terminal, signal);
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
  });
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
