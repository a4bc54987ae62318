/** `conformance report merge`: joins the shards of a run. */
import { join } from 'node:path';
import { Command } from 'commander';
import { messageOf } from '../../../conformance/engine/errors.ts';
import { type MergedRun, mergeShards } from '../../../reports/merge.ts';
import { eventLine } from '../../../reports/ndjson.ts';
import { refuse } from '../../config/refuse.ts';
import { loadConfig } from '../config-file.ts';
import type { ExitCode, Finish } from '../exit-codes.ts';
import { colorOption, optionOf, teach } from '../options.ts';
import { eventFileName } from '../run/event-file.ts';
import { recordOf } from '../run/invocation.ts';
import { ownFolder } from '../run/owned-folder.ts';
import { writeWhole } from '../run/report-folder.ts';
import {
  descriptionOption,
  formatOption,
  planReports,
  type ReportFlags,
  runFormats,
} from '../run/report-plan.ts';
import { conclude, publishOutcome } from '../run/report-run.ts';
import { readRecord, recordedIn } from '../run/run-files.ts';
import { createTerminal } from '../terminal.ts';

interface Options extends ReportFlags {
  readonly out: string;
  readonly minCoverage?: number;
  readonly config?: string;
  readonly color: boolean;
}

function joinShards(files: readonly string[]): MergedRun {
  const records = files.map(readRecord);
  try {
    return mergeShards(records);
  } catch (cause) {
    throw refuse(messageOf(cause), cause);
  }
}

async function merge(files: readonly string[], options: Options): Promise<ExitCode> {
  const { out, color, config: file } = options;
  const minCoverage = options.minCoverage ?? (await loadConfig(file)).minCoverage;
  const plan = await planReports(options, runFormats(process.env), process.env);
  const { events, results: merged } = joinShards(files);
  const results = recordedIn(merged, recordOf(out, plan));
  const terminal = createTerminal({ color });
  using folder = ownFolder(out);
  const lost: string[] = [];
  try {
    writeWhole(join(out, eventFileName), events.map(eventLine).join(''));
  } catch (error) {
    lost.push(`${join(out, eventFileName)} was not written: ${messageOf(error)}`);
  }
  const { code, failures } = await publishOutcome(
    results,
    { out: folder, plan, terminal, minCoverage },
    lost,
  );
  conclude(results, { out: folder, plan, terminal, minCoverage });
  for (const failure of failures) terminal.warn(`error: ${failure}`);
  return code;
}

export function reportMergeCommand(finish: Finish): Command {
  const command = new Command('merge')
    .summary('join the shards of a run')
    .description(
      'Joins the results of the shards of a run (conformance run --shard) into one report.\n' +
        'Every shard of the run must be given exactly once.',
    )
    .argument('<results...>', 'results.ndjson of each shard, or its folder')
    .option('--out <folder>', 'folder of the report', 'conformance-report')
    .addOption(optionOf('minCoverage'))
    .addOption(formatOption('html,json,junit,markdown; in a GitHub workflow also github'))
    .addOption(descriptionOption())
    .addOption(optionOf('config'))
    .addOption(colorOption())
    .action(async (files: readonly string[], options: Options) => finish(await merge(files, options)));
  return teach(
    command,
    `
Examples:
  conformance run --seed 7 --shard 1/2 --out shard-1
  conformance run --seed 7 --shard 2/2 --out shard-2
  conformance report merge shard-1 shard-2

Exit codes, as of the same run without shards:
  0  conformant, or partial
  1  non-conformant, or a known failure now passes
  2  wrong usage, or a shard is missing, duplicated, cut off, or of another run
  3  a shard could not start
  4  a shard was interrupted, some requirements could not be judged, or coverage is below --min-coverage
  5  a report could not be written`,
  );
}
