/** docs/state-machines.md: each state machine as a Mermaid diagram, which GitHub draws, and as a table. */
import type * as z from 'zod';
import type { StateMachineSource } from '../../openapi/catalogue-source.ts';
import { eventOf } from '../../openapi/transitions.ts';
import { cell, markdownTable } from './markdown-table.ts';
import { requirementLink } from './requirement-link.ts';

type Machine = z.infer<typeof StateMachineSource>;

const intro = `# State machines

Generated from \`openapi/state-machines/\` by \`npm run generate\`; edit the sources, not this page.

Each arrow is one transition of the interface document, with the requirements that describe it, which are listed in
[openapi/requirements/](../openapi/requirements/): _moves_, that the trigger leads there; _sends_, that the event announces it; _held_, what
it breaks when its guard is false; _also_, what else it has to show. Dashed states are named by the document, which shows no arrow into them. A transition that is *not
shown* is not drawn: the document shows what triggers it, and not between which states it leads; the states in the table are ours.
`;

/** Mermaid takes neither blanks nor hyphens in the name of a state. */
const identifier = (state: string) => `s_${state.replaceAll(/[^a-z0-9]/gi, '_')}`;

function diagram({ initial, states, transitions, unreachable }: Machine): string {
  const dashed = Object.keys(unreachable).map(identifier);
  const lines = [
    'stateDiagram-v2',
    ...states.map((state) => `  state "${state}" as ${identifier(state)}`),
    ...(initial === undefined ? [] : [`  [*] --> ${identifier(initial)}`]),
    ...transitions
      .filter(({ notShown }) => notShown === undefined)
      .map(({ id, from, to }) => `  ${identifier(from)} --> ${identifier(to)}: ${id}`),
    ...(dashed.length > 0
      ? ['  classDef unreachable stroke-dasharray: 4 3', `  class ${dashed.join(',')} unreachable`]
      : []),
  ];
  return `\`\`\`mermaid\n${lines.join('\n')}\n\`\`\`\n`;
}

const columns = ['Transition', 'From and to', 'Trigger', 'Guard', 'Effect', 'Moves', 'Sends', 'Held', 'Also'];

const links = (rules: readonly string[]) => rules.map(requirementLink).join(', ');

function table({ transitions }: Machine): string {
  const rows = transitions.map(
    ({ id, from, to, trigger, guard, effect, notShown, moves, sends, held, also }) => [
      id,
      `${from} → ${to}${notShown === undefined ? '' : ' (*not shown*)'}`,
      cell(trigger),
      cell(guard ?? ''),
      cell(effect ?? ''),
      links(moves),
      sends.map((sent) => `\`${eventOf(sent)}\` (${requirementLink(sent.rule)})`).join(', '),
      links(held),
      links(also),
    ],
  );
  return `${markdownTable(columns, rows)}\n`;
}

function block(machine: Machine): string {
  const { id, title, section, vocabularyOnly, unreachable, transitions } = machine;
  const notDrawn = transitions.flatMap(({ id: name, notShown }) =>
    notShown === undefined ? [] : [[name, notShown] as const],
  );
  const reasons = [...Map.groupBy([...notDrawn, ...Object.entries(unreachable)], ([, reason]) => reason)].map(
    ([reason, entries]) => `- ${entries.map(([name]) => `\`${name}\``).join(', ')}: ${reason}\n`,
  );
  return [
    `## <a id="${id}"></a>${title}\n`,
    `Section "${section}" of the interface document.${vocabularyOnly === undefined ? '' : ` ${vocabularyOnly}`}\n`,
    diagram(machine),
    ...(transitions.length > 0 ? [table(machine)] : []),
    ...(reasons.length > 0 ? [reasons.join('')] : []),
  ].join('\n');
}

export function stateMachinesPage(machines: readonly Machine[]): string {
  return [intro, ...machines.map(block)].join('\n');
}
