/** A machine as a part of a business: it stands on a ground that other machines may share. */
import { type Check, type CheckDetails, type ModelSpec, model } from './check.ts';
import {
  type Common,
  type Ground,
  judgeBalance,
  lookAround,
  openGround,
  type Started,
  type Surroundings,
  showCommon,
} from './fixture.ts';
import type { Machine, Move } from './machine.ts';
import type { Settle } from './reading.ts';
import type { Scenario } from './scenario.ts';
import { anyOf, type Kind, outOfReachOf, type Plan, toursOf } from './tours.ts';

export interface PartWorld {
  readonly ground: Ground;
}

/** Plain data; what happens in the business as a whole is in `common`. */
export interface PartState {
  readonly common: Common;
}

export interface Part<World extends PartWorld, State extends PartState> {
  /** Makes what the moves need beyond the business. */
  readonly open: (
    scenario: Scenario,
    started: Started,
  ) => Promise<{ readonly world: World; readonly state: State }>;
  /** The moves to choose from at random. */
  readonly moves: readonly Kind<Move<World, State>>[];
  readonly tours: Plan<Move<World, State>>;
  /**
   * Looks at everything that belongs to the machine. What it answers lets time act first, because another machine may have
   * moved the clock, and then judges. The balance is judged by the business.
   */
  readonly look: (
    scenario: Scenario,
    state: Readonly<State>,
    world: World,
    surroundings: Surroundings,
  ) => Promise<Settle<State>>;
  /** What is believed of the resources of the machine, in a few words. */
  readonly show: (state: Readonly<State>) => string;
}

export type PartDetails = CheckDetails & Pick<ModelSpec<never, never>, 'runs'>;

/** The machine of one part, in a business of its own. */
export function machineOf<World extends PartWorld, State extends PartState>(
  part: Part<World, State>,
): Machine<World, State> {
  return {
    start: async (scenario) => part.open(scenario, await openGround(scenario)),
    look: async (scenario, state, world) => {
      const surroundings = await lookAround(scenario, world.ground);
      const judge = await part.look(scenario, state, world, surroundings);
      return (reading, after) => {
        judge(reading, after);
        judgeBalance(reading, after.common, surroundings.balance);
      };
    },
    show: (state) => [part.show(state), showCommon(state.common)].filter((text) => text !== '').join('; '),
  };
}

/** The check of one machine, in a business of its own. */
export function modelOf<World extends PartWorld, State extends PartState>(
  part: Part<World, State>,
  details: PartDetails,
): Check {
  return model<World, State>({
    ...details,
    machine: machineOf(part),
    moves: ({ has }) => anyOf(...part.moves)(has) ?? [],
    tours: ({ has }) => toursOf(part.tours, has),
    outOfReach: ({ has }) => outOfReachOf(part.tours, has),
  });
}
