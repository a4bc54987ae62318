/** `conformance init`: looks at a target and writes a first configuration. */
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { messageOf } from '../../../conformance/engine/errors.ts';
import { accessOf } from '../../../conformance/target/target.ts';
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
import { firstConfig } from './first-config.ts';
import { lookAtTarget } from './look-at-target.ts';

interface Options extends Pick<TargetFlags, 'target' | 'environment' | 'readOnly' | 'allowWrites'> {
  readonly baseUrl: string;
  readonly color: boolean;
}

const file = 'conformance.config.ts';
const others = ['js', 'json', 'yaml'].map((extension) => `conformance.config.${extension}`);

function refuseToOverwrite(): void {
  const there = [file, ...others].find((name) => existsSync(name));
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

async function init({ color, ...flags }: Options): Promise<ExitCode> {
  refuseToOverwrite();
  const terminal = createTerminal({ color });
  using interruption = watchInterruption(() => terminal.warnBelow('Stopping.'));
  const settings = resolveTarget({ control: true, ...flags }, {}, process.env);
  await lookAtTarget(settings, interruption.signal, (target, absent) => {
    try {
      writeFileSync(file, firstConfig(target, absent, isInstalledHere()), { flag: 'wx' });
    } catch (cause) {
      throw refuse(`${file} could not be written: ${messageOf(cause)}`, cause);
    }
    const { line, paint } = terminal;
    line(
      `Wrote ${paint('bold', file)} for ${target.baseUrl} (${target.kind}, ${target.environment}, ${accessOf(target)}).`,
    );
    if (accessOf(target) === 'read-only') {
      line('Only reads are sent to it, so it was not asked which operations it has that write.');
    }
    if (absent.length > 0) line(`${absent.length} assumed operations were not found and are listed in it.`);
    line();
    line('Next');
    line('  conformance doctor   what can be exercised, and what would add to it');
    line('  conformance run      try it');
  });
  return exitCodes.success;
}

export function initCommand(finish: Finish): Command {
  const command = new Command('init')
    .description(
      `Looks at a server without creating anything there and writes a first ${file} into the current folder.\n` +
        'A file that is there is never overwritten.',
    )
    .requiredOption('--base-url <url>', 'address of the server')
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
${variablesHelp}

Exit codes:
  0  the file was written
  2  wrong usage, or there is a configuration already
  3  the server does not answer, returns nothing of the interface, or refuses the keys`,
  );
}
