/** The page of the requirements: the requirement catalogue as tables, in the order of the interface document. */
import type * as z from 'zod';
import { waysToJudge } from '../../conformance/ways-to-judge.ts';
import type { Requirement, StateMachine } from '../../openapi/catalogue.ts';
import type { DocumentSections } from '../../openapi/catalogue-source.ts';
import { rulesOf } from '../../openapi/transitions.ts';
import { cell, markdownTable } from '../scripts/markdown-table.ts';

type Section = z.infer<typeof DocumentSections>[number];

const intro = `# Requirements

Generated from \`openapi/requirements/\`; edit the sources, not this page.

Each rule of the interface document is one requirement, in our own words. Its level says what a violation means:
\`documented\` makes a server non-conformant, \`observed\` is a warning, \`assumed\` is information.
If a sentence is ambiguous, [interpretations.md](interpretations.md) explains our interpretation. The transitions are drawn
in [state-machines.md](state-machines.md).

_Judged by_ lists what the suite needs: the requests of a run (\`conversation\`); or, in [real traffic](traffic.md), one exchange or webhook
(\`exchange\`) or several of them (\`history\`).
`;

const receiversIntro = `## Receivers of webhooks

The requirements of \`conformance webhook\` for receivers ([guide](webhook-receivers.md)), from \`openapi/receiver-requirements/\`. The
document says little about receivers. All other rules are advice of the level \`assumed\`, and never make a run fail.
`;

const clientsIntro = `## Clients

The requirements of \`conformance watch\` and \`conformance check-traffic\` for clients ([guide](traffic.md)), from \`openapi/client-requirements/\`.
`;

/** Transitions that name each requirement, as links. */
function transitionsOf(machines: readonly StateMachine[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const machine of machines) {
    for (const transition of machine.transitions) {
      for (const requirement of rulesOf(transition)) {
        const link = `[${machine.id}/${transition.id}](state-machines.md#${machine.id})`;
        found.set(requirement, [...(found.get(requirement) ?? []), link]);
      }
    }
  }
  return found;
}

function testable({ needs, untestable }: Requirement): string {
  if (untestable !== undefined) return `no: ${cell(untestable)}`;
  return needs.length === 0 ? 'yes' : `with ${needs.map((need) => `\`${need}\``).join(', ')}`;
}

function summary(requirements: readonly Requirement[]): string {
  const levels = ['documented', 'observed', 'assumed'] as const;
  const rows = levels.map((level) => {
    const entries = requirements.filter((entry) => entry.level === level);
    const without = entries.filter(({ untestable }) => untestable !== undefined).length;
    return [level, String(entries.length), String(entries.length - without), String(without)];
  });
  return markdownTable(['Level', 'Requirements', 'Testable', 'Not testable'], rows);
}

/** The rules of receivers and clients, without the columns that only rules of the service have. */
function shortTable(requirements: readonly Requirement[]): string {
  const rows = requirements.map(({ id, level, section, statement }) => [
    `<a id="${id.toLowerCase()}"></a>${id}`,
    level,
    cell(statement),
    section,
  ]);
  return `${markdownTable(['Id', 'Level', 'Statement', 'Section'], rows)}\n`;
}

export interface RequirementsPage {
  readonly requirements: readonly Requirement[];
  readonly machines: readonly StateMachine[];
  readonly sections: readonly Section[];
  readonly ofReceivers: readonly Requirement[];
  readonly ofClients: readonly Requirement[];
}

export function requirementsPage({
  requirements,
  machines,
  sections,
  ofReceivers,
  ofClients,
}: RequirementsPage): string {
  const transitions = transitionsOf(machines);
  const ofProduction = requirements.filter(({ needs }) => needs.includes('production')).length;
  const blocks = sections.map(({ heading, parent, reason }) => {
    const name = parent === undefined ? heading : `${parent}, ${heading}`;
    const entries = requirements.filter(({ section }) => section === heading || section === name);
    const title = `## ${name}\n\n`;
    if (entries.length === 0) return `${title}${reason ?? ''}\n`;
    const rows = entries.map((entry) => [
      `<a id="${entry.id.toLowerCase()}"></a>${entry.id}`,
      entry.level,
      cell(entry.statement),
      testable(entry),
      waysToJudge(entry.id).join(', '),
      (transitions.get(entry.id) ?? []).join(', '),
    ]);
    return `${title}${markdownTable(['Id', 'Level', 'Statement', 'Testable', 'Judged by', 'Transitions'], rows)}\n`;
  });
  return [
    intro,
    `${summary(requirements)}\n`,
    `A run in the sandbox reports ${ofProduction} more documented requirements as untestable: only production can show them.\n`,
    ...blocks,
    receiversIntro,
    shortTable(ofReceivers),
    clientsIntro,
    shortTable(ofClients),
  ].join('\n');
}
