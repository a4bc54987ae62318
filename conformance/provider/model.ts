/** The engine's types for models of the service. */
import type { Capability, RequirementId, TransitionId } from '../../openapi/catalogue.ts';
import type * as alternative from '../engine/alternative.ts';
import * as model from '../engine/model.ts';
import type * as tours from '../engine/tours.ts';
import type { Scenario } from './scenario.ts';

export type Alternative = alternative.Alternative<RequirementId, TransitionId>;
export type Conclude<State> = alternative.Conclude<State, RequirementId, TransitionId>;
export type Has = tours.Has;
export type Need = tours.Need<Capability>;
export type Model<Context, State> = model.Model<Context, State, Scenario>;

export interface Move<Context, State> extends model.Move<Context, State, Scenario> {
  readonly parts?: readonly Move<Context, State>[];
  readonly needs?: readonly Need[];
}

/** Moves made at the same time. The result must be that of making them in some order. */
export const together = <Context, State>(
  ...moves: readonly Move<Context, State>[]
): Move<Context, State> => ({
  ...model.together<Context, State, Scenario>(...moves),
  parts: moves,
  needs: moves.flatMap(({ needs = [] }) => needs),
});
