/** `conformance compare`: shows what changed between two runs. */
import { Command, Option } from 'commander';
import {
  compareResults,
  type RegressionKind,
  regressionKinds,
  regressionsOf,
  whyIncomparable,
} from '../../../reports/compare.ts';
import {
  renderComparisonJson,
  renderComparisonMarkdown,
  renderComparisonText,
} from '../../../reports/comparison.ts';
import { refuse } from '../../config/refuse.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { colorOption, teach } from '../options.ts';
import { readRun } from '../run/run-files.ts';
import { createTerminal } from '../terminal.ts';

const formats = ['text', 'markdown', 'json'] as const;

interface Options {
  readonly format: (typeof formats)[number];
  readonly failOn: readonly RegressionKind[];
  readonly color: boolean;
}

function compare(first: string, second: string, { format, failOn, color }: Options): ExitCode {
  const [before, after] = [readRun(first), readRun(second)];
  const problem = whyIncomparable(before, after);
  if (problem !== undefined) {
    throw refuse(`${first} and ${second} cannot be compared: ${problem}`);
  }
  const comparison = compareResults(before, after, [first, second]);
  const terminal = createTerminal({ color });
  const render = {
    text: () => renderComparisonText(comparison, terminal),
    markdown: () => renderComparisonMarkdown(comparison),
    json: () => renderComparisonJson(comparison),
  } as const;
  terminal.write(render[format]());
  return regressionsOf(comparison).some((kind) => failOn.includes(kind))
    ? exitCodes.nonConformant
    : exitCodes.success;
}

export function compareCommand(finish: Finish): Command {
  const command = new Command('compare')
    .description(
      'Compares two runs: shows what broke, what was fixed, what is no longer checked and what got slower.',
    )
    .argument('<before>', 'results.json or results.ndjson of the earlier run, or its folder')
    .argument('<after>', 'results.json or results.ndjson of the later run, or its folder')
    .addOption(new Option('--format <name>', 'output format').choices(formats).default('text'))
    .addOption(
      new Option('--fail-on <kind...>', 'kinds of change that exit 1')
        .choices(regressionKinds)
        .default(['broke', 'unchecked'], 'broke unchecked'),
    )
    .addOption(colorOption())
    .action((before: string, after: string, options: Options) => finish(compare(before, after, options)));
  return teach(
    command,
    `
Examples:
  conformance compare baseline/results.json conformance-report/results.json
  conformance compare last-night this-night --format markdown >> "$GITHUB_STEP_SUMMARY"
  conformance compare before after --fail-on broke unchecked slower

Exit codes:
  0  no regression
  1  a documented requirement broke, is no longer checked, or has a new finding (see --fail-on)
  2  wrong usage, or the results cannot be compared`,
  );
}
