/** `conformance init`: looks at a target and at its description, and writes a first configuration and adapter. */
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { messageOf } from '../../../conformance/engine/errors.ts';
import type { Transport } from '../../../conformance/http/transport.ts';
import { accessOf, type Target } from '../../../conformance/target/target.ts';
import type { OperationId } from '../../../openapi/description.ts';
import { refuse } from '../../config/refuse.ts';
import { resolveTarget, type TargetFlags } from '../../config/settings.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { watchInterruption } from '../interruption.ts';
import {
  allowWritesOption,
  colorOption,
  environmentOption,
  readOnlyOption,
  targetOption,
  teach,
  variablesHelp,
} from '../options.ts';
import { createTerminal } from '../terminal.ts';
import { type FirstAdapter, firstAdapter } from './first-adapter.ts';
import { firstConfig } from './first-config.ts';
import { lookAtTarget } from './look-at-target.ts';
import { probeSpellings } from './probe-spellings.ts';
import { findDescription, readDescription } from './read-description.ts';
import { dataLines, tryValues } from './refused-values.ts';

interface Options extends Pick<TargetFlags, 'target' | 'environment' | 'readOnly' | 'allowWrites'> {
  readonly baseUrl: string;
  readonly from?: string;
  readonly try?: boolean;
  readonly color: boolean;
}

const file = 'conformance.config.ts';
const adapterFile = 'adapter.ts';
const others = ['js', 'json', 'yaml'].map((extension) => `conformance.config.${extension}`);

function refuseToOverwrite(names: readonly string[]): void {
  const there = names.find((name) => existsSync(name));
  if (there !== undefined) {
    throw refuse(`There is ${there} already, which is left alone: edit it, or move it away first`);
  }
}

/** Whether a file of the current folder can import the package. */
function isInstalledHere(): boolean {
  try {
    createRequire(resolve('any.js')).resolve('workforce-conformance');
    return true;
  } catch {
    return false;
  }
}

function write(name: string, text: string): void {
  try {
    writeFileSync(name, text, { flag: 'wx' });
  } catch (cause) {
    throw refuse(`${name} could not be written: ${messageOf(cause)}`, cause);
  }
}

/** The address with what the paths of the description begin with, which the suite does not send. */
function withPrefix(baseUrl: string, prefix: string): string {
  const address = baseUrl.replace(/\/+$/, '');
  return prefix === '' || address.endsWith(prefix) ? baseUrl : `${address}${prefix}`;
}

/** From the target's own description, where it shows one. */
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

const steps = [
  'conformance doctor   what can be exercised, and what would add to it',
  'conformance run      try it',
];

const adapterSteps = [
  `${adapterFile}                 decide about what is behind //`,
  'conformance doctor --try   try each line of it',
  'conformance run            try the server',
];

async function init({ color, from, try: isTried = false, ...flags }: Options): Promise<ExitCode> {
  refuseToOverwrite([file, ...others]);
  const terminal = createTerminal({ color });
  const { line, paint } = terminal;
  using interruption = watchInterruption(() => terminal.warnBelow('Stopping.'));
  const { signal } = interruption;
  const typed = isInstalledHere();
  const given = from === undefined ? undefined : firstAdapter(await readDescription(from, signal), typed);
  if (given !== undefined) refuseToOverwrite([adapterFile]);
  const baseUrl = withPrefix(flags.baseUrl, given?.prefix ?? '');
  const settings = resolveTarget({ control: true, ...flags, baseUrl }, {}, process.env);
  await lookAtTarget(settings, signal, async (target, absent, transport) => {
    const adapter = given ?? (await ownAdapter(target, transport, typed, signal));
    if (adapter !== undefined) {
      refuseToOverwrite([adapterFile]);
      write(adapterFile, adapter.text);
    }
    const isUnknown = adapter === undefined && target.kind === 'live';
    const found = isUnknown
      ? await probeSpellings(target, transport, signal)
      : new Map<OperationId, string>();
    const data = isTried ? dataLines(await tryValues(target, absent, transport, signal)) : [];
    write(file, firstConfig(target, absent, found, adapter && `./${adapterFile}`, data, typed));
    const about = `${target.baseUrl} (${target.kind}, ${target.environment}, ${accessOf(target)})`;
    const names = [file, ...(adapter === undefined ? [] : [adapterFile])].map((name) => paint('bold', name));
    line(`Wrote ${names.join(' and ')} for ${about}.`);
    if (accessOf(target) === 'read-only') {
      line('Only reads are sent to it, so it was not asked which operations it has that write.');
    }
    if (adapter !== undefined) line(adapter.summary);
    const notFound = absent.filter((id) => !found.has(id));
    if (found.size > 0) line(`${found.size} operations were found under other paths and are bound in it.`);
    if (adapter === undefined && notFound.length > 0)
      line(`${notFound.length} assumed operations were not found and are listed in it.`);
    line();
    line('Next');
    for (const step of adapter === undefined ? steps : adapterSteps) line(`  ${step}`);
  });
  return exitCodes.success;
}

export function initCommand(finish: Finish): Command {
  const command = new Command('init')
    .description(
      `Looks at a server without creating anything there and writes a first ${file} into the current folder.\n` +
        `Where the server has an OpenAPI description of its own, it is matched with that of the suite, and ${adapterFile} says\n` +
        'what is sure, what is a guess and what is missing. A file that is there is never overwritten.',
    )
    .requiredOption('--base-url <url>', 'address of the server')
    .option(
      '--from <file or url>',
      "the server's own OpenAPI description, unless it is where servers usually keep it",
    )
    .option(
      '--try',
      'try in a sandbox which values requests can be filled with, which creates some things there',
    )
    .addOption(targetOption())
    .addOption(environmentOption())
    .addOption(readOnlyOption())
    .addOption(allowWritesOption())
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
  2  wrong usage, no OpenAPI description, or there is a configuration already
  3  the server does not answer, returns nothing of the interface, or refuses the keys`,
  );
}
