/** The diagram of a state machine for a page of the site. */
import { type Html, html } from '../../markup/html.ts';
import type { StateMachine } from '../../openapi/catalogue.ts';
import { curve, loop, round } from '../../reports/html/state-curves.ts';
import { layoutMachine } from '../../reports/html/state-layout.ts';

/** The picture; the table of transitions below it says the same. */
export function stateDiagram(machine: StateMachine): Html {
  const { width, height, states, transitions } = layoutMachine(machine, (id) => id);
  const tip = `${machine.id}-tip`;
  const byId = new Map(machine.transitions.map((each) => [each.id, each]));
  return html`<figure class="machine" tabindex="0" role="group" aria-label="Diagram: ${machine.title}"><svg role="img" aria-label="States and transitions: ${machine.title}" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}">
<defs><marker id="${tip}" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="10" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
${transitions.map(({ id, points, label }) => {
  const transition = byId.get(id);
  const path = transition?.from === transition?.to ? loop(points) : curve(points);
  return html`<g class="transition"><path d="${path}" marker-end="url(#${tip})"/><rect x="${round(label.x - label.width / 2)}" y="${round(label.y - 9)}" width="${label.width}" height="18"/><text x="${round(label.x)}" y="${round(label.y + 4)}" text-anchor="middle">${id}</text></g>
`;
})}${states.map(({ name, x, y, width: wide, height: high }) => {
  const kind = name in machine.unreachable ? ' unreachable' : name === machine.initial ? ' initial' : '';
  return html`<g class="state${kind}"><rect x="${round(x - wide / 2)}" y="${round(y - high / 2)}" width="${wide}" height="${high}" rx="${high / 2}"/><text x="${round(x)}" y="${round(y + 4.5)}" text-anchor="middle">${name}</text></g>
`;
})}</svg></figure>`;
}
