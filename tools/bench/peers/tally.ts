/** Summary of the trials of a tool. */
import type { FaultClass } from '../../../proof/faults/fault-class.ts';
import { type Configuration, type Sampled, soundAgain, type Trial } from './trial.ts';

/** How often faults of a class were found. */
export interface Count {
  /** Faults that were run with every seed that the tool has been run with on the sound server. */
  readonly tried: number;
  /** With every seed. */
  readonly found: number;
  /** With some of the seeds only. */
  readonly sometimes: number;
}

export interface Tally {
  readonly seeds: readonly number[];
  readonly byClass: ReadonlyMap<FaultClass, Count>;
  readonly total: Count;
  /** Kinds of failures on the sound server: by operation for most tools. The most of all seeds. */
  readonly falseAlarms: number;
  /** Failures that only the second run on the sound server showed; about as many finds are due to chance. */
  readonly byChance: number;
  /** For a run on the sound server; means over the seeds. */
  readonly requests: number;
  readonly seconds: number;
  readonly processorSeconds: number;
  /** Runs that the limit has cut. */
  readonly cut: number;
}

/** The common part of the failures of one operation comes first in their texts. */
const kindOf = (failure: string) => failure.split(' | ')[0] ?? failure;

const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** The seeds with which a fault was found, and those with which it was run. */
export function outcomesOf(trials: readonly Trial[], fault: string): { tried: number[]; found: number[] } {
  const own = trials.filter((trial) => trial.fault === fault);
  return {
    tried: own.map(({ seed }) => seed),
    found: own.filter(({ failures }) => failures.length > 0).map(({ seed }) => seed),
  };
}

function count(trials: readonly Trial[], faults: readonly string[], seeds: readonly number[]): Count {
  const outcomes = faults
    .map((fault) => outcomesOf(trials, fault))
    .filter(({ tried }) => seeds.every((seed) => tried.includes(seed)));
  const found = outcomes.filter((outcome) => outcome.found.length === outcome.tried.length).length;
  const ever = outcomes.filter((outcome) => outcome.found.length > 0).length;
  return { tried: outcomes.length, found, sometimes: ever - found };
}

/**
 * @param all trials of one tool, in any configuration
 * @returns undefined when the tool was not run on the sound server in this configuration
 */
export function tally(
  all: readonly Trial[],
  configuration: Configuration,
  sample: readonly Sampled[],
): Tally | undefined {
  const trials = all.filter((trial) => trial.configuration === configuration);
  const sound = trials.filter(({ fault }) => fault === undefined);
  if (sound.length === 0) return undefined;
  // A seed that was run with only few faults proves nothing yet.
  const seeds = sound
    .map(({ seed }) => seed)
    .filter((seed) => sample.every(({ fault }) => outcomesOf(trials, fault).tried.includes(seed)))
    .toSorted((a, b) => a - b);
  const counted = seeds.length === 0 ? sound.map(({ seed }) => seed).slice(0, 1) : seeds;
  const ofSeeds = trials.filter(({ seed }) => counted.includes(seed));
  const faultsIn = (name: FaultClass) =>
    sample.filter((entry) => entry.class === name).map(({ fault }) => fault);
  const names = [...new Set(sample.map((entry) => entry.class))];
  const runs = sound.filter(({ seed }) => counted.includes(seed));
  return {
    seeds: counted,
    byClass: new Map(names.map((name) => [name, count(ofSeeds, faultsIn(name), counted)])),
    total: count(
      ofSeeds,
      sample.map(({ fault }) => fault),
      counted,
    ),
    falseAlarms: Math.max(...runs.map(({ failures }) => new Set(failures.map(kindOf)).size)),
    byChance: ofSeeds
      .filter(({ fault }) => fault === soundAgain)
      .reduce((sum, { failures }) => sum + failures.length, 0),
    requests: Math.round(mean(runs.map(({ requests }) => requests))),
    seconds: mean(runs.map(({ seconds }) => seconds)),
    processorSeconds: mean(runs.map(({ processorSeconds }) => processorSeconds)),
    cut: ofSeeds.filter(({ outcome }) => outcome === 'cut').length,
  };
}
