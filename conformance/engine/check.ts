/** What a check is to the engine: what it covers, what it needs, and the cases that it consists of. */
import type fc from 'fast-check';
import type { Profile } from './profile.ts';

export interface CheckDetails<Id extends string = string, Need extends string = string> {
  /** Area and name, such as `payroll.model`. */
  readonly id: string;
  readonly title: string;
  readonly covers: readonly Id[];
  /** Without one of these the check is not run at all. */
  readonly needs: readonly Need[];
}

/** Runs one case in a fresh scenario. */
export type RunCase<Scenario> = (body: (scenario: Scenario) => Promise<void>) => Promise<void>;

export interface CasePlan<Need extends string = string> {
  readonly profile: Profile;
  /** Of the run; what fast-check generates has a seed of its check's own. */
  readonly seed: number;
  /** Whether the target offers a capability. */
  readonly has: (capability: Need) => boolean;
}

/** Transitions that no case can come to on this target, and why. */
export type OutOfReach = Readonly<Record<string, string>>;

/** Cases that fast-check generates and shrinks. */
export interface GeneratedCases {
  readonly type: 'generated';
  readonly property: fc.IAsyncProperty<[unknown, ...unknown[]]>;
  readonly runs: number;
  /** Values that are tried before any generated one; the path of a finding counts them. */
  readonly examples?: readonly [unknown][];
  readonly outOfReach?: OutOfReach;
}

/** Cases that somebody wrote down. None depends on another, and there is nothing to shrink. */
export interface ListedCases {
  readonly type: 'listed';
  readonly cases: readonly (() => Promise<void>)[];
}

export type Cases = GeneratedCases | ListedCases;

export interface Check<Scenario> extends CheckDetails {
  readonly kind: 'example' | 'property' | 'model';
  readonly cases: (runCase: RunCase<Scenario>, plan: CasePlan) => Cases;
}

export interface ListedSpec<Scenario> extends CheckDetails {
  readonly cases: (plan: CasePlan) => readonly ((scenario: Scenario) => Promise<void>)[];
}

/** A check of conversations that do not depend on each other. */
export const listed = <Scenario>({ cases, ...details }: ListedSpec<Scenario>): Check<Scenario> => ({
  ...details,
  kind: 'example',
  cases: (runCase, plan) => ({ type: 'listed', cases: cases(plan).map((run) => () => runCase(run)) }),
});
