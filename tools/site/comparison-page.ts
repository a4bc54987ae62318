/** The page of the comparison with other tools, made from the record of the benchmark. */
import { blindFaults } from '../../proof/blind/faults/index.ts';
import type { BlindResult } from '../../proof/blind/results.ts';
import type { BenchmarkRecord } from '../benchmark/record.ts';
import { notRun, tools } from '../benchmark/tools.ts';
import { cell, markdownTable } from '../scripts/markdown-table.ts';

const titleOf = (id: string) => cell(blindFaults.find((fault) => fault.id === id)?.title ?? id);

function intro({ drawn, pools }: BenchmarkRecord, blind: readonly BlindResult[]): string {
  const { seed, limitSeconds, baseline, sound, faulty, benign } = drawn;
  const atFirst = blind.filter(({ fault, first }) => faulty.includes(fault) && first === 'caught').length;
  return `# Comparison with other tools

Each tool runs once against each of these servers: ${faulty.length} with a fault, drawn with seed ${seed} from ${pools.faults} that
[others wrote from the interface document alone](../proof/blind/); ${benign.length} that differ from the reference server only where the document leaves a
choice, drawn from ${pools.variants}; and ${baseline + sound} sound ones. This is no ranking. A general tool works for any service with a description; this
suite knows the document of one service.

## How a tool is scored

- **It gets** the address of a fresh server with example content, a platform key, an OpenAPI description with ids that exist, and ${limitSeconds} seconds.
  Then it is interrupted as by Ctrl-C, and can still write its report.
- **A report** is a failed test case of its JUnit file, without ids and long numbers. If there is no file, it is an exit code other than 0.
- **Baseline.** What a tool reports on any of ${baseline} sound servers, each with another seed, counts for nothing on other servers. So a fault is not
  found if its report cannot be told from one on a sound server, and a tool that always fails finds nothing.
- **Found** is a fault if there is a new report, and the fault changed a response, a webhook or what the server holds in that run.
- **A false alarm** is a new report on a server that behaved as a sound one does: ${sound} more sound, the ${benign.length} variants, and those whose
  fault changed nothing in that run. As large a share of the finds is due to chance.

The suite has an advantage: it was improved with these faults at hand. When they were new, with controls, it caught ${atFirst} of these ${faulty.length}. The document
may permit some of them: nobody removed any from the sample.
`;
}

export function comparisonPage(record: BenchmarkRecord, blind: readonly BlindResult[]): string {
  const { drawn, machine } = record;
  const servers = drawn.faulty.length + drawn.benign.length + drawn.sound;
  const measured = tools.flatMap((tool) => {
    const figures = record.tools.find(({ name }) => name === tool.name);
    return figures === undefined ? [] : [{ ...tool, ...figures }];
  });
  const missing = tools.filter(({ name }) => !measured.some((each) => each.name === name));
  return `${[
    intro(record, blind),
    '## Figures\n',
    markdownTable(
      [
        ...[
          'Tool',
          `Found, of ${drawn.faulty.length}`,
          'Faults that showed in its runs',
          'False alarms, of servers',
        ],
        ...['Reports on sound servers', 'Seconds for a run', 'Runs cut'],
      ],
      measured.map(({ name, version, found, shown, falseAlarms, onSound, seconds, cut }) => [
        `${name} ${version}`,
        ...[String(found.length), String(shown), `${falseAlarms.length} of ${servers - shown}`],
        ...[String(onSound), String(seconds), `${cut} of ${servers + drawn.baseline}`],
      ]),
    ),
    `\nMeasured on ${machine}, two runs at a time, while other work went on. A run that is cut comes as far as the machine allows, so that its
reports vary: some of its false alarms come from that, and with more time it would find more.\n`,
    '## What each is for\n',
    markdownTable(
      ['Tool', 'Made for', 'Not made for', 'Command'],
      measured.map(({ name, purpose, notMadeFor, command }) => [
        name,
        purpose,
        notMadeFor,
        `\`${command.replaceAll('|', '\\|')}\``,
      ]),
    ),
    '\nNot run:\n',
    ...missing.map(
      ({ name, install }) => `- ${name}: not installed where this was measured (\`${install}\`)`,
    ),
    ...Object.entries(notRun).map(([name, reason]) => `- ${name}: ${reason}`),
    '\n## Each fault\n',
    markdownTable(
      ['What goes wrong', ...measured.map(({ name }) => name)],
      drawn.faulty.map((id) => [
        titleOf(id),
        ...measured.map(({ found }) => (found.includes(id) ? '●' : '○')),
      ]),
    ),
    `
## Your own tool

\`\`\`sh
npm run task -- benchmark --tool "my-tool --url {url} --spec {spec} --key {key} --junit {junit}"
\`\`\`

It runs in an empty folder; \`{root}\` is that of this repository, and \`{seed}\` the seed of the run. \`--faults\`, \`--variants\`, \`--sound\` and
\`--baseline\` set the number of servers, \`--limit\` the seconds, \`--seed\` draws others, and \`--verbose\` prints what the tool reports. Without
\`--tool\`, the tools above run.`,
  ].join('\n')}\n`;
}
