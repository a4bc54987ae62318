/** A state machine as inline SVG, coloured by its coverage. */
import type { Results } from '../../conformance/engine/results.ts';
import { type Html, html } from '../../markup/html.ts';
import type { StateMachine } from '../../openapi/catalogue.ts';
import { coverageOf, timesTaken, wasReached, whyOutOfReach } from '../machine-coverage.ts';
import { curve, loop, round } from './state-curves.ts';
import { labelWidth, layoutMachine, type PlacedState, type PlacedTransition } from './state-layout.ts';

type Transition = StateMachine['transitions'][number];

function marker(machine: StateMachine, kind: string): Html {
  return html`<marker id="${machine.id}-${kind}" class="tip ${kind}" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="10" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>`;
}

function stateNode(
  { name, x, y, width, height }: PlacedState,
  machine: StateMachine,
  results: Results,
): Html {
  const reason = machine.unreachable[name];
  const kind =
    reason !== undefined ? 'unreachable' : wasReached(machine, name, results) ? 'reached' : 'not-reached';
  const initial = name === machine.initial ? ' initial' : '';
  return html`<g class="state ${kind}${initial}">${reason === undefined ? undefined : html`<title>${reason}</title>`}
<rect x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${width}" height="${height}" rx="${height / 2}"/>
<text x="${round(x)}" y="${round(y + 4.5)}" text-anchor="middle">${name}</text></g>`;
}

function transitionEdge(
  { id, points, label }: PlacedTransition,
  machine: StateMachine,
  results: Results,
): Html | undefined {
  const transition = machine.transitions.find((each) => each.id === id);
  if (transition === undefined) return undefined;
  const kind = coverageOf(machine, transition, results);
  const { from, to, trigger, guard } = transition;
  const reason = kind === 'out-of-reach' ? whyOutOfReach(machine, id, results) : undefined;
  const text = labelOf(machine, transition, results);
  const width = labelWidth(text);
  const when = guard === undefined ? trigger : `${trigger}, when ${guard}`;
  return html`<g class="transition ${kind}${kind === 'taken' ? ` ${oftenness(timesTaken(machine, id, results))}` : ''}"><title>${reason === undefined ? when : `${when}. Out of reach: ${reason}`}</title>
<path d="${from === to ? loop(points) : curve(points)}" marker-end="url(#${machine.id}-${kind})"/>
<rect x="${round(label.x - width / 2)}" y="${round(label.y - 9)}" width="${width}" height="18"/>
<text x="${round(label.x)}" y="${round(label.y + 4)}" text-anchor="middle">${text}</text></g>`;
}

/** The more often, the broader the line. */
function oftenness(count: number): 'few' | 'some' | 'many' {
  if (count < 10) return 'few';
  return count < 100 ? 'some' : 'many';
}

function labelOf(machine: StateMachine, transition: Transition, results: Results): string {
  const count = timesTaken(machine, transition.id, results);
  const sign = coverageOf(machine, transition, results) === 'failed' ? '✕ ' : '';
  return count === 0 ? `${sign}${transition.id}` : `${sign}${transition.id} ×${count}`;
}

/** The graph; the table beside it is its text alternative. */
export function stateGraph(machine: StateMachine, results: Results): Html {
  // Room for what any run may show, so that a machine is laid out once.
  const { width, height, states, transitions } = layoutMachine(machine, (id) => `✕ ${id} ×1000`);
  return html`<svg class="graph" role="img" aria-label="State graph of ${machine.title}; the table of transitions has the same information" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}">
<defs>${['taken', 'never-taken', 'out-of-reach', 'failed'].map((kind) => marker(machine, kind))}</defs>
${transitions.map((each) => transitionEdge(each, machine, results))}
${states.map((state) => stateNode(state, machine, results))}
</svg>`;
}
