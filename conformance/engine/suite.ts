/** A suite: its rules, its checks, and its subject. */
import type { Catalogue } from './catalogue.ts';
import type { Check } from './check.ts';
import type { TargetSummary, Verdict } from './events.ts';
import type { Finding } from './finding.ts';
import type { Redactor } from './redactor.ts';
import type { BaseScenario, CaseContext } from './scenario.ts';
import type { RivalsOf } from './tally.ts';

/** Why a requirement was not exercised: in words, or by what the target would have to offer. */
export type NotExercised = { readonly reason: string } | { readonly lacking: readonly string[] };

/** What there is to say of a check before it runs. */
export interface Admission {
  /** Whether it can be run at all. */
  readonly runs: boolean;
  /** The only requirements that its scenarios evaluate; all when absent. */
  readonly judged?: readonly string[];
  /**
   * Why a requirement was not exercised, should no case come to it.
   *
   * @returns undefined when that is for other checks to say
   */
  readonly why: (requirement: string) => NotExercised | undefined;
}

/** What a run tests, for as long as the run lasts. */
export interface Subject<Case extends BaseScenario, Kind extends Check<Case> = Check<Case>> {
  readonly summary: TargetSummary;
  readonly redactor: Redactor;
  /**
   * Asks whether the target is there and takes our keys.
   *
   * @param notice tells whoever waits for the run how it goes, now or later
   * @throws ConformanceError when the target is not there, or does not take them
   */
  prepare(signal: AbortSignal, notice: (text: string) => void): Promise<void>;
  /** Whether the target still answers, after some checks in a row that lost the connection. */
  stillAnswers(signal: AbortSignal): Promise<boolean>;
  admit(check: Kind): Admission;
  /** Opens the scenario of one case. */
  open(context: CaseContext): Case;
  /**
   * Asked before a violation is reported.
   *
   * @param repeat tries the smallest case again; answers whether the requirement is broken again
   * @returns false when there is none, so that the check begins anew
   * @defaultValue a violation needs no second look
   */
  confirm?(repeat: () => Promise<boolean>): Promise<boolean>;
  /** The conversation of a finding as a shell script, without secrets; `found` still has them, `shown` does not. */
  script(found: Omit<Finding, 'curl'>, shown: Omit<Finding, 'curl'>): string;
  /**
   * Has the last word on a run that went to its end.
   *
   * @param errors of the checks that were cut short
   * @defaultValue the verdict as it is
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
