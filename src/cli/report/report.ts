/** `conformance report`: writes the reports of an earlier run again. */
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { defaultFormats, formats } from '../../../reports/formats.ts';
import { refuse } from '../../config/refuse.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { colorOption, teach } from '../options.ts';
import { prepareFolder, publishReports } from '../run/report-folder.ts';
import { descriptionOption, formatOption, planReports, type ReportFlags } from '../run/report-plan.ts';
import { isFolder, readRun, recordedIn, warnOfUnfinished, warnOfVersion } from '../run/run-files.ts';
import { createTerminal } from '../terminal.ts';
import { reportMergeCommand } from './merge.ts';

interface Options extends ReportFlags {
  readonly out?: string;
  readonly color: boolean;
}

/** results.json is the input, so it is not written again by default. */
const formatsAgain = defaultFormats.filter((name) => name !== 'json');

/** Two files in one folder would overwrite each other's reports. */
function foldersOf(files: readonly string[], out: string | undefined): readonly string[] {
  const folders = files.map((file) => out ?? (isFolder(file) ? join(file) : dirname(file)));
  const twice = folders.find((folder, index) => folders.indexOf(folder) !== index);
  if (twice === undefined) return folders;
  throw refuse(
    `The reports of several results would overwrite each other in ${twice}: run the command for each one with its own --out`,
  );
}

async function report(files: readonly string[], options: Options): Promise<ExitCode> {
  const { out, color } = options;
  const folders = foldersOf(files, out);
  const plan = await planReports(options, formatsAgain, process.env);
  // Reads every file before writing anything, to find errors early. Reads each again later, because all together take much memory.
  if (files.length > 1) for (const file of files) readRun(file);
  const { line, warn, writeTrusted } = createTerminal({ color });
  let failed = false;
  for (const [index, file] of files.entries()) {
    const folder = folders[index] ?? dirname(file);
    const results = recordedIn(readRun(file), file);
    warnOfVersion(results, file, warn);
    warnOfUnfinished(results, file, warn);
    prepareFolder(folder);
    const { paths, failures } = await publishReports(folder, results, plan, writeTrusted);
    for (const path of paths) line(path);
    for (const failure of failures) warn(`error: ${failure}`);
    failed ||= failures.length > 0;
  }
  return failed ? exitCodes.unwritten : exitCodes.success;
}

const purposes = formats.map(({ name, purpose, files }) => {
  const written = files.map(({ file }) => file).join(', ');
  return `  ${name.padEnd(10)}${purpose}${written === '' ? '' : ` (${written})`}`;
});

export function reportCommand(finish: Finish): Command {
  const command = new Command('report')
    .description(
      'Writes the reports of an earlier run again from its results, without running anything.\n' +
        'With several results, writes the reports of each one beside its file.',
    )
    .argument('<results...>', 'results.json or results.ndjson of a run, or its folder')
    .addOption(formatOption(formatsAgain.join(',')))
    .option('--out <folder>', 'folder of the reports (default: the folder of the results)')
    .addOption(descriptionOption())
    .addOption(colorOption())
    .action(async (files: readonly string[], options: Options) => finish(await report(files, options)));
  command.addCommand(reportMergeCommand(finish));
  return teach(
    command,
    `
Formats:
${purposes.join('\n')}

Examples:
  conformance report conformance-report/results.json
  conformance report conformance-report --format sarif,badge
  conformance report conformance-report --format sarif --description openapi.yaml
  conformance report nightly/results.json --format html --out public

Exit codes, which do not depend on the verdict:
  0  the reports were written
  2  wrong usage, or a file does not contain the results of a run
  5  a report could not be written`,
  );
}
