/** Builds the record of a self-test from the outcomes of its trials. */
import { allChecks } from '../../conformance/all-checks.ts';
import type { Check } from '../../conformance/provider/check.ts';
import { checksOf } from '../../conformance/smoke.ts';
import { requirements as catalogue } from '../../openapi/catalogue.ts';
import type { Fault } from '../faults/fault.ts';
import {
  type CheckEntry,
  type FaultRecord,
  type FaultStatus,
  isGood,
  type RequirementEntry,
  type SelftestRecord,
  type SoundOutcome,
  type TrialOutcome,
} from './record.ts';

export interface Facts extends Pick<SelftestRecord, 'tool' | 'machine'> {
  readonly run: Omit<SelftestRecord['run'], 'complete'>;
  /** Every fault, tested or not. */
  readonly faults: readonly Fault[];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}

function medianOf(faults: readonly FaultRecord[]): SelftestRecord['totals']['median'] {
  const caught = faults.flatMap(({ status, first, by, durationMillis }) =>
    status === 'caught' && first && by ? [{ first, by, durationMillis }] : [],
  );
  if (caught.length === 0) return null;
  return {
    requests: median(caught.map(({ first }) => first.requests)),
    millis: median(caught.map(({ first }) => first.millis)),
    steps: median(caught.map(({ by }) => by.steps)),
    durationMillis: median(caught.map(({ durationMillis }) => durationMillis)),
  };
}

/** The share of the faults with a finding whose finding names a requirement that the fault breaks. */
function attributionOf(faults: readonly FaultRecord[]): number | null {
  const found = faults.filter(({ sightings, others }) => sightings.length + others.length > 0);
  return found.length === 0
    ? null
    : found.filter(({ sightings }) => sightings.length > 0).length / found.length;
}

function countBy<K extends string, T>(
  keys: readonly K[],
  entries: readonly T[],
  keyOf: (entry: T) => K,
): Record<K, number> {
  const counts = keys.map((key) => [key, entries.filter((entry) => keyOf(entry) === key).length]);
  // Every key is among them.
  return Object.fromEntries(counts) as Record<K, number>;
}

const faultStatuses: readonly FaultStatus[] = [
  'caught',
  'unrepeatable',
  'warned',
  'misattributed',
  'missed',
  'errored',
];

const soundStatuses = ['passed', 'failed', 'errored'] as const;

/** @param checks those of the profile: others had no chance to catch anything */
function checkEntries(faults: readonly FaultRecord[], checks: readonly Check[]): CheckEntry[] {
  const catchers = faults.map((fault) => new Set(fault.sightings.map(({ check }) => check)));
  return checks.map(({ id, title, kind, covers }) => ({
    id,
    title,
    kind,
    tried: faults.filter(({ breaks }) => covers.some((covered) => breaks.includes(covered))).length,
    caught: catchers.filter((ids) => ids.has(id)).length,
    alone: catchers.filter((ids) => ids.has(id) && ids.size === 1).length,
    first: faults.filter(({ first }) => first?.check === id).length,
  }));
}

function requirementEntries(
  tried: readonly FaultRecord[],
  sound: readonly SoundOutcome[],
  faults: readonly Fault[],
): RequirementEntry[] {
  return catalogue
    .filter(({ untestable }) => untestable === undefined)
    .map(({ id, level, section, statement }) => ({
      id,
      level,
      section,
      statement,
      faults: faults.filter(({ breaks }) => breaks.includes(id)).map((fault) => fault.id),
      checks: allChecks.filter(({ covers }) => covers.includes(id)).map((check) => check.id),
      seenBrokenBy: tried
        .filter(({ sightings }) => sightings.some(({ requirement }) => requirement === id))
        .map(({ fault }) => fault),
      ...(sound.length > 0 && {
        leastEvaluations: Math.min(...sound.map(({ evaluations }) => evaluations[id] ?? 0)),
      }),
    }));
}

/** @param outcomes in the order in which they are to be shown; those of trials that were not made are missing */
export function buildRecord(outcomes: readonly TrialOutcome[], facts: Facts): SelftestRecord {
  const { tool, machine, run } = facts;
  const byId = new Map(facts.faults.map((fault) => [fault.id, fault]));
  const faults = outcomes.flatMap((outcome): FaultRecord[] => {
    if (outcome.kind !== 'fault') return [];
    const { title = '', area = '', breaks = [] } = byId.get(outcome.fault) ?? {};
    return [{ ...outcome, title, area, breaks: [...breaks] }];
  });
  const pairs = outcomes.filter((outcome) => outcome.kind === 'pair');
  const sound = outcomes.filter((outcome) => outcome.kind === 'sound');
  const variants = outcomes.filter((outcome) => outcome.kind === 'variant');
  const passed = outcomes.filter(isGood).length;
  const complete = outcomes.length === run.trials;
  return {
    schemaVersion: 1,
    tool,
    machine,
    run: { ...run, complete },
    totals: {
      passed,
      failed: outcomes.length - passed,
      faults: countBy(faultStatuses, faults, ({ status }) => status),
      pairs: { caught: pairs.filter(isGood).length, failed: pairs.filter((pair) => !isGood(pair)).length },
      sound: countBy(soundStatuses, sound, ({ status }) => status),
      variants: countBy(soundStatuses, variants, ({ status }) => status),
      attribution: attributionOf(faults),
      median: medianOf(faults),
    },
    faults,
    pairs,
    sound: sound.map(({ evaluations, ...entry }) => entry),
    variants,
    requirements: requirementEntries(faults, sound, facts.faults),
    checks: checkEntries(faults, checksOf(run.profiles.sound, allChecks)),
  };
}
