/** Tests the conclusion of a model's step. */
import type { Conclude } from '../engine/alternative.ts';
import { type Explained, explore, type Unexplained } from '../engine/explore.ts';
import { Judge } from '../engine/judge.ts';
import { Tally } from '../engine/tally.ts';

/** @param conclusive whether a missing effect will not come */
export const concludeFrom = <State>(
  state: State,
  step: Conclude<State>,
  conclusive = true,
): Explained<State> | Unexplained => explore(new Judge(new Tally()), conclusive, [state], step);

/** The states that a target may be in after some steps. */
export function statesAfter<State>(
  state: State,
  steps: readonly Conclude<State>[],
  conclusive = true,
): readonly State[] {
  const found = concludeFrom(
    state,
    (alternative, after) => {
      for (const step of steps) step(alternative, after);
    },
    conclusive,
  );
  if ('refusal' in found) throw found.refusal;
  return found.states;
}

/** The rule that every alternative violates; undefined if one violates none. */
export const brokenRule = (found: Explained<unknown> | Unexplained): string | undefined =>
  'refusal' in found ? found.refusal.message.split(':')[0] : undefined;
