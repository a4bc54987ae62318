/** The page of the self-test: the figures of the last one, which `npm run task -- selftest:page` takes from its records. */

import type { FaultRecord, SelftestRecord } from '../../proof/selftest/record.ts';
import {
  deadWeight,
  machineOf,
  misattributed,
  neverEvaluated,
  neverSeenBroken,
  notCaught,
  percent,
  seenLast,
  seenPerThousand,
  seenWithin,
  withoutCheck,
  withoutFault,
} from '../../proof/selftest/record-summary.ts';
import { duration, moment, plural } from '../../reports/wording.ts';
import { cell, markdownTable } from '../scripts/markdown-table.ts';
import { requirementLink } from '../scripts/requirement-link.ts';
import { type AdapterFigures, adapterSection } from './selftest-adapter.ts';

type Rows = readonly (readonly string[])[];

/** What is kept of the records of a self-test, one for each profile: Markdown for the cells of the page. */
export interface SelftestFigures {
  readonly profiles: readonly string[];
  /** A row for each figure: its name, and its value in each profile. */
  readonly figures: Rows;
  /** Version, date and machine, in a line for each profile. */
  readonly madeWith: readonly string[];
  readonly gaps: readonly { readonly title: string; readonly entries: readonly string[] }[];
  readonly soon: Rows;
  readonly last: Rows;
}

const intro = `# Self-test

The suite is run against servers with known faults: the reference server with one deliberate fault, with two faults of different
areas, and without a fault. A fault is _caught_ if a check reports a requirement that the fault breaks, and the finding is reproduced on
a fresh server. All checks that cover such a requirement run, the cheap ones first; the other checks run only if these find
nothing. A fault is _seen_ when such a requirement is first evaluated as broken. The requests until then are those of the check that sees it,
including requests to controls; other checks run in parallel. Shrinking the conversation comes after that, and counts only for the whole trial.

The authors of the suite wrote these faults. Others wrote the [blind faults](blind-faults.md), from the interface document alone.
`;

function madeWith(record: SelftestRecord): string {
  const { tool, run } = record;
  const cut = run.complete ? '' : ' **Interrupted: not every trial was made.**';
  return (
    `\`${run.profiles.faults}\`: ${tool.name} ${tool.version}, ${moment(run.startedAt)}, seed ${run.seed}, ` +
    `${plural(run.jobs, 'process', 'processes')} on ${machineOf(record)}.${cut}`
  );
}

type Figure = readonly [name: string, of: (record: SelftestRecord) => string];

const medianFigure = (
  name: string,
  of: (median: NonNullable<SelftestRecord['totals']['median']>) => string,
): Figure => [name, ({ totals }) => (totals.median === null ? '-' : of(totals.median))];

const shareOf = (part: number, whole: number) =>
  whole === 0 ? '-' : `${part} of ${whole} (${percent(part / whole)})`;

const figures: readonly Figure[] = [
  ['Faults caught', ({ totals, faults }) => shareOf(totals.faults.caught, faults.length)],
  [
    'Faults found and attributed rightly',
    ({ totals }) => (totals.attribution === null ? '-' : percent(totals.attribution)),
  ],
  medianFigure(
    'Until a fault is seen, median',
    ({ requests, millis }) => `${plural(Math.round(requests), 'request')}, ${duration(millis)}`,
  ),
  [
    'Nine of ten faults are seen within',
    (record) => {
      const within = seenWithin(record, 0.9);
      return within === undefined ? '-' : `${plural(within.requests, 'request')}, ${duration(within.millis)}`;
    },
  ],
  ['Faults seen for each 1,000 requests', (record) => seenPerThousand(record)?.toFixed(1) ?? '-'],
  medianFigure('Counterexample, median', ({ steps }) => plural(steps, 'step')),
  medianFigure('Whole trial of a fault, median', ({ durationMillis }) => duration(durationMillis)),
  ['Pairs of which both were found', ({ totals, pairs }) => shareOf(totals.pairs.caught, pairs.length)],
  [
    'Seeds of the sound server without a finding',
    ({ totals, sound, run }) =>
      sound.length === 0 ? '-' : `${shareOf(totals.sound.passed, sound.length)}, \`${run.profiles.sound}\``,
  ],
  ['Whole self-test', ({ run }) => duration(run.durationMillis)],
];

const shares = [0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1];

function soonRows(record: SelftestRecord): Rows {
  return shares.flatMap((share) => {
    const within = seenWithin(record, share);
    return within === undefined ? [] : [[percent(share), String(within.requests), duration(within.millis)]];
  });
}

const lastRows = (record: SelftestRecord): Rows =>
  seenLast(record)
    .slice(0, 10)
    .map(({ fault: id, title, first }) => [
      `\`${id}\` ${cell(title)}`,
      String(first.requests),
      duration(first.millis),
      `\`${first.check}\``,
    ]);

const requirement = ({ id, statement }: { readonly id: string; readonly statement: string }) =>
  `${requirementLink(id)} ${cell(statement)}`;

const fault = ({ fault: id, title, status, reason }: FaultRecord) =>
  `\`${id}\` ${cell(title)} ${status}${reason === undefined ? '' : `: ${cell(reason)}`}`;

function gapsOf(record: SelftestRecord): SelftestFigures['gaps'] {
  const notEvaluated = {
    title: 'Documented requirements not evaluated on the sound server',
    entries: neverEvaluated(record).map(requirement),
  };
  return [
    { title: 'Faults not caught', entries: notCaught(record).map(fault) },
    { title: 'Caught only by a check of another requirement', entries: misattributed(record).map(fault) },
    { title: 'Documented requirements without a fault', entries: withoutFault(record).map(requirement) },
    { title: 'Documented requirements without a check', entries: withoutCheck(record).map(requirement) },
    {
      title: 'Documented requirements that no finding named',
      entries: neverSeenBroken(record).map(requirement),
    },
    ...(record.sound.length === 0 ? [] : [notEvaluated]),
    {
      title: 'Checks that never caught anything',
      entries: deadWeight(record).map(({ id, title }) => `\`${id}\` ${cell(title)}`),
    },
  ];
}

/** @param records one for each profile, that with the highest claim first: its details are kept */
export function selftestFigures(records: readonly [SelftestRecord, ...SelftestRecord[]]): SelftestFigures {
  const [main] = records;
  return {
    profiles: records.map(({ run }) => run.profiles.faults),
    figures: figures.map(([name, of]) => [name, ...records.map(of)]),
    madeWith: records.map(madeWith),
    gaps: gapsOf(main),
    soon: soonRows(main),
    last: lastRows(main),
  };
}

/** A list that may be long stays a line per entry, and says so when there is nothing. */
const list = ({ title, entries }: SelftestFigures['gaps'][number]) =>
  `**${title}:** ${entries.length === 0 ? 'none.' : `${entries.length}.\n\n${entries.map((entry) => `- ${entry}`).join('\n')}`}\n`;

export function selftestPage(kept: SelftestFigures, throughAdapter: AdapterFigures): string {
  const profile = `\`${kept.profiles[0]}\``;
  return [
    intro,
    '## Figures\n',
    `${markdownTable(['', ...kept.profiles.map((name) => `\`${name}\``)], kept.figures)}\n`,
    `${kept.madeWith.map((line) => `- ${line}`).join('\n')}\n`,
    `## Gaps, with ${profile}\n`,
    ...kept.gaps.map(list),
    `## How soon a fault is seen, with ${profile}\n`,
    'Requests and time until this share of the faults was seen, each on its own server. Requests and time are ranked separately.\n',
    `${markdownTable(['Of the faults', 'Requests', 'Time'], kept.soon)}\n`,
    'Those that took longest:\n',
    `${markdownTable(['Fault', 'Requests', 'Time', 'Check'], kept.last)}\n`,
    adapterSection(throughAdapter),
  ].join('\n');
}
