/** A part of a business beside others: its moves and its looks, on a world and a state that hold those of all. */
import type fc from 'fast-check';
import type { Capability } from '../../../openapi/catalogue.ts';
import type { OperationId } from '../../../openapi/description.ts';
import type { CasePlan } from '../../provider/check.ts';
import type { Move } from '../../provider/machine.ts';
import type { Settle } from '../../provider/reading.ts';
import type { Scenario } from '../../provider/scenario.ts';
import type { Common, Ground, Started, Surroundings } from '../ground.ts';
import type { Part, PartState, PartWorld } from '../part.ts';
import { toursOf } from '../ways.ts';
import type { Bystander } from './bystander.ts';

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
  readonly moves: (has: CasePlan['has']) => fc.Arbitrary<CombinedMove>;
  /** What takes each transition of its machine for sure, when it is alone. */
  readonly tours: (has: CasePlan['has']) => readonly (readonly CombinedMove[])[];
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
    const { name, parts, possible, describe, act } = own;
    return {
      name,
      of: [this.#name],
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
    moves: (has) => part.moves(has).map((move) => lens.move(move)),
    tours: (has) => toursOf(part.ways(has)).map((tour) => tour.map((move) => lens.move(move))),
    look: async (scenario, state, world, surroundings) =>
      lens.settle(await part.look(scenario, lens.state(state), lens.world(world), surroundings)),
    show: (state) => part.show(lens.state(state)),
  };
}
