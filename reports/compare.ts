/** What changed between two runs. */
import type { Verdict } from '../conformance/engine/events.ts';
import type { Finding } from '../conformance/engine/finding.ts';
import type { RequirementResult, RequirementStatus, Results } from '../conformance/engine/results.ts';
import type { Level } from '../openapi/catalogue.ts';
import { placeOf } from './merge.ts';
import { type Slowdown, slowdowns, speedups } from './slowdowns.ts';

/** A requirement that one of the runs does not have, because its catalogue has another version. */
export type ComparedStatus = RequirementStatus | 'absent';

export interface Change {
  readonly requirement: string;
  readonly level: Level;
  readonly statement: string;
  readonly before: ComparedStatus;
  readonly after: ComparedStatus;
  /** Why it was not exercised in the later run. */
  readonly reason?: string;
}

export interface ComparedFinding {
  /** The same in every run that finds it, whatever the seed and the values: check and requirement. */
  readonly fingerprint: string;
  readonly requirement: string;
  readonly level: Level;
  readonly title: string;
  readonly expected: string;
  readonly actual: string;
  /** Why it does not decide the verdict. */
  readonly known?: string;
}

export interface Side {
  readonly version: string;
  readonly baseUrl: string;
  readonly verdict: Verdict;
  readonly seed: number;
  readonly startedAt: string;
}

export interface Comparison {
  readonly before: Side;
  readonly after: Side;
  /** What else is different, so that a change may be of it and not of the target. */
  readonly differences: readonly string[];
  /** Failed, or for what is not documented warned, and did not before. */
  readonly broke: readonly Change[];
  readonly fixed: readonly Change[];
  /** Evaluated before, and not any more. */
  readonly unchecked: readonly Change[];
  readonly newlyChecked: readonly Change[];
  readonly checks: { readonly gone: readonly string[]; readonly added: readonly string[] };
  readonly findings: {
    readonly added: readonly ComparedFinding[];
    readonly remaining: readonly ComparedFinding[];
    readonly gone: readonly ComparedFinding[];
  };
  /** Beyond what varies between two runs of the same. */
  readonly slower: readonly Slowdown[];
  readonly faster: readonly Slowdown[];
}

export const regressionKinds = ['broke', 'unchecked', 'slower'] as const;
/**
 * - `broke`: a documented requirement fails that did not, or a finding of one is new; not what is known.
 * - `unchecked`: a documented requirement is not evaluated any more.
 * - `slower`: a check or an operation takes longer.
 */
export type RegressionKind = (typeof regressionKinds)[number];

const evaluated: readonly ComparedStatus[] = ['passed', 'failed', 'warned'];
const isEvaluated = (status: ComparedStatus) => evaluated.includes(status);

const statusOf = (entry: RequirementResult | undefined): ComparedStatus => entry?.status ?? 'absent';

/** Broken, and not as somebody has listed it. */
const isBroken = (entry: RequirementResult | undefined) =>
  (entry?.status === 'failed' || entry?.status === 'warned') && entry.known === undefined;

/** Stable between runs: a check finds each requirement broken once at the most. */
function fingerprintOf({ check, requirement }: Pick<Finding, 'check' | 'requirement'>): string {
  return `${check}/${requirement}`;
}

function comparedFinding(finding: Finding): ComparedFinding {
  const { requirement, level, title, expected, actual, known } = finding;
  const fingerprint = fingerprintOf(finding);
  const about = { fingerprint, requirement, level, title, expected, actual };
  return { ...about, ...(known && { known: known.reason }) };
}

function sideOf({ tool, target, verdict, run }: Results): Side {
  const { seed, startedAt } = run;
  return { version: tool.version, baseUrl: target.baseUrl, verdict, seed, startedAt };
}

function whyAlone({ verdict, reason, run }: Results): string | undefined {
  const why = reason === undefined ? '' : ` (${reason})`;
  if (run.shard !== undefined) {
    return `is shard ${run.shard.index}/${run.shard.count} of a run: join the shards with conformance report merge`;
  }
  if (verdict === 'error') return `is of a run that says nothing about the target${why}: run the suite again`;
  if (verdict === 'incomplete') return `is of a run that did not finish${why}: run the suite again`;
  return undefined;
}

/** @returns why nothing can be learnt from holding one against the other; undefined when something can */
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
    : `the first is of profile ${one} and the second of ${two}, which finds other things: run both with the same --profile`;
}

const settings: readonly (readonly [name: string, of: (results: Results) => string | number])[] = [
  ['version', ({ tool }) => tool.version],
  ['target', ({ target }) => placeOf(target.baseUrl)],
  ['kind', ({ target }) => target.kind],
  ['environment', ({ target }) => target.environment],
  ['access', ({ target }) => target.access ?? 'read-write'],
  ['deliberate fault', ({ target }) => target.fault ?? 'none'],
  ['seed', ({ run }) => run.seed],
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
 * What the later run says that the earlier one did not.
 *
 * @param before and after: of runs for which {@link whyIncomparable} gives no reason
 */
export function compareResults(before: Results, after: Results): Comparison {
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
  const ids = ({ checks }: Results) => checks.map(({ id }) => id);
  return {
    before: sideOf(before),
    after: sideOf(after),
    differences: differencesOf(before, after),
    broke: changes((one, two) => isBroken(two) && !isBroken(one)),
    fixed: changes((one, two) => isBroken(one) && statusOf(two) === 'passed'),
    unchecked: changes((one, two) => isEvaluated(statusOf(one)) && !isEvaluated(statusOf(two))),
    newlyChecked: changes((one, two) => !isEvaluated(statusOf(one)) && isEvaluated(statusOf(two))),
    checks: {
      gone: without(ids(before), ids(after)),
      added: without(ids(after), ids(before)),
    },
    findings: {
      added: found?.filter((each) => !wasFound(each)) ?? [],
      remaining: found?.filter(wasFound) ?? [],
      gone: old?.filter((each) => !isFound(each)) ?? [],
    },
    slower: slowdowns(before, after),
    faster: speedups(before, after),
  };
}

const isDocumented = ({ level }: { readonly level: Level }) => level === 'documented';

/** The kinds of regression that a comparison holds. */
export function regressionsOf({ broke, unchecked, findings, slower }: Comparison): RegressionKind[] {
  const isNew = findings.added.some((each) => isDocumented(each) && each.known === undefined);
  return [
    ...(isNew || broke.some(isDocumented) ? (['broke'] as const) : []),
    ...(unchecked.some(isDocumented) ? (['unchecked'] as const) : []),
    ...(slower.length > 0 ? (['slower'] as const) : []),
  ];
}
