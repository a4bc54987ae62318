/** The changes between two runs. */

import type { RequirementStatus } from '../conformance/engine/catalogue.ts';
import type { Verdict } from '../conformance/engine/events.ts';
import type { Finding } from '../conformance/engine/finding.ts';
import type { RequirementResult } from '../conformance/engine/requirement-results.ts';
import type { Results } from '../conformance/engine/results.ts';
import type { Level } from '../openapi/catalogue.ts';
import { placeOf } from './merge.ts';
import { type Slowdown, slowdowns, speedups } from './slowdowns.ts';

/** `absent`: the catalogue of that run does not have the requirement. */
export type ComparedStatus = RequirementStatus | 'absent';

export interface Change {
  readonly requirement: string;
  readonly level: Level;
  readonly statement: string;
  readonly before: ComparedStatus;
  readonly after: ComparedStatus;
  /** Why the later run did not exercise it. */
  readonly reason?: string;
}

export interface ComparedFinding {
  /** Check and requirement; the same in every run, with any seed and values. */
  readonly fingerprint: string;
  readonly check: string;
  readonly requirement: string;
  readonly level: Level;
  readonly title: string;
  readonly expected: string;
  readonly actual: string;
  /** Why it does not decide the verdict. */
  readonly known?: string;
}

export interface ComparedRun {
  /** What the reader calls the run, such as its folder. */
  readonly label?: string;
  readonly version: string;
  readonly baseUrl: string;
  readonly verdict: Verdict;
  readonly seed: number;
  /** The set of requirements that decides the verdict. */
  readonly set?: string;
  readonly startedAt: string;
}

export interface Comparison {
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** Differences between the runs, other than the target's behaviour, that may explain a change. */
  readonly differences: readonly string[];
  /** Failed, or warned if not documented, and did not before. */
  readonly broke: readonly Change[];
  readonly fixed: readonly Change[];
  /** Evaluated before, and no longer. */
  readonly unchecked: readonly Change[];
  /** Evaluated before, by checks that the user did not select for the later run. That is no regression. */
  readonly unselected: readonly string[];
  readonly newlyChecked: readonly Change[];
  readonly checks: { readonly gone: readonly string[]; readonly added: readonly string[] };
  readonly findings: {
    readonly added: readonly ComparedFinding[];
    readonly remaining: readonly ComparedFinding[];
    readonly gone: readonly ComparedFinding[];
  };
  /** Beyond the usual variation between two runs. */
  readonly slower: readonly Slowdown[];
  readonly faster: readonly Slowdown[];
}

export const regressionKinds = ['broke', 'unchecked', 'slower'] as const;
/**
 * - `broke`: a documented requirement newly fails or has a new finding, unless it is a known failure.
 * - `unchecked`: a documented requirement is no longer evaluated.
 * - `slower`: a check or an operation takes longer.
 */
export type RegressionKind = (typeof regressionKinds)[number];

const evaluated: readonly ComparedStatus[] = ['passed', 'failed', 'warned'];
const isEvaluated = (status: ComparedStatus) => evaluated.includes(status);

const statusOf = (entry: RequirementResult | undefined): ComparedStatus => entry?.status ?? 'absent';

/** Whether the user selected the checks of a run, so that other requirements have no result in it. */
const isSelection = ({ run }: Results) => run.invocation?.options.checks !== undefined;

/** Broken, and not a known failure. */
const isBroken = (entry: RequirementResult | undefined) =>
  (entry?.status === 'failed' || entry?.status === 'warned') && entry.known === undefined;

/** Stable between runs, because a check reports each requirement at most once. */
function fingerprintOf({ check, requirement }: Pick<Finding, 'check' | 'requirement'>): string {
  return `${check}/${requirement}`;
}

function comparedFinding(finding: Finding): ComparedFinding {
  const { check, requirement, level, title, expected, actual, known } = finding;
  const fingerprint = fingerprintOf(finding);
  const about = { fingerprint, check, requirement, level, title, expected, actual };
  return { ...about, ...(known && { known: known.reason }) };
}

function sideOf({ tool, target, verdict, run }: Results, label: string | undefined): ComparedRun {
  const { seed, startedAt, set } = run;
  return {
    ...(label !== undefined && { label }),
    version: tool.version,
    baseUrl: target.baseUrl,
    verdict,
    seed,
    ...(set !== undefined && { set }),
    startedAt,
  };
}

function whyAlone({ verdict, reason, run }: Results): string | undefined {
  const why = reason === undefined ? '' : ` (${reason})`;
  if (run.shard !== undefined) {
    return `is shard ${run.shard.index}/${run.shard.count} of a run: join the shards with conformance report merge`;
  }
  if (verdict === 'error') return `is from a run that could not judge the target${why}: run the suite again`;
  if (verdict === 'incomplete') return `is from a run that did not finish${why}: run the suite again`;
  return undefined;
}

/** @returns why the runs cannot be compared; undefined if they can */
export function whyIncomparable(before: Results, after: Results): string | undefined {
  const sides = [
    ['the first', before],
    ['the second', after],
  ] as const;
  for (const [which, results] of sides) {
    const problem = whyAlone(results);
    if (problem !== undefined) return `${which} ${problem}`;
  }
  const [one, two] = [before.run.profile, after.run.profile];
  return one === two
    ? undefined
    : `the first has profile ${one} and the second ${two}, which finds other things: run both with the same --profile`;
}

const settings: readonly (readonly [name: string, of: (results: Results) => string | number])[] = [
  ['version', ({ tool }) => tool.version],
  ['target', ({ target }) => placeOf(target.baseUrl)],
  ['kind', ({ target }) => target.kind],
  ['environment', ({ target }) => target.environment],
  ['access', ({ target }) => target.access ?? 'read-write'],
  ['deliberate fault', ({ target }) => target.fault ?? 'none'],
  ['seed', ({ run }) => run.seed],
  ['set of requirements', ({ run }) => run.set ?? 'the whole catalogue'],
  ['claims', ({ run }) => run.claims?.join(', ') ?? 'none'],
];

const without = (all: readonly string[], some: readonly string[]) =>
  all.filter((each) => !some.includes(each));

function differencesOf(before: Results, after: Results): string[] {
  const plain = settings
    .map(([name, of]) => ({ name, one: of(before), two: of(after) }))
    .filter(({ one, two }) => one !== two)
    .map(({ name, one, two }) => `${name}: ${one}, now ${two}`);
  const [had, has] = [before.target.capabilities, after.target.capabilities];
  const offers = [
    ['no longer offered', without(had, has)],
    ['newly offered', without(has, had)],
  ] as const;
  return [
    ...plain,
    ...offers.filter(([, list]) => list.length > 0).map(([name, list]) => `${name}: ${list.join(', ')}`),
  ];
}

/**
 * Compares two runs.
 *
 * @param before and after: {@link whyIncomparable} returned undefined for them
 */
export function compareResults(
  before: Results,
  after: Results,
  labels: readonly [before?: string, after?: string] = [],
): Comparison {
  const was = new Map(before.requirements.map((entry) => [entry.id, entry]));
  const is = new Map(after.requirements.map((entry) => [entry.id, entry]));
  const entries = [...new Map([...was, ...is]).values()];
  const changes = (
    holds: (old: RequirementResult | undefined, now: RequirementResult | undefined) => boolean,
  ) =>
    entries.flatMap(({ id, level, statement }): Change[] => {
      const [old, now] = [was.get(id), is.get(id)];
      if (!holds(old, now)) return [];
      const reason = now?.reason;
      const base = { requirement: id, level, statement, before: statusOf(old), after: statusOf(now) };
      return [{ ...base, ...(reason !== undefined && { reason }) }];
    });
  const [old, found] = [before, after].map(({ findings }) => findings.map(comparedFinding));
  const isAmong = (others: readonly ComparedFinding[] = []) => {
    const prints = new Set(others.map(({ fingerprint }) => fingerprint));
    return ({ fingerprint }: ComparedFinding) => prints.has(fingerprint);
  };
  const [wasFound, isFound] = [isAmong(old), isAmong(found)];
  const repeated = new Set(after.checks.map(({ id }) => id));
  const wasRepeated = ({ check }: ComparedFinding) => !isSelection(after) || repeated.has(check);
  const ids = ({ checks }: Results) => checks.map(({ id }) => id);
  const isUnselected = (now: RequirementResult | undefined) => isSelection(after) && now?.checks.length === 0;
  const isLost = (one: RequirementResult | undefined, two: RequirementResult | undefined) =>
    isEvaluated(statusOf(one)) && !isEvaluated(statusOf(two));
  return {
    before: sideOf(before, labels[0]),
    after: sideOf(after, labels[1]),
    differences: differencesOf(before, after),
    broke: changes((one, two) => isBroken(two) && !isBroken(one)),
    fixed: changes((one, two) => isBroken(one) && statusOf(two) === 'passed'),
    unchecked: changes((one, two) => isLost(one, two) && !isUnselected(two)),
    unselected: changes((one, two) => isLost(one, two) && isUnselected(two)).map((each) => each.requirement),
    newlyChecked: changes((one, two) => !isEvaluated(statusOf(one)) && isEvaluated(statusOf(two))),
    checks: {
      gone: isSelection(after) ? [] : without(ids(before), ids(after)),
      added: without(ids(after), ids(before)),
    },
    findings: {
      added: found?.filter((each) => !wasFound(each)) ?? [],
      remaining: found?.filter(wasFound) ?? [],
      gone: old?.filter((each) => !isFound(each) && wasRepeated(each)) ?? [],
    },
    slower: slowdowns(before, after),
    faster: speedups(before, after),
  };
}

const isDocumented = ({ level }: { readonly level: Level }) => level === 'documented';

/** What got worse of what is documented. A finding that was known before is no news. */
export const documentedLosses = ({ broke, unchecked, findings }: Comparison) => ({
  broke: broke.filter(isDocumented),
  added: findings.added.filter((each) => isDocumented(each) && each.known === undefined),
  unchecked: unchecked.filter(isDocumented),
});

/** The kinds of regression in a comparison. */
export function regressionsOf(comparison: Comparison): RegressionKind[] {
  const { broke, added, unchecked } = documentedLosses(comparison);
  return [
    ...(added.length + broke.length > 0 ? (['broke'] as const) : []),
    ...(unchecked.length > 0 ? (['unchecked'] as const) : []),
    ...(comparison.slower.length > 0 ? (['slower'] as const) : []),
  ];
}
