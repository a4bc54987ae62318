/** What a self-test found before and does not find now. Sets of requirements are compared, not seeds and paths. */
import { isGood, type SelftestRecord } from '../selftest/record.ts';

/** What a self-test is compared by; small enough to be committed. */
export interface GateRecord {
  /** By fault: the requirements that it breaks and that were found, in the order of their ids. */
  readonly faults: Readonly<Record<string, readonly string[]>>;
  /** Benign variants without a documented finding, in the order of their ids. */
  readonly variants: readonly string[];
  /** Seeds of the sound server without a finding. */
  readonly seeds: readonly number[];
  /** By requirement: its evaluations in the run of the sound server that evaluated it least. */
  readonly evaluations: Readonly<Record<string, number>>;
}

const inOrder = <Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> =>
  Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

export function gateRecordOf({ faults, variants, sound, requirements }: SelftestRecord): GateRecord {
  return {
    faults: inOrder(
      faults.map(({ fault, sightings }) => [
        fault,
        [...new Set(sightings.map(({ requirement }) => requirement))].toSorted(),
      ]),
    ),
    variants: variants
      .filter(isGood)
      .map((outcome) => outcome.variants.join('+'))
      .toSorted(),
    seeds: sound.filter(({ status }) => status === 'passed').map(({ seed }) => seed),
    evaluations: inOrder(
      requirements.flatMap(({ id, leastEvaluations }) =>
        leastEvaluations === undefined ? [] : [[id, leastEvaluations] as const],
      ),
    ),
  };
}

/** By fault: the check that saw it with the fewest requests, which a self-test with `--fail-fast` runs first. */
export const findersOf = ({ faults }: SelftestRecord): Readonly<Record<string, string>> =>
  inOrder(faults.flatMap(({ fault, first }) => (first ? [[fault, first.check] as const] : [])));

const missingFrom = <Value>(before: readonly Value[], now: readonly Value[]) =>
  before.filter((each) => !now.includes(each));

/** A generic mechanism can let a missing effect pass unseen; its requirement is then evaluated less often. */
const leastShare = 0.5;

/**
 * A sentence for each loss; empty if there is none. What is new is no loss, and a fault, variant or requirement that was
 * removed on purpose must be removed from the record too.
 */
export function lossesSince(before: GateRecord, now: GateRecord): readonly string[] {
  const ofFaults = Object.entries(before.faults).flatMap(([fault, found]) => {
    const lost = missingFrom(found, now.faults[fault] ?? []);
    return lost.length === 0 ? [] : [`${fault}: ${lost.join(', ')} was found before`];
  });
  const ofVariants = missingFrom(before.variants, now.variants).map(
    (variant) => `variant ${variant}: there was no documented finding before`,
  );
  const ofSeeds = missingFrom(before.seeds, now.seeds).map(
    (seed) => `seed ${seed} of the sound server: there was no finding before`,
  );
  const ofEvaluations = Object.entries(before.evaluations).flatMap(([id, count]) => {
    const counted = now.evaluations[id] ?? 0;
    const isLost = counted === 0 ? count > 0 : counted < count * leastShare;
    return isLost ? [`${id}: evaluated ${counted} times on the sound server, ${count} times before`] : [];
  });
  return [...ofFaults, ...ofVariants, ...ofSeeds, ...ofEvaluations];
}
