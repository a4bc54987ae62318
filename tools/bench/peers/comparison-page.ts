/** The page of the comparison with other tools, made from the measurements. */
import { type FaultClass, faultClasses } from '../../../proof/faults/fault-class.ts';
import { npmPackages, pythonPackages } from './install.ts';
import { type Count, outcomesOf, type Tally, tally } from './tally.ts';
import { limitSeconds, type Tool } from './tool.ts';
import { type Configuration, configurations, type Measured, type Sampled } from './trial.ts';

export interface Comparison {
  readonly tools: readonly Pick<Tool, 'id' | 'title' | 'purpose' | 'version' | 'configured' | 'seeds'>[];
  readonly sample: readonly Sampled[];
  readonly measured: readonly Measured[];
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** @param rule `--:` where the columns after the first are numbers */
const table = (head: readonly string[], rows: readonly (readonly string[])[], rule = '--:') =>
  [row(head), row(head.map((_, place) => (place === 0 ? '---' : rule))), ...rows.map(row)].join('\n');

const counted = ({ tried, found, sometimes }: Count, of: number) => {
  if (tried === 0) return '–';
  const also = sometimes > 0 ? ` +${sometimes}` : '';
  return tried === of ? `${found}${also}` : `${found}${also} of ${tried}`;
};

const titles: Readonly<Record<Configuration, string>> = {
  fair: 'With the best configuration',
  defaults: 'With default settings',
};

const numbersOf = (
  { total, falseAlarms, byChance, requests, seconds, processorSeconds, seeds, cut }: Tally,
  of: number,
) => [
  counted(total, of),
  String(falseAlarms),
  String(byChance),
  String(requests),
  seconds.toFixed(0),
  processorSeconds.toFixed(0),
  seeds.join(', '),
  String(cut),
];

function section(configuration: Configuration, { tools, sample, measured }: Comparison): string {
  const trialsOf = (id: string) => measured.find(({ tool }) => tool === id)?.trials ?? [];
  const tallies = tools.map((tool) => ({ tool, found: tally(trialsOf(tool.id), configuration, sample) }));
  const sizeOf = (name: FaultClass) => sample.filter((entry) => entry.class === name).length;
  const runnable = tallies.flatMap(({ tool, found }) => (found === undefined ? [] : [{ tool, found }]));
  const byClass = table(
    ['class of fault', 'faults', ...runnable.map(({ tool }) => tool.title)],
    faultClasses.map((name) => [
      name,
      String(sizeOf(name)),
      ...runnable.map(({ found }) =>
        counted(found.byClass.get(name) ?? { tried: 0, found: 0, sometimes: 0 }, sizeOf(name)),
      ),
    ]),
  );
  const numbers = table(
    [
      'tool',
      `found, of ${sample.length}`,
      'false alarms',
      'by chance',
      'requests',
      'seconds',
      'processor seconds',
      'seeds',
      'runs cut',
    ],
    runnable.map(({ tool, found }) => [tool.title, ...numbersOf(found, sample.length)]),
  );
  const missing = tallies.filter(({ found }) => found === undefined).map(({ tool }) => tool.title);
  const silent = runnable.filter(({ found }) => found.requests === 0).map(({ tool }) => tool.title);
  return [
    `## ${titles[configuration]}`,
    byClass,
    numbers,
    ...(missing.length > 0 ? [`Not run: ${missing.join(', ')}.`] : []),
    ...(silent.length > 0
      ? [`${silent.join(' and ')} read the description, rejected it and sent nothing; no fault was tried.`]
      : []),
  ].join('\n\n');
}

/** Every fault with those that found it in any configuration and with any seed. */
function faultTable({ tools, sample, measured }: Comparison): string {
  const cell = (id: string, fault: string) => {
    const trials = measured.find(({ tool }) => tool === id)?.trials ?? [];
    const marks = configurations.map((configuration) => {
      const { tried, found } = outcomesOf(
        trials.filter((trial) => trial.configuration === configuration),
        fault,
      );
      if (tried.length === 0) return '–';
      return found.length === tried.length ? '●' : found.length > 0 ? '◐' : '○';
    });
    return marks.join(' ');
  };
  return table(
    ['fault', 'class', ...tools.map(({ title }) => title)],
    sample.map((entry) => [
      `\`${entry.fault}\``,
      entry.class,
      ...tools.map(({ id }) => cell(id, entry.fault)),
    ]),
  );
}

/** Faults that a peer has found and this suite has not, in the configuration given. */
export function missedBySuite(
  { tools, sample, measured }: Comparison,
  configuration: Configuration,
): readonly string[] {
  const isFound = (id: string, fault: string) =>
    outcomesOf(
      (measured.find(({ tool }) => tool === id)?.trials ?? []).filter(
        (trial) => trial.configuration === configuration,
      ),
      fault,
    );
  return sample.flatMap(({ fault }) => {
    const own = isFound('suite', fault);
    if (own.tried.length === 0 || own.found.length > 0) return [];
    const by = tools.filter(({ id }) => isFound(id, fault).found.length > 0).map(({ title }) => title);
    return by.length > 0 ? [`\`${fault}\` (${by.join(', ')})`] : [];
  });
}

const listed = (faults: readonly string[]) => (faults.length === 0 ? 'none' : faults.join(', '));

/** How many server starts are missing; tools that send nothing are done. */
function openTrials({ tools, sample, measured }: Comparison): number {
  let open = 0;
  for (const { id, seeds } of tools)
    for (const configuration of configurations)
      for (const seed of seeds[configuration]) {
        const own = (measured.find(({ tool }) => tool === id)?.trials ?? []).filter(
          (trial) => trial.configuration === configuration && trial.seed === seed,
        );
        const sound = own.find(({ fault }) => fault === undefined);
        if (sound?.requests === 0) continue;
        // The sound server twice, and each fault.
        open += sample.length + 2 - own.length;
      }
  return open;
}

const versions = Object.entries({ ...pythonPackages, ...npmPackages })
  .map(([name, version]) => `${name} ${version}`)
  .join(', ');

/** @returns Markdown */
export function comparisonPage(comparison: Comparison): string {
  const { tools, sample, measured } = comparison;
  const machines = [
    ...new Set(measured.filter(({ trials }) => trials.length > 0).map(({ machine }) => machine)),
  ];
  const open = openTrials(comparison);
  return `# Comparison with other tools

${sample.length} deliberate faults of the [reference server](reference-server.md), one per server start. Every peer sees HTTP and
the OpenAPI description, nothing else; this suite also has its checks and, in its best configuration, the controls of the server and a webhook
receiver. This is not a ranking: a general tool works for any service with a
description, while this suite works for one service whose document it knows. The figures show how much the
description alone can find, and how much the rest of the document adds.
${open === 0 ? '' : `\n**The comparison is under way: ${open} trials are still to be run** (\`npm run task -- bench:peers\`). What was not tried counts for nothing below.\n`}
${table(
  ['tool', 'version', 'what it is for'],
  tools.map(({ title, version, purpose }) => [title, version, purpose]),
  '---',
)}

## Method

- **Faults.** Drawn before any tool had seen one, by a fixed rule: the 603 faults that the catalogue had then, sorted into eight classes
  by what they break ([fault-class.ts](../proof/faults/fault-class.ts)), in the order of the SHA-256 of their ids, as many of each class
  ([sample.ts](../tools/bench/peers/sample.ts), [sample.json](../tools/bench/peers/sample.json)). The catalogue was written for this suite,
  by the authors of the suite. It contains what they thought of, which favours the suite; compare the classes, not the total.
- **Server.** Each trial starts the reference server anew from one file of example content, so that ids and keys are the same.
  The server counts the requests that reach it, of whatever kind; those to its control plane do not count.
- **Found** is a fault when the tool reports a failure that it does not report on the sound server in the same configuration with the same
  seed. Ids and long numbers in failures are left out of the comparison. **False alarms** are the failures on the sound server, by
  operation or kind; many of them are honest misunderstandings (a request that the description allows and a rule forbids).
  **By chance** are failures that a second run on the sound server with the same seed shows anew.
- **Seeds.** Tools that generate at random run with two seeds; \`+n\` are faults that were found with one of them only. The others run once.
- **Cost** is that of one run on the sound server. This suite ends at the first finding that it does not show on the sound server, and the others run to their
  end, so runs on faulty servers are not compared. A run is cut after ${limitSeconds} seconds.
- **Bounds.** Schemathesis generates 2 cases per operation in place of its 100, which keeps the whole comparison affordable; its examples and coverage
  phases are complete. Specmatic tries one combination per request.

${configurations
  .toReversed()
  .map((configuration) => section(configuration, comparison))
  .join('\n\n')}

## How they were configured

${table(
  ['tool', 'default settings', 'best configuration'],
  tools.map(({ title, configured }) => [title, configured.defaults, configured.fair]),
  '---',
)}

All got a platform token; without one everything is 401.

## Advantages of other tools

- Faults that a peer found and this suite did not, with the best configuration: ${listed(missedBySuite(comparison, 'fair'))}.
- The same without the controls of the reference server: ${listed(missedBySuite(comparison, 'defaults'))}.
- A peer needs no knowledge of the service. Schemathesis, Specmatic and Portman ran on the description as it is or nearly so; this
  suite took thousands of lines for one document and is of no use for another.
- Portman sends one request per operation, reads what content there is, and sees most broken shapes with these 75 requests. This suite judges
  only what it has made itself, and needs up to some thousands for the same.
- Schemathesis generates inputs that nobody thought of; this suite generates what a rule is about.
- Prism judges real traffic against the schemas of any description. [\`conformance watch\`](traffic.md) does so for this one alone, and follows
  states and webhooks; by watching it finds a third of the faults that a run finds.

What this suite has beyond them is the rest of the document: who may do what, what follows from what, when, and which event tells of it. A team
without such a document is better served by a general tool; a team with one can use both.

## Every fault

First with default settings, then with the best configuration. ● found, ◐ found with one of two seeds, ○ not found, – not tested.

${faultTable(comparison)}

## Again

\`\`\`sh
npm run task -- bench:peers --install   # ${versions}
npm run task -- bench:peers             # goes on where it was interrupted
\`\`\`

Delete \`tools/bench/peers/results\` to begin anew. Measured on ${machines.join('; ')}, with other work going on: processor seconds are the steadier figure.
`;
}
