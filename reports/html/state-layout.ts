/** Places the states and transitions of a machine on a plane. Knows nothing of runs. */
import { type Edge, type EdgeLabel, Graph, type GraphLabel, layout, type NodeLabel } from '@dagrejs/dagre';
import type { StateMachine } from '../../openapi/catalogue.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacedState extends Point {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

export interface PlacedTransition {
  readonly id: string;
  /** The points of the line; for a transition to its own state, the control points of one cubic curve. */
  readonly points: readonly Point[];
  /** Centre of the label. */
  readonly label: Point & { readonly width: number };
}

export interface StateLayout {
  readonly width: number;
  readonly height: number;
  readonly states: readonly PlacedState[];
  readonly transitions: readonly PlacedTransition[];
}

const stateHeight = 34;
const labelHeight = 18;
const margin = 12;
/** Width of a row of states without transitions. */
const rowWidth = 400;
/** How far a transition to its own state reaches out. */
const loopReach = 26;
// Average advance of a system sans-serif at the sizes that the style sheet sets, on the generous side.
const stateCharacter = 8;
const labelCharacter = 7;

const stateWidth = (name: string) => name.length * stateCharacter + 28;
/** Of the text at a transition. */
export const labelWidth = (text: string) => text.length * labelCharacter + 10;

/** A state's own loops leave on its right; their labels stand one below the other around the middle. */
function placeLoops(
  machine: StateMachine,
  placed: ReadonlyMap<string, PlacedState>,
  label: (id: string) => string,
): PlacedTransition[] {
  const loops = machine.transitions.filter(({ from, to }) => from === to);
  return loops.flatMap(({ id, from }) => {
    const state = placed.get(from);
    if (state === undefined) return [];
    const siblings = loops.filter((loop) => loop.from === from);
    const rank = siblings.findIndex((loop) => loop.id === id) - (siblings.length - 1) / 2;
    const right = state.x + state.width / 2;
    const out = right + loopReach;
    const width = labelWidth(label(id));
    return {
      id,
      points: [
        { x: right - 3, y: state.y - 10 },
        { x: out + 10, y: state.y - 24 },
        { x: out + 10, y: state.y + 24 },
        { x: right - 3, y: state.y + 10 },
      ],
      label: { x: out + 6 + width / 2, y: state.y + rank * labelHeight, width },
    };
  });
}

/** States without any transition stand in rows below the others. */
function placeIsolated(names: readonly string[], start: number): PlacedState[] {
  let left = margin;
  let top = start;
  return names.map((name) => {
    const width = stateWidth(name);
    if (left > margin && left + width > rowWidth) {
      left = margin;
      top += stateHeight + margin;
    }
    const state = { name, width, height: stateHeight, x: left + width / 2, y: top + stateHeight / 2 };
    left += width + margin;
    return state;
  });
}

/** The last layout of each machine: a run writes its reports twice. */
const lastLayouts = new WeakMap<StateMachine, { readonly labels: string; readonly layout: StateLayout }>();

/**
 * Lays a machine out from top to bottom.
 *
 * @param label the text at a transition; room is kept for it
 */
export function layoutMachine(machine: StateMachine, label: (transition: string) => string): StateLayout {
  const labels = machine.transitions.map(({ id }) => label(id)).join('\n');
  const last = lastLayouts.get(machine);
  if (last?.labels === labels) return last.layout;
  const computed = computeLayout(machine, label);
  lastLayouts.set(machine, { labels, layout: computed });
  return computed;
}

function computeLayout(machine: StateMachine, label: (transition: string) => string): StateLayout {
  const connected = machine.states.filter((name) =>
    machine.transitions.some(({ from, to }) => from === name || to === name),
  );
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', ranksep: 38, nodesep: 40, edgesep: 28, marginx: margin, marginy: margin });
  for (const name of connected) graph.setNode(name, { width: stateWidth(name), height: stateHeight });
  for (const { id, from, to } of machine.transitions) {
    if (from === to) continue;
    graph.setEdge(from, to, { width: labelWidth(label(id)), height: labelHeight, labelpos: 'c' }, id);
  }
  layout(graph);

  const states = connected.map((name): PlacedState => {
    const { x, y } = graph.node(name);
    return { name, x, y, width: stateWidth(name), height: stateHeight };
  });
  const routed = graph.edges().map((edge: Edge): PlacedTransition => {
    const { points = [], x = 0, y = 0 } = graph.edge(edge);
    const id = edge.name ?? '';
    return { id, points, label: { x, y, width: labelWidth(label(id)) } };
  });
  const transitions = [
    ...routed,
    ...placeLoops(machine, new Map(states.map((state) => [state.name, state])), label),
  ];
  const bottom = Math.max(0, ...states.map(({ y }) => y + stateHeight / 2));
  const isolated = placeIsolated(
    machine.states.filter((name) => !connected.includes(name)),
    bottom + 36,
  );
  const all = [...states, ...isolated];
  const rights = [
    ...all.map(({ x, width }) => x + width / 2),
    ...transitions.map((each) => each.label.x + each.label.width / 2),
    ...transitions.flatMap(({ points }) => points.map(({ x }: Point) => x)),
  ];
  return {
    width: Math.max(0, ...rights) + margin,
    height: Math.max(0, ...all.map(({ y }) => y + stateHeight / 2)) + margin,
    states: all,
    transitions,
  };
}
