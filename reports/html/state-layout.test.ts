import { describe, expect, test } from 'vitest';
import { stateMachines } from '../../openapi/catalogue.ts';
import { layoutMachine, type PlacedState } from './state-layout.ts';

const overlap = (a: PlacedState, b: PlacedState) =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2;

describe.each(stateMachines.map((machine) => [machine.id, machine] as const))(
  'the graph of %s',
  (_, machine) => {
    const placed = layoutMachine(machine, (id) => `${id} ×1000`);

    test('has every state and every transition once', () => {
      expect(placed.states.map(({ name }) => name).toSorted()).toEqual(machine.states.toSorted());
      expect(placed.transitions.map(({ id }) => id).toSorted()).toEqual(
        machine.transitions.map(({ id }) => id).toSorted(),
      );
    });

    test('keeps states apart and inside', () => {
      for (const [index, state] of placed.states.entries()) {
        expect(placed.states.slice(index + 1).filter((other) => overlap(state, other))).toEqual([]);
        expect(state.x - state.width / 2).toBeGreaterThanOrEqual(0);
        expect(state.x + state.width / 2).toBeLessThanOrEqual(placed.width);
        expect(state.y + state.height / 2).toBeLessThanOrEqual(placed.height);
      }
    });

    test('keeps labels inside', () => {
      for (const { label } of placed.transitions) {
        expect(label.x - label.width / 2).toBeGreaterThanOrEqual(0);
        expect(label.x + label.width / 2).toBeLessThanOrEqual(placed.width);
      }
    });
  },
);
