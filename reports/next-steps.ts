/** What to connect next: the parts of a target that let a run exercise more requirements. */

import type { RequirementResult } from '../conformance/engine/requirement-results.ts';
import { refusalRemedy, remedyOf } from '../conformance/target/remedies.ts';

/** The part of a result that tells what a requirement waits for. */
export type Waiting = Pick<RequirementResult, 'id' | 'missing' | 'obstacle'>;

/** A missing capability, or an operation whose request was rejected. */
export interface Unblocking {
  readonly name: string;
  /** The configuration that provides it. */
  readonly remedy: string;
  /** The answer of the target to the rejected request, shortened. */
  readonly said?: string;
}

export interface NextStep {
  /** All of them are needed. */
  readonly needs: readonly Unblocking[];
  /** Requirements that can be exercised after this step and those before it. */
  readonly requirements: readonly string[];
}

function needsOf({ missing = [], obstacle }: Waiting): readonly Unblocking[] {
  const lacking = missing.map((name) => ({ name, remedy: remedyOf(name) ?? '' }));
  if (obstacle === undefined) return lacking;
  const { operation, status, said } = obstacle;
  const name = `operations.${operation} (rejected with ${status})`;
  return [...lacking, { name, remedy: refusalRemedy(obstacle), said }];
}

/**
 * The steps in the order in which each adds most requirements for each thing that it connects, together with the steps
 * before it: the greedy solution of a set cover.
 */
export function nextSteps(waiting: readonly Waiting[]): readonly NextStep[] {
  const needs = new Map(waiting.flatMap((each) => needsOf(each).map((need) => [need.name, need] as const)));
  let left = waiting
    .map((each) => ({ id: each.id, lacks: needsOf(each).map(({ name }) => name) }))
    .filter(({ lacks }) => lacks.length > 0);
  const steps: NextStep[] = [];
  while (left.length > 0) {
    const added = (names: readonly string[]) =>
      left.filter(({ lacks }) => lacks.every((name) => names.includes(name)));
    const worth = (names: readonly string[]) => added(names).length / names.length;
    const best = left.map(({ lacks }) => lacks).reduce((a, b) => (worth(b) > worth(a) ? b : a));
    const reached = added(best).map(({ id }) => id);
    steps.push({ needs: best.flatMap((name) => needs.get(name) ?? []), requirements: reached });
    left = left
      .filter(({ id }) => !reached.includes(id))
      .map(({ id, lacks }) => ({ id, lacks: lacks.filter((name) => !best.includes(name)) }));
  }
  return steps;
}
