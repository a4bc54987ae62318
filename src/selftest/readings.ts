/** What a record says, as the terminal, the page and the document put it. */
import { plural } from '../../reports/wording.ts';
import type { CheckEntry, FaultEntry, RequirementEntry, SelftestRecord } from './record.ts';

type Reading<K extends keyof SelftestRecord, T> = (record: Pick<SelftestRecord, K>) => readonly T[];

/** Checks that were tried on every fault that breaks what they cover, and never caught one. */
export const deadWeight: Reading<'checks' | 'requirements' | 'faults', CheckEntry> = ({
  checks,
  requirements,
  faults,
}) => {
  const tried = new Set(faults.map(({ fault }) => fault));
  return checks.filter(({ id, caught }) => {
    const covered = requirements.filter((entry) => entry.checks.includes(id));
    const chances = covered.flatMap((entry) => entry.faults);
    return caught === 0 && chances.length > 0 && chances.every((fault) => tried.has(fault));
  });
};

/** Documented requirements that no fault breaks. */
export const withoutFault: Reading<'requirements', RequirementEntry> = ({ requirements }) =>
  requirements.filter(({ level, faults }) => level === 'documented' && faults.length === 0);

/** Documented requirements that no check covers. */
export const withoutCheck: Reading<'requirements', RequirementEntry> = ({ requirements }) =>
  requirements.filter(({ level, checks }) => level === 'documented' && checks.length === 0);

/**
 * Documented requirements that no finding named though every fault that breaks them was tried: each of those faults was
 * caught by another requirement that it breaks too.
 */
export const neverSeenBroken: Reading<'requirements' | 'faults', RequirementEntry> = ({
  requirements,
  faults,
}) => {
  const tried = new Set(faults.map(({ fault }) => fault));
  return requirements.filter(
    (entry) =>
      entry.level === 'documented' &&
      entry.seenBrokenBy.length === 0 &&
      entry.faults.length > 0 &&
      entry.faults.every((id) => tried.has(id)),
  );
};

/** Documented requirements that a sound run never evaluated. */
export const neverEvaluated: Reading<'requirements', RequirementEntry> = ({ requirements }) =>
  requirements.filter(({ level, leastEvaluations }) => level === 'documented' && leastEvaluations === 0);

export const misattributed: Reading<'faults', FaultEntry> = ({ faults }) =>
  faults.filter(({ status }) => status === 'misattributed');

export const notCaught: Reading<'faults', FaultEntry> = ({ faults }) =>
  faults.filter(({ status }) => status !== 'caught');

/** Those whose trials took longest. */
export const slowest: Reading<'faults', FaultEntry> = ({ faults }) =>
  faults.toSorted((a, b) => b.durationMillis - a.durationMillis).slice(0, 20);

/** A share as a percentage that never rounds up to all. */
export function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`;
}

/** The profiles in words. */
export function profilesOf({ run: { profiles } }: Pick<SelftestRecord, 'run'>): string {
  return profiles.faults === profiles.sound
    ? profiles.faults
    : `${profiles.faults} for faults, ${profiles.sound} for the sound server`;
}

/** The machine in words. */
export function machineOf({ machine: { cores, cpu, node } }: Pick<SelftestRecord, 'machine'>): string {
  return `${plural(cores, 'core')} (${cpu}), Node.js ${node.replace(/^v/, '')}`;
}

/** Checks that caught a fault, each once. */
export function catchersOf({ sightings }: Pick<FaultEntry, 'sightings'>): readonly string[] {
  return [...new Set(sightings.map(({ check }) => check))];
}
