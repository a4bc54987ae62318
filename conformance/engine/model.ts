/** Runs the moves of a model against the target, and keeps the set of states that explain what was seen. */

import { type Conclude, NotYet } from './alternative.ts';
import type { Explained } from './explore.ts';
import { CaseEnded } from './outcome.ts';
import type { BaseScenario } from './scenario.ts';
import type { Need } from './tours.ts';

/**
 * An action on the target. `Context` holds fixed facts, such as ids and endpoints; `State` is the expected state, as
 * plain data.
 */
export interface Move<Context, State, Scenario extends BaseScenario = BaseScenario> {
  /** Stable and short, such as `approve(payroll 1)`. */
  readonly name: string;
  /** The moves that this one makes at the same time. */
  readonly parts?: readonly Move<Context, State, Scenario>[];
  /** Capabilities without which it is neither generated nor part of a tour. */
  readonly needs?: readonly Need[];
  /** Whether the model allows the move in this state. */
  readonly possible: (state: Readonly<State>, context: Context) => boolean;
  /** The label of the step in a counterexample. */
  readonly describe: (state: Readonly<State>, context: Context) => string;
  /** Sends the requests, and returns the function that concludes from the responses. */
  readonly act: (scenario: Scenario, state: Readonly<State>, context: Context) => Promise<Conclude<State>>;
}

/** How a target with a state machine should behave. */
export interface Model<Context, State, Scenario extends BaseScenario = BaseScenario> {
  /** Creates what the moves need, and returns the first expected state. */
  readonly start: (
    scenario: Scenario,
    moves: readonly Move<Context, State, Scenario>[],
  ) => Promise<{ readonly context: Context; readonly state: State }>;
  /**
   * Reads everything visible after a step, and returns the function that judges it. May be called several times after a
   * step.
   *
   * @param state the expected state before the step.
   */
  readonly look: (scenario: Scenario, state: Readonly<State>, context: Context) => Promise<Conclude<State>>;
  /** The state in a few words, for a counterexample. */
  readonly show: (state: Readonly<State>) => string;
}

/** Moves made at the same time. The result must be that of making them in some order. */
export function together<Context, State, Scenario extends BaseScenario>(
  ...moves: readonly Move<Context, State, Scenario>[]
): Move<Context, State, Scenario> {
  return {
    name: moves.map(({ name }) => name).join(' | '),
    parts: moves,
    needs: moves.flatMap(({ needs = [] }) => needs),
    possible: (state, context) => moves.every((move) => move.possible(state, context)),
    describe: (state, context) =>
      `at the same time: ${moves.map((move) => move.describe(state, context)).join('; ')}`,
    act: async (scenario, state, context) => {
      // Each request is awaited, so that nothing is sent after its step.
      const results = await Promise.allSettled(moves.map((move) => move.act(scenario, state, context)));
      const conclusions = results.map((result) => {
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      });
      return (alternative, after) => {
        const left = [...conclusions];
        while (left.length > 0) {
          const [first = 0, ...others] = left.keys();
          const [conclude] = left.splice(alternative.choose([first, ...others]), 1);
          conclude?.(alternative, after);
        }
      };
    },
  };
}

/** Makes each move that is possible at its turn. */
export async function walk<Context, State, Scenario extends BaseScenario>(
  scenario: Scenario,
  model: Model<Context, State, Scenario>,
  moves: readonly Move<Context, State, Scenario>[],
): Promise<void> {
  if (moves.length === 0) return;
  const { context, state } = await model.start(scenario, moves);
  let states: readonly State[] = [state];
  const lastTaken = new Map<string, string>();
  for (const move of moves) {
    const [likeliest] = states;
    if (likeliest === undefined || !states.every((each) => move.possible(each, context))) continue;
    scenario.step(move.describe(likeliest, context), model.show(likeliest));
    const conclude = await move.act(scenario, likeliest, context);
    const look = () => model.look(scenario, likeliest, context);
    const { alternative, states: next } = await understand(scenario, states, conclude, look);
    scenario.commit(alternative, lastTaken);
    states = next;
  }
}

/** Looks until some alternative explains what is seen; repeatedly, if the target may not have finished. */
async function understand<State>(
  scenario: BaseScenario,
  from: readonly State[],
  conclude: Conclude<State>,
  look: () => Promise<Conclude<State>>,
): Promise<Explained<State>> {
  const found = await scenario.eventually(
    async () => {
      const judge = await look();
      return scenario.explore(from, (alternative, state) => {
        conclude(alternative, state);
        judge(alternative, state);
      });
    },
    (seen) => 'states' in seen || !(seen.refusal instanceof NotYet || scenario.isEarly),
  );
  if ('states' in found) return found;
  const { refusal } = found;
  if (!(refusal instanceof NotYet)) throw refusal;
  const { violation, meaning } = refusal;
  if (meaning.isDue) scenario.report(violation);
  const why = `Not observed within ${scenario.patience.seconds} s (${refusal.message}), and no control shows when the target has finished: allow more time with --patience.`;
  scenario.warn(violation.requirement, why);
  if (!meaning.canBeLeft) throw new CaseEnded(why);
  scenario.giveUp(violation.requirement);
  return understand(scenario, from, conclude, look);
}
