/** The page of the state machines: each as a diagram and as a table. */
import type { StateMachine } from '../../openapi/catalogue.ts';
import { eventOf } from '../../openapi/transitions.ts';
import { cell, markdownTable } from '../scripts/markdown-table.ts';
import { requirementLink } from '../scripts/requirement-link.ts';
import { stateDiagram } from './state-diagram.ts';

const intro = `# State machines

Each arrow is one transition of the interface document, with the requirements that describe it, which are listed in
[openapi/requirements/](../openapi/requirements/): _moves_, that the trigger leads there; _sends_, that the event announces it; _held_, what
it breaks when its guard is false; _also_, what else it has to show. Dashed states are named by the document, which shows no arrow into them. A transition that is *not
shown* is not drawn: the document shows what triggers it, and not between which states it leads; the states in the table are ours.
`;

const columns = ['Transition', 'From and to', 'Trigger', 'Guard', 'Effect', 'Moves', 'Sends', 'Held', 'Also'];

const links = (rules: readonly string[]) => rules.map(requirementLink).join(', ');

function table({ transitions }: StateMachine): string {
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

function block(machine: StateMachine): string {
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
    `${stateDiagram(machine).text}\n`,
    ...(transitions.length > 0 ? [table(machine)] : []),
    ...(reasons.length > 0 ? [reasons.join('')] : []),
  ].join('\n');
}

export function stateMachinesPage(machines: readonly StateMachine[]): string {
  return [intro, ...machines.map(block)].join('\n');
}
