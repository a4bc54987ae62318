/** Several machines in one business: each is looked at after every step, whichever it was that moved. */

import type fc from 'fast-check';
import type { Capability } from '../../../openapi/catalogue.ts';
import type { OperationId } from '../../../openapi/description.ts';
import {
  type Common,
  type Ground,
  judgeBalance,
  lookAround,
  openGround,
  type Started,
  type Surroundings,
  showCommon,
} from '../../provider/fixture.ts';
import type { Machine, Move } from '../../provider/machine.ts';
import type { Part, PartState, PartWorld } from '../../provider/part.ts';
import type { Settle } from '../../provider/reading.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { anyOf, type Has, toursOf } from '../../provider/tours.ts';
import { type Bystander, lookAtBystander, openBystander } from './bystander.ts';

export interface CombinedWorld {
  readonly ground: Ground;
  /** Those that have been opened, in the order in which they judge. */
  readonly present: readonly Member[];
  readonly members: Readonly<Record<string, PartWorld>>;
  readonly bystander: Bystander;
}

export interface CombinedState {
  readonly common: Common;
  readonly members: Readonly<Record<string, PartState>>;
}

export interface CombinedMove extends Move<CombinedWorld, CombinedState> {
  /** The members that it is about. */
  readonly of: readonly string[];
}

export interface Member {
  readonly name: string;
  /** Without one of these it takes no part. */
  readonly needs: readonly Capability[];
  /** The lists in which its resources are shown. */
  readonly lists: readonly OperationId[];
  readonly open: (
    scenario: Scenario,
    started: Started,
  ) => Promise<{ readonly world: PartWorld; readonly state: PartState }>;
  readonly moves: (has: Has) => fc.Arbitrary<CombinedMove> | undefined;
  /** What takes each transition of its machine for sure, when it is alone. */
  readonly tours: (has: Has) => readonly (readonly CombinedMove[])[];
  readonly look: (
    scenario: Scenario,
    state: Readonly<CombinedState>,
    world: CombinedWorld,
    surroundings: Surroundings,
  ) => Promise<Settle<CombinedState>>;
  readonly show: (state: Readonly<CombinedState>) => string;
}

/** The way from what all members share to what is one part's own. */
class Lens<World extends PartWorld, State extends PartState> {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  state(all: Readonly<CombinedState>): State {
    // Under this name the part itself has put it.
    return this.#found(all.members) as State;
  }

  world(all: CombinedWorld): World {
    return this.#found(all.members) as World;
  }

  move(own: Move<World, State>): CombinedMove {
    const { name, parts, needs = [], possible, describe, act } = own;
    return {
      name,
      of: [this.#name],
      needs,
      ...(parts && { parts: parts.map((part) => this.move(part)) }),
      possible: (state, world) => possible(this.state(state), this.world(world)),
      describe: (state, world) => describe(this.state(state), this.world(world)),
      act: async (scenario, state, world) =>
        this.settle(await act(scenario, this.state(state), this.world(world))),
    };
  }

  settle(own: Settle<State>): Settle<CombinedState> {
    return (reading, state) => own(reading, this.state(state));
  }

  #found<T>(members: Readonly<Record<string, T>>): T {
    const found = members[this.#name];
    if (found === undefined) throw new Error(`${this.#name} has not been opened.`);
    return found;
  }
}

type MemberDetails = Pick<Member, 'name' | 'needs' | 'lists'>;

/** Makes a member of the part of one machine, and its moves such that they can be made among those of others. */
export function member<World extends PartWorld, State extends PartState>(
  part: Part<World, State>,
  details: MemberDetails,
): Member & { readonly lift: (move: Move<World, State>) => CombinedMove } {
  const lens = new Lens<World, State>(details.name);
  return {
    ...details,
    lift: (move) => lens.move(move),
    open: part.open,
    moves: (has) => anyOf(...part.moves)(has)?.map((move) => lens.move(move)),
    tours: (has) => toursOf(part.tours, has).map((tour) => tour.map((move) => lens.move(move))),
    look: async (scenario, state, world, surroundings) =>
      lens.settle(await part.look(scenario, lens.state(state), lens.world(world), surroundings)),
    show: (state) => part.show(lens.state(state)),
  };
}

type PlainMove = Move<CombinedWorld, CombinedState>;

/** The members that a move is about; of moves made at the same time, those of all. */
function namesIn(move: PlainMove): readonly string[] {
  // Moves of several members are joined by `together`, which knows nothing of members.
  return (move as Partial<CombinedMove>).of ?? (move.parts ?? []).flatMap(namesIn);
}

async function open(
  scenario: Scenario,
  members: readonly Member[],
  moves: readonly PlainMove[],
): Promise<{ readonly world: CombinedWorld; readonly state: CombinedState }> {
  const started = await openGround(scenario);
  const { ground, common } = started;
  const names = new Set(moves.flatMap(namesIn));
  const present = members.filter(({ name }) => names.has(name));
  const worlds: Record<string, PartWorld> = {};
  const states: Record<string, PartState> = {};
  for (const { name, open: openMember } of present) {
    const { world, state } = await openMember(scenario, started);
    if (state.common !== common) throw new Error(`${name} does not share what all machines share.`);
    worlds[name] = world;
    states[name] = state;
  }
  const lists = [...new Set(present.flatMap(({ lists: own }) => own))];
  const bystander = await openBystander(scenario, lists);
  return { world: { ground, members: worlds, present, bystander }, state: { common, members: states } };
}

/**
 * The machine of several parts. Only those are opened that a sequence moves. After every step each part judges what is its
 * own, every change of the balance has to be one that some part expects, and a business beside this one shows nothing of it.
 *
 * @param members in the order in which time acts on them: those that wait for money come after those that bring it.
 */
export function combine(members: readonly Member[]): Machine<CombinedWorld, CombinedState> {
  return {
    start: (scenario, moves) => open(scenario, members, moves),
    look: async (scenario, state, world) => {
      const surroundings = await lookAround(scenario, world.ground);
      const judges: Settle<CombinedState>[] = [];
      for (const each of world.present) judges.push(await each.look(scenario, state, world, surroundings));
      const judgeBystander = await lookAtBystander(scenario, world.ground, world.bystander);
      return (reading, after) => {
        for (const judge of judges) judge(reading, after);
        judgeBalance(reading, after.common, surroundings.balance, 'WALLET-001');
        judgeBystander(reading);
      };
    },
    show: (state) =>
      [
        ...members.filter(({ name }) => name in state.members).map((each) => each.show(state)),
        showCommon(state.common),
      ]
        .filter((text) => text !== '')
        .join('; '),
  };
}
