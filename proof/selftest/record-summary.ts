/** Figures of a record, for the terminal, the page and the documentation. */
import { plural } from '../../reports/wording.ts';
import type { CheckEntry, FaultRecord, RequirementEntry, SelftestRecord, Sighting } from './record.ts';

type Summary<K extends keyof SelftestRecord, T> = (record: Pick<SelftestRecord, K>) => readonly T[];

/** Faults that every check which covers their requirements was run on. */
const triedInFull = ({ run, faults }: Pick<SelftestRecord, 'run' | 'faults'>) =>
  new Set(run.failFast ? [] : faults.map(({ fault }) => fault));

/** Checks that were run on every fault that breaks a requirement which they cover, and never caught one. */
export const deadWeight: Summary<'checks' | 'requirements' | 'faults' | 'run', CheckEntry> = (record) => {
  const { checks, requirements } = record;
  const tried = triedInFull(record);
  return checks.filter(({ id, caught }) => {
    const covered = requirements.filter((entry) => entry.checks.includes(id));
    const chances = covered.flatMap((entry) => entry.faults);
    return caught === 0 && chances.length > 0 && chances.every((fault) => tried.has(fault));
  });
};

/** Documented requirements that no fault breaks. */
export const withoutFault: Summary<'requirements', RequirementEntry> = ({ requirements }) =>
  requirements.filter(({ level, faults }) => level === 'documented' && faults.length === 0);

/** Documented requirements that no check covers. */
export const withoutCheck: Summary<'requirements', RequirementEntry> = ({ requirements }) =>
  requirements.filter(({ level, checks }) => level === 'documented' && checks.length === 0);

/**
 * Documented requirements that no finding named though every fault that breaks them was run: each of those faults was
 * caught by another requirement that it breaks too.
 */
export const neverSeenBroken: Summary<'requirements' | 'faults' | 'run', RequirementEntry> = (record) => {
  const { requirements } = record;
  const tried = triedInFull(record);
  return requirements.filter(
    (entry) =>
      entry.level === 'documented' &&
      entry.seenBrokenBy.length === 0 &&
      entry.faults.length > 0 &&
      entry.faults.every((id) => tried.has(id)),
  );
};

/** Documented requirements that a sound run never evaluated. */
export const neverEvaluated: Summary<'requirements', RequirementEntry> = ({ requirements }) =>
  requirements.filter(({ level, leastEvaluations }) => level === 'documented' && leastEvaluations === 0);

export const misattributed: Summary<'faults', FaultRecord> = ({ faults }) =>
  faults.filter(({ status }) => status === 'misattributed');

export const notCaught: Summary<'faults', FaultRecord> = ({ faults }) =>
  faults.filter(({ status }) => status !== 'caught');

/** The faults with the longest trials. */
export const slowest: Summary<'faults', FaultRecord> = ({ faults }) =>
  faults.toSorted((a, b) => b.durationMillis - a.durationMillis).slice(0, 20);

type Seen = FaultRecord & { readonly first: Sighting };

/** The faults that were caught, those that were seen last at the beginning. */
export const seenLast: Summary<'faults', Seen> = ({ faults }) =>
  faults
    .flatMap((entry): Seen[] =>
      entry.status === 'caught' && entry.first ? [{ ...entry, first: entry.first }] : [],
    )
    .toSorted((a, b) => b.first.millis - a.first.millis);

/** The effort until a share of the caught faults was seen, in requests and in time, each measured separately. */
export function seenWithin(
  record: Pick<SelftestRecord, 'faults'>,
  share: number,
): Pick<Sighting, 'requests' | 'millis'> | undefined {
  const seen = seenLast(record);
  const at = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)];
  const requests = at(seen.map(({ first }) => first.requests));
  const millis = at(seen.map(({ first }) => first.millis));
  return requests === undefined || millis === undefined ? undefined : { requests, millis };
}

/** Faults that were seen for each 1,000 requests, each fault on a server of its own; null when none was seen. */
export function seenPerThousand(record: Pick<SelftestRecord, 'faults'>): number | null {
  const seen = seenLast(record);
  const requests = seen.reduce((sum, { first }) => sum + first.requests, 0);
  return requests === 0 ? null : (seen.length / requests) * 1_000;
}

/** A share as a percentage that never rounds up to all. */
export function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`;
}

/** The profiles in words. */
export function profilesOf({ run: { profiles, failFast } }: Pick<SelftestRecord, 'run'>): string {
  const until = failFast ? ', each fault until it is caught' : '';
  const both = profiles.faults === profiles.sound;
  const names = both
    ? profiles.faults
    : `${profiles.faults} for faults, ${profiles.sound} for the sound server`;
  return `${names}${until}`;
}

/** The machine in words. */
export function machineOf({ machine: { cores, cpu, node } }: Pick<SelftestRecord, 'machine'>): string {
  return `${plural(cores, 'core')} (${cpu}), Node.js ${node.replace(/^v/, '')}`;
}

/** Checks that caught a fault, each once. */
export function catchersOf({ sightings }: Pick<FaultRecord, 'sightings'>): readonly string[] {
  return [...new Set(sightings.map(({ check }) => check))];
}
