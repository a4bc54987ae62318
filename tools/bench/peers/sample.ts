/** The faults that the tools are run on: drawn by a rule, before any tool has run. */
import { createHash } from 'node:crypto';
import type { Fault } from '../../../proof/faults/fault.ts';
import { classOf, faultClasses } from '../../../proof/faults/fault-class.ts';
import type { Sampled } from './trial.ts';

const hashOf = (id: string) => createHash('sha256').update(id).digest('hex');

/** In a random order that can be repeated. */
export const inDrawnOrder = <Entry extends { readonly id: string }>(entries: readonly Entry[]): Entry[] =>
  entries
    .map((entry) => [hashOf(entry.id), entry] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, entry]) => entry);

/**
 * Draws faults, the same number of each class; the remainder goes to the largest classes, one each.
 *
 * @throws Error when a class has too few faults.
 */
export function drawSample(
  faults: readonly Pick<Fault, 'id' | 'breaks'>[],
  size: number,
): readonly Sampled[] {
  const ordered = inDrawnOrder(faults);
  const members = new Map(
    faultClasses.map((name) => [name, ordered.filter((fault) => classOf(fault) === name)]),
  );
  const each = Math.floor(size / faultClasses.length);
  const bySize = faultClasses.toSorted(
    (a, b) => (members.get(b)?.length ?? 0) - (members.get(a)?.length ?? 0),
  );
  const larger = new Set(bySize.slice(0, size % faultClasses.length));
  return faultClasses.flatMap((name) => {
    const quota = each + (larger.has(name) ? 1 : 0);
    const drawn = (members.get(name) ?? []).slice(0, quota);
    if (drawn.length < quota)
      throw new Error(`The class ${name} has ${drawn.length} faults, and ${quota} are to be drawn.`);
    return drawn.map(({ id }) => ({ fault: id, class: name }));
  });
}
