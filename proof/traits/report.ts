/** What traits cost, from runs with and without them. */
import { place } from '../faults/place.ts';
import type { Trait } from './trait.ts';
import { traits } from './traits.ts';
import type { Outcome, TraitTrial } from './try-traits.ts';

/** The bars of a combination of traits: the share of requirements that it may cost, and how often the time. */
const bars = { lostShare: 0.08, timeFactor: 2 };

/** Seconds that no trait is blamed for: a wait of its own, and a machine that is busy. */
const spareSeconds = 5;

export interface TraitCost {
  readonly title: string;
  readonly findings: readonly string[];
  readonly lost: readonly string[];
  readonly lostShare: number;
  readonly timeFactor: number;
  readonly idle: readonly string[];
  /** Whether nothing is reported and little is lost. */
  readonly isWithin: boolean;
  /** Whether it takes longer than it may. A busy machine can be the reason. */
  readonly isLate: boolean;
}

const titleOf = ({ ids }: Pick<TraitTrial, 'ids'>): string => ids.join(' + ');

/** Requirements that the traits are about are no loss. */
export function rowOf(trial: Pick<TraitTrial, 'ids'>, outcome: Outcome, without: Outcome): TraitCost {
  const about = trial.ids.flatMap((id) => traits[id]?.about ?? []);
  const exercised = new Set(outcome.exercised);
  const lost = without.exercised.filter((id) => !exercised.has(id) && !about.some((each) => each.test(id)));
  const lostShare = lost.length / without.exercised.length;
  const timeFactor = outcome.seconds / without.seconds;
  const ownSeconds = trial.ids.reduce((sum, id) => sum + (traits[id]?.waits?.seconds ?? 0), spareSeconds);
  const isLate = timeFactor > bars.timeFactor && outcome.seconds > without.seconds + ownSeconds;
  const { findings, idle } = outcome;
  const mostLost = Math.max(bars.lostShare, ...trial.ids.map((id) => traits[id]?.costs?.share ?? 0));
  const isWithin = findings.length === 0 && lostShare <= mostLost;
  return { title: titleOf(trial), findings, lost, lostShare, timeFactor, idle, isWithin, isLate };
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

/** A row of the table, and below it what is wrong. `!` marks a wrong one, `~` one that took long. */
export function linesOf(
  name: string,
  { title, findings, lost, lostShare, timeFactor, idle, isWithin, isLate }: TraitCost,
): string {
  const mark = isWithin ? (isLate ? '~' : ' ') : '!';
  const idleNote = idle.length > 0 ? ` | changed nothing: ${idle.join(', ')}` : '';
  const costs = `${findings.length} findings | ${percent(lostShare)} lost | ${timeFactor.toFixed(1)} times`;
  return [
    `${mark} ${name} | ${title} | ${costs}${idleNote}`,
    ...findings.map((finding) => `    ${finding}`),
    ...(isWithin || lost.length === 0 ? [] : [`    lost: ${lost.join(' ')}`]),
  ].join('\n');
}

const inOrderOf = (seed: number, ids: readonly string[]) =>
  ids.toSorted((left, right) => place(seed, left) - place(seed, right));

/** A number of traits, as if by chance. */
export const sampleOf = (seed: number, count: number, isFit: (trait: Trait) => boolean = () => true) =>
  inOrderOf(
    seed,
    Object.entries(traits).flatMap(([id, trait]) => (isFit(trait) ? [id] : [])),
  ).slice(0, count);

/** Combinations of three traits: those of seed 7 are the same each time. */
export const combinationsOf = (
  seed: number,
  count: number,
  isFit?: (trait: Trait) => boolean,
): readonly (readonly string[])[] =>
  Array.from({ length: count }, (_, index) => sampleOf(seed * 1_000 + index, 3, isFit));
