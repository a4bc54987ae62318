/** The page of the blind faults, made from results.json and judgements.yaml. */

import { blindFaults } from '../../proof/blind/faults/index.ts';
import type { BlindResult } from '../../proof/blind/results.ts';
import { cell, markdownTable } from '../scripts/markdown-table.ts';
import { requirementLink } from '../scripts/requirement-link.ts';

const intro = `# Blind faults

The [faults of the catalogue](faults.md) were written by the authors of the suite. These were written by others, who read the
interface document and nothing of this project: no check, no fault, no requirement. Each stands between a sound server and
the suite. Each says which sentence of the document it breaks. \`npm run blind\` checks in CI that the caught ones are still caught.

What was missed at first led to new cases in the checks below, or the document turned out not to forbid it. The second set was asked for
what a hasty suite misses: second occurrences, combinations of two features, rare values, month ends, races, leaks between tenants.
`;

const areas = {
  'blind-money': 'Money, time and webhooks',
  'blind-access': 'Access and tenancy',
  'blind-fields': 'Lists, fields and formats',
  'blind-lifecycle': 'Lifecycle and concurrency',
  'blind-second-money': 'Second set: money and payrolls',
  'blind-second-events': 'Second set: webhooks, invoices and tax',
  'blind-second-people': 'Second set: people, contracts and KYC',
  'blind-second-platform': 'Second set: tokens, tenants and lists',
} as const;

const isOf = (area: string, { fault }: BlindResult) => fault.startsWith(`${area}-`);

const titleOf = (id: string) => cell(blindFaults.find((fault) => fault.id === id)?.title ?? '');

/** @throws Error when a fault that is not caught has no judgement */
export function blindFaultsPage(
  entries: readonly BlindResult[],
  judgements: Readonly<Record<string, string>>,
): string {
  const count = (some: readonly BlindResult[], key: 'first' | 'status') =>
    String(some.filter((entry) => entry[key] === 'caught').length);
  const rowOf = (name: string, some: readonly BlindResult[]) => [
    name,
    String(some.length),
    count(some, 'first'),
    count(some, 'status'),
  ];
  const rows = Object.entries(areas).map(([area, name]) =>
    rowOf(
      name,
      entries.filter((entry) => isOf(area, entry)),
    ),
  );
  const mended = entries.filter(({ first, status }) => first !== 'caught' && status === 'caught');
  const open = entries.filter(({ status }) => status !== 'caught');
  const reasonOf = ({ fault }: BlindResult) => {
    const reason = judgements[fault];
    if (reason === undefined)
      throw new Error(`${fault} is not caught: say why in proof/blind/judgements.yaml.`);
    return cell(reason);
  };
  return `${[
    intro,
    markdownTable(['Area', 'Written', 'Caught at first', 'Caught now'], [...rows, rowOf('**All**', entries)]),
    '\n## Missed at first, caught now\n',
    markdownTable(
      ['What goes wrong', 'Found as', 'By the check'],
      mended.map(({ fault, requirement = '', check }) => [
        titleOf(fault),
        requirementLink(requirement),
        `\`${check}\``,
      ]),
    ),
    '\n## Not caught\n',
    markdownTable(
      ['What goes wrong', 'Why it is no documented finding'],
      open.map((entry) => [titleOf(entry.fault), reasonOf(entry)]),
    ),
  ].join('\n')}\n`;
}
