/** `conformance export`: a finding as a test that runs without this program. */
import { Command, Option } from 'commander';
import { jsonText } from '../../../markup/visible-text.ts';
import { asArazzo } from '../../../reports/exported/arazzo.ts';
import { type FindingTest, testOf } from '../../../reports/exported/conversation.ts';
import { asHurl } from '../../../reports/exported/hurl.ts';
import { asVitest } from '../../../reports/exported/vitest.ts';
import { refuse } from '../../config/refuse.ts';
import { chooseFinding } from '../choose-finding.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { teach } from '../options.ts';
import { attempt, writeWhole } from '../run/report-folder.ts';
import { readRun } from '../run/run-files.ts';

const writers = {
  vitest: { extension: 'test.ts', write: asVitest },
  hurl: { extension: 'hurl', write: asHurl },
  arazzo: {
    extension: 'arazzo.json',
    write: (test: FindingTest) => `${jsonText(asArazzo(test), 2)}\n`,
  },
} as const;

interface Options {
  readonly as: keyof typeof writers;
  readonly results: string;
  readonly out?: string;
}

async function exportFinding(
  wanted: string | undefined,
  { as, results: file, out }: Options,
): Promise<ExitCode> {
  const results = readRun(file);
  if (results.target.kind === 'receiver')
    throw refuse(`${file} is about a webhook receiver, whose findings cannot be exported: use report`);
  const finding = chooseFinding(results, wanted, file);
  const { extension, write } = writers[as];
  const path = out ?? `${finding.id.replaceAll(/[^\w-]+/g, '-')}.${extension}`;
  const test = testOf(finding, results.target.baseUrl);
  const { failures } = await attempt(path, async () => writeWhole(path, write(test)));
  for (const failure of failures) process.stderr.write(`error: ${failure}\n`);
  if (failures.length > 0) return exitCodes.unwritten;
  process.stdout.write(`${path}\n`);
  if (test.place !== undefined)
    process.stderr.write(`note: the last assertion is yours to write, at the marked place: ${test.place}\n`);
  return exitCodes.success;
}

export function exportCommand(finish: Finish): Command {
  const command = new Command('export')
    .description(
      'Writes a finding as a test that repeats it without this program: it fails until the server is corrected. ' +
        'Where no response alone shows the violation, the test has a place for your assertion.\n' +
        'Ids come from the responses of the server, and keys from environment variables that the file names.',
    )
    .argument('[finding]', 'id of the finding or of its requirement; not needed if there is only one finding')
    .addOption(
      new Option('--as <format>', 'format of the test').choices(Object.keys(writers)).makeOptionMandatory(),
    )
    .option('--results <file>', 'results of the run, or their folder', 'conformance-report')
    .option('--out <file>', 'write to this file (default: named after the finding)')
    .action(async (wanted: string | undefined, options: Options) =>
      finish(await exportFinding(wanted, options)),
    );
  return teach(
    command,
    `
Examples:
  conformance export PAYROLL-024 --as vitest
  conformance export payroll.model/PAYROLL-024 --as hurl --out payroll.hurl
  conformance export --as arazzo --results conformance-report/results.json

Exit codes:
  0  the file was written
  2  wrong usage, or a finding must be named
  5  the file could not be written`,
  );
}
