/** A suite: its rules, its checks, and its subject. */
import type { Catalogue } from './catalogue.ts';
import type { Check, Profile } from './check.ts';
import type { TargetSummary, Verdict } from './events.ts';
import type { Finding } from './finding.ts';
import type { Redactor } from './redactor.ts';
import type { BaseScenario, CaseContext } from './scenario.ts';
import type { Survey } from './survey.ts';
import type { RivalsOf } from './tally.ts';

/** Why a requirement was not exercised: in words, or as the missing capabilities. */
export type NotExercised =
  /** `mayBeBroken`: what was seen may also be the violation of the rule. */
  { readonly reason: string; readonly mayBeBroken?: true } | { readonly lacking: readonly string[] };

/** Whether a check runs on a target, and the requirements that it can evaluate there. */
export interface Admission {
  /** Whether it can be run at all. */
  readonly runs: boolean;
  /** The only requirements that its scenarios evaluate; absent: all. */
  readonly judged?: readonly string[];
  /**
   * Why a requirement was not exercised, if no case evaluates it.
   *
   * @returns undefined if other checks give the reason
   */
  readonly why: (requirement: string) => NotExercised | undefined;
}

/** The subject of a run, for as long as the run lasts. */
export interface Subject<Case extends BaseScenario, Kind extends Check<Case> = Check<Case>> {
  /** May say more once the subject is prepared. */
  readonly summary: TargetSummary;
  readonly redactor: Redactor;
  /** What `prepare` has found out, even if it failed in the end. @defaultValue the suite surveys nothing */
  readonly survey?: Survey | undefined;
  /**
   * The first phase of a run: opens the target, and finds out whether it responds and accepts our keys, and what the checks
   * have to know of it.
   *
   * @param notice shows the user how the run goes, now or later
   * @throws ConformanceError if the target does not respond, or does not accept the keys
   */
  prepare(signal: AbortSignal, notice: (text: string) => void): Promise<void>;
  /** Whether the target still responds, after some consecutive checks that lost the connection. */
  stillAnswers(signal: AbortSignal): Promise<boolean>;
  admit(check: Kind): Admission;
  /** The effort that the subject leaves room for, once it is prepared. @defaultValue that of the profile */
  limit?(profile: Profile): Profile;
  /** Whether the cases of a check may run at the same time, if there is room. @defaultValue false */
  readonly runsAhead?: boolean;
  /** How many cases may be at work now, unless the user says how many. @defaultValue the usual number */
  readonly width?: number | undefined;
  /** Opens the scenario of one case. */
  open(context: CaseContext): Case;
  /**
   * Called before a violation is reported.
   *
   * @param repeat runs the smallest case again; resolves to whether the requirement is violated again
   * @param requirement that is violated
   * @returns false if there is no violation, so that the check begins anew
   * @defaultValue a violation needs no second look
   */
  confirm?(repeat: () => Promise<boolean>, requirement: string, checkId: string): Promise<boolean>;
  /** The conversation of a finding as a shell script, without secrets; `found` contains them, `shown` does not. */
  script(found: Omit<Finding, 'curl'>, shown: Omit<Finding, 'curl'>): string;
  /**
   * May change the verdict of a completed run.
   *
   * @param errors of the checks that were cut short
   * @defaultValue the verdict is unchanged
   */
  conclude?(
    verdict: Verdict,
    errors: readonly string[],
  ): { readonly verdict: Verdict; readonly reason?: string };
  close(): Promise<void>;
}

export interface Suite<Case extends BaseScenario, Kind extends Check<Case> = Check<Case>> {
  readonly catalogue: Catalogue;
  readonly checks: readonly Kind[];
  /** @defaultValue none, for a suite without state machines */
  readonly rivalsOf?: RivalsOf;
  readonly subject: Subject<Case, Kind>;
}
