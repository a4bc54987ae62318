/** The part of the page of the self-test about the faults that the suite does not see in a server of somebody else. */

import { shorten } from '../../markup/visible-text.ts';
import type { FaultRecord, SelftestRecord } from '../../proof/selftest/record.ts';
import { machineOf, percent } from '../../proof/selftest/record-summary.ts';
import { moment } from '../../reports/wording.ts';
import { cell, markdownTable } from '../scripts/markdown-table.ts';

/** What is kept of the record of a self-test through an adapter: Markdown for the cells of the page. */
export interface AdapterFigures {
  readonly tried: number;
  readonly madeWith: string;
  /** Fault, the requirements that it breaks, and the reason. */
  readonly hidden: readonly (readonly string[])[];
  readonly warned: readonly (readonly string[])[];
}

const intro = `## Through an adapter

The self-test above knows its server. With \`conformance selftest --through-adapter\` the suite meets each faulty server as one of somebody
else: an adapter has every control but \`drain\`, all businesses share one clock, and each line of the adapter is tried before the first
check. What that trial or a second look excuses may be the fault itself. A fault is _hidden_ if there is no finding, and no warning of a
requirement that it breaks.
`;

const wordsLimit = 240;

const rowOf = ({ fault, title, breaks, reason = '' }: FaultRecord) => [
  `\`${fault}\` ${cell(title)}`,
  breaks.join(', '),
  cell(shorten(reason.replaceAll('\n', ' '), wordsLimit)),
];

export function adapterFigures(record: SelftestRecord): AdapterFigures {
  const { faults, run, tool } = record;
  const of = (...statuses: readonly FaultRecord['status'][]) =>
    faults.filter(({ status }) => statuses.includes(status)).map(rowOf);
  const cut = run.complete ? '' : ' **Interrupted: only these faults of a sample were tried.**';
  return {
    tried: faults.length,
    madeWith: `${tool.name} ${tool.version}, ${moment(run.startedAt)}, profile \`${run.profiles.faults}\`, seed ${run.seed}, ${machineOf(record)}.${cut}`,
    hidden: of('missed', 'errored'),
    warned: of('warned'),
  };
}

export function adapterSection({ tried, madeWith, hidden, warned }: AdapterFigures): string {
  const share = (count: number) => `${count} of ${tried} (${percent(count / tried)})`;
  const listed = (rows: AdapterFigures['hidden'], why: string) =>
    rows.length === 0 ? 'None.' : markdownTable(['Fault', 'Breaks', why], rows);
  return [
    intro,
    markdownTable(
      ['', 'Faults'],
      [
        ['Found', share(tried - hidden.length - warned.length)],
        ['Warned of', share(warned.length)],
        ['Hidden', share(hidden.length)],
      ],
    ),
    '',
    madeWith,
    '',
    '### Hidden\n',
    listed(hidden, 'Why'),
    '',
    '### Warned of\n',
    listed(warned, 'Warning'),
    '',
  ].join('\n');
}
