/** The event stream of a run: plain, serialisable, with exactly one `run-finished` at its end. */

import type { VerdictBasis } from './basis.ts';
import type { ConformanceErrorCode } from './errors.ts';
import type { Finding } from './finding.ts';
import type { Invocation } from './invocation.ts';
import type { KnownFailure } from './known.ts';
import type { Obstacle } from './outcome.ts';
import type { Survey } from './survey.ts';

/** Kinds of servers. `prism` keeps no state: it answers every request of the description with an example. */
export const targetKinds = ['reference', 'prism', 'live'] as const;
export type TargetKind = (typeof targetKinds)[number];
export type Environment = 'sandbox' | 'production';
/** Whether the suite may change anything on a target. */
export type Access = 'read-only' | 'read-write';
export type ProfileName = 'smoke' | 'standard' | 'thorough';

/** The target as a report shows it; contains no secret. */
export interface TargetSummary {
  readonly baseUrl: string;
  /**
   * `receiver`: a receiver of the service's webhooks. `observed`: a server whose traffic was recorded. `clients`: the
   * clients that sent it requests.
   */
  readonly kind: TargetKind | 'receiver' | 'observed' | 'clients';
  readonly environment: Environment;
  /** Absent in results of versions without read-only access. */
  readonly access?: Access;
  readonly capabilities: readonly string[];
  /** Id of the deliberate fault of an embedded server. */
  readonly fault?: string;
}

/**
 * - `conformant`: every documented, testable requirement passed.
 * - `partial`: only known failures, or some requirements were not exercised; the best verdict of a shard.
 * - `non-conformant`: a documented requirement failed that is not a known failure.
 * - `incomplete`: interrupted, or out of its time budget.
 * - `error`: the run could not be made; nothing is known about the target.
 */
export type Verdict = 'conformant' | 'partial' | 'non-conformant' | 'incomplete' | 'error';

export type CheckStatus = 'passed' | 'failed' | 'warned' | 'not-exercised' | 'errored';

/** Counts by key. */
export interface Coverage {
  /** Operations with their response statuses. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Transitions that were taken, as `machine/id`. */
  readonly transitions: Readonly<Record<string, number>>;
  /** Transitions whose trigger occurred while their guard was false. */
  readonly heldBack: Readonly<Record<string, number>>;
  /** Transitions that one resource took directly after another, as `machine/id > id`. */
  readonly pairs: Readonly<Record<string, number>>;
  /** Transitions that the target cannot be made to take, with the reason. */
  readonly outOfReach: Readonly<Record<string, string>>;
  /** Webhooks by the type of their event. */
  readonly events: Readonly<Record<string, number>>;
  /**
   * How long the responses of each operation took: counts by the upper bound of their class, in milliseconds, as in
   * `latencies.ts`. Absent in results of a version that did not count them.
   */
  readonly latencies?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface Placement {
  readonly check: string;
  /** From 1. */
  readonly shard: number;
}

export interface Shard {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
}

export interface RunStarted {
  readonly type: 'run-started';
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly target: TargetSummary;
  readonly run: VerdictBasis & {
    readonly seed: number;
    readonly profile: ProfileName;
    readonly startedAt: string;
    /** Which part of a run this is, when it is not the whole. */
    readonly shard?: Shard;
    /** Documented findings that depend on an interpretation are left out. */
    readonly strictToTheLetter?: true;
    /** Absent when no command line started it. */
    readonly invocation?: Invocation;
  };
  /** In a shard, the checks that it runs. */
  readonly checks: readonly {
    readonly id: string;
    readonly title: string;
    readonly covers: readonly string[];
  }[];
  /** In a shard: every check of the whole run, in order, with the shard that runs it. */
  readonly plan?: readonly Placement[];
  /** Findings that do not decide the verdict. */
  readonly knownFailures?: readonly KnownFailure[];
}

/** The first phase of the run is over: what it found out, which is all that the checks assume. */
export interface TargetSurveyed {
  readonly type: 'target-surveyed';
  /** The target as it is now known. */
  readonly target: TargetSummary;
  readonly survey: Survey;
}

export interface CheckStarted {
  readonly type: 'check-started';
  readonly check: string;
}

/** Sent now and then while a check runs, for progress displays. */
export interface CheckProgressed {
  readonly type: 'check-progressed';
  readonly check: string;
  readonly requests: number;
}

/** Explains how the run goes, such as why it is slow. Not recorded. */
export interface NoticeGiven {
  readonly type: 'notice-given';
  readonly notice: string;
}

export interface FindingReported {
  readonly type: 'finding-reported';
  readonly finding: Finding;
}

/** The operations that a requirement was evaluated on, and why it was not evaluated on others. */
export interface Sweep {
  readonly reached: readonly string[];
  /** The reasons, by operation. */
  readonly missed: Readonly<Record<string, string>>;
}

export interface CheckFinished {
  readonly type: 'check-finished';
  readonly check: string;
  readonly status: CheckStatus;
  readonly durationMillis: number;
  readonly requests: number;
  /**
   * The requests that were sent again because the target had closed an idle connection (reads only), or limited the
   * requests with 429. Absent if there were none.
   */
  readonly repeated?: number;
  /** Generated cases; 1 for an example. */
  readonly runs: number;
  /** How often each requirement was evaluated, whatever the outcome. */
  readonly evaluations: Readonly<Record<string, number>>;
  /** Why a requirement that the check covers was not evaluated. */
  readonly notExercised: Readonly<Record<string, string>>;
  /** The missing capabilities, if they are the reason. Absent in events of a version that gave the reason only in words. */
  readonly lacking?: Readonly<Record<string, readonly string[]>>;
  /** The rejected request, if that is the reason; otherwise absent. */
  readonly obstacles?: Readonly<Record<string, Obstacle>>;
  /** Why a violated requirement does not count as failed. Absent if there is none. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** What was seen that may break a requirement, and does not count. Absent if there is nothing. */
  readonly warnings?: Readonly<Record<string, string>>;
  /** Requirements that are evaluated on one operation after the other. Absent if there is none. */
  readonly sweeps?: Readonly<Record<string, Sweep>>;
  readonly coverage: Coverage;
  /** An error of the suite or the network, never behaviour of the target. */
  readonly error?: string;
}

export interface RunFinished {
  readonly type: 'run-finished';
  readonly verdict: Verdict;
  readonly finishedAt: string;
  readonly durationMillis: number;
  readonly requests: number;
  /** Why the run was interrupted or could not be made. */
  readonly reason?: string;
  /** The code of the error that kept the run from being made. */
  readonly code?: ConformanceErrorCode;
}

export type RunEvent =
  | RunStarted
  | TargetSurveyed
  | CheckStarted
  | CheckProgressed
  | NoticeGiven
  | FindingReported
  | CheckFinished
  | RunFinished;
