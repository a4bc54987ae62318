/** A model of one area of a business. Several models can share a fixture. */

import { anyOf, type Kind, outOfReachOf, type TourPlan, toursOf } from '../engine/tours.ts';
import { type Check, type CheckDetails, type ModelSpec, model } from './check.ts';
import {
  type Common,
  type Fixture,
  type FixtureNeeds,
  judgeBalance,
  lookAround,
  openFixture,
  type Started,
  type Surroundings,
  showCommon,
} from './fixture.ts';
import type { Conclude, Model, Move } from './model.ts';
import type { Scenario } from './scenario.ts';

export interface PartContext {
  readonly fixture: Fixture;
}

/** Plain data; the state of the whole business is in `common`. */
export interface PartState {
  readonly common: Common;
}

export interface Part<Context extends PartContext, State extends PartState> extends FixtureNeeds {
  /** Creates what the moves need beside the business. */
  readonly open: (
    scenario: Scenario,
    started: Started,
  ) => Promise<{ readonly context: Context; readonly state: State }>;
  /** The moves to choose from at random. */
  readonly moves: readonly Kind<Move<Context, State>>[];
  readonly tours: TourPlan<Move<Context, State>>;
  /**
   * Reads everything that belongs to the part. The returned function first lets time pass, because another model may have
   * moved the clock, and then judges. The fixture judges the balance.
   */
  readonly look: (
    scenario: Scenario,
    state: Readonly<State>,
    context: Context,
    surroundings: Surroundings,
  ) => Promise<Conclude<State>>;
  /** The expected state of its resources, in a few words. */
  readonly show: (state: Readonly<State>) => string;
}

export type PartDetails = CheckDetails & Pick<ModelSpec<never, never>, 'runs'>;

/** The model of one part, in a business of its own. */
export function modelOf<Context extends PartContext, State extends PartState>(
  part: Part<Context, State>,
): Model<Context, State> {
  const { movesMoney = false } = part;
  return {
    start: async (scenario, moves) => part.open(scenario, await openFixture(scenario, moves, part)),
    look: async (scenario, state, context) => {
      const surroundings = await lookAround(scenario, context.fixture);
      const judge = await part.look(scenario, state, context, surroundings);
      return (alternative, after) => {
        judge(alternative, after);
        judgeBalance(
          alternative,
          { common: after.common, tenant: context.fixture.tenant },
          surroundings.balance,
        );
      };
    },
    show: (state) =>
      [part.show(state), showCommon(state.common, movesMoney)].filter((text) => text !== '').join('; '),
  };
}

/** The check of one part, in a business of its own. */
export function modelCheck<Context extends PartContext, State extends PartState>(
  part: Part<Context, State>,
  details: PartDetails,
): Check {
  return model<Context, State>({
    ...details,
    model: modelOf(part),
    moves: ({ has }) => anyOf(...part.moves)(has) ?? [],
    tours: ({ has }) => toursOf(part.tours, has),
    outOfReach: ({ has }) => outOfReachOf(part.tours, has),
  });
}
