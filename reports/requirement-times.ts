/** Duration of each requirement: the time of a check is divided evenly among the requirements that it evaluated. */
import type { Results } from '../conformance/engine/results.ts';

/** @returns milliseconds by id */
export function requirementMillis({ requirements, checks }: Results): ReadonlyMap<string, number> {
  const millis = new Map<string, number>();
  for (const { id, durationMillis } of checks) {
    const covered = requirements.filter((entry) => entry.checks.includes(id));
    const exercised = covered.filter(({ evaluations }) => evaluations > 0);
    const sharing = exercised.length > 0 ? exercised : covered;
    for (const { id: requirement } of sharing)
      millis.set(requirement, (millis.get(requirement) ?? 0) + durationMillis / sharing.length);
  }
  return millis;
}
