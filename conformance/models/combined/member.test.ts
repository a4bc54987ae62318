import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Move, together } from '../../provider/machine.ts';
import type { Part, PartState, PartWorld } from '../part.ts';
import { depositPart } from './deposits.ts';
import { type CombinedState, type CombinedWorld, member } from './member.ts';

interface CountState extends PartState {
  count: number;
}

type CountMove = Move<PartWorld, CountState>;
const count = (by: number): CountMove => ({
  name: `count(${by})`,
  possible: ({ count: counted }) => counted < 10,
  describe: ({ count: counted }) => `count ${by} on from ${counted}`,
  act: async () => (_, state) => {
    state.count += by;
    state.common.balance += by;
  },
});

const countPart: Part<PartWorld, CountState> = {
  open: async (_, { ground, common }) => ({ world: { ground }, state: { common, count: 0 } }),
  moves: () => fc.constant(1).map(count),
  ways: () => ({}),
  look: async () => () => {},
  show: ({ count: counted }) => `counted ${counted}`,
};

const details = { needs: [], lists: [] };
const counter = member(countPart, { ...details, name: 'counter' });
const other = member(depositPart, { ...details, name: 'deposits' });

/** Two members that share a balance. */
function business(): CombinedState {
  const common = { now: 0, balance: 5 };
  const own: CountState = { common, count: 3 };
  return { common, members: { counter: own, deposits: { common } } };
}

const world = { members: { counter: {}, deposits: {} } } as unknown as CombinedWorld;
const lift = (move: CountMove) => counter.lift(move);

test('a move of a part sees the state of its own, and moves what all share', async () => {
  const move = lift(count(4));
  const state = structuredClone(business());
  expect(move.of).toEqual(['counter']);
  expect(move.possible(state, world)).toBe(true);
  expect(move.describe(state, world)).toBe('count 4 on from 3');
  // The move looks at neither of them.
  const nothing = undefined as never;
  (await move.act(nothing, state, world))(nothing, state);
  expect(counter.show(state)).toBe('counted 7');
  expect(state.common.balance).toBe(9);
  expect(state.members.deposits?.common).toBe(state.common);
  expect(other.show(state)).toBe('');
});

test('moves that a part makes at the same time are lifted with it', () => {
  const [first, second] = lift(together(count(1), count(2))).parts ?? [];
  expect([first?.name, second?.name]).toEqual(['count(1)', 'count(2)']);
});

test('a member that was not opened cannot be moved', () => {
  const state: CombinedState = { common: { now: 0, balance: 0 }, members: {} };
  expect(() => lift(count(1)).possible(state, world)).toThrow('counter has not been opened');
});
