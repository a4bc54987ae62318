/** Results of a run, folded from its events. The stable content of results.json. */
import { type ClaimResult, claimResults, type VerdictBasis } from './basis.ts';
import type { Catalogue, Level, RequirementStatus } from './catalogue.ts';
import type { ConformanceErrorCode } from './errors.ts';
import type {
  CheckFinished,
  CheckStatus,
  Coverage,
  ProfileName,
  RunEvent,
  RunFinished,
  RunStarted,
  Shard,
  TargetSummary,
  TargetSurveyed,
  Verdict,
} from './events.ts';
import type { Finding } from './finding.ts';
import type { Invocation } from './invocation.ts';
import {
  concerns,
  isExpired,
  type KnownFailure,
  type KnownFailureResult,
  type KnownStatus,
} from './known.ts';
import {
  type Progress,
  type RequirementResult,
  requirementResults,
  targetOf,
} from './requirement-results.ts';
import type { Survey } from './survey.ts';

export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly status: CheckStatus;
  readonly durationMillis: number;
  readonly requests: number;
  readonly runs: number;
  readonly error?: string;
}

export interface LevelTotals {
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
  readonly notExercised: number;
  readonly errored: number;
  readonly untestable: number;
}

/** The exit code of a command, and the reason for it. */
export interface Exit {
  readonly code: number;
  readonly reason: string;
}

/** Durations in milliseconds; times in ISO 8601. */
export interface Results {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly target: TargetSummary;
  /** Absent if the suite surveys nothing, if the target could not be surveyed, and in results of older versions. */
  readonly survey?: Survey;
  readonly run: VerdictBasis & {
    readonly seed: number;
    readonly profile: ProfileName;
    readonly startedAt: string;
    readonly finishedAt: string;
    readonly durationMillis: number;
    readonly requests: number;
    /** Absent when it is the whole run. */
    readonly shard?: Shard;
    /** True if documented findings that depend on an interpretation are left out. */
    readonly strictToTheLetter?: true;
    /** True if the run has not ended: it is still running, or it was killed. */
    readonly unfinished?: true;
    /** Absent when no command line started it. */
    readonly invocation?: Invocation;
  };
  readonly verdict: Verdict;
  /** Why the run was interrupted or could not be made. */
  readonly reason?: string;
  /** The code of the error that kept the run from being made; absent in results of older versions. */
  readonly code?: ConformanceErrorCode;
  /** The exit of the command. Absent if no command line made the run, and in results of older versions. */
  readonly exit?: Exit;
  /** What the run says about each claimed scope; absent if nothing is claimed. */
  readonly claims?: readonly ClaimResult[];
  /** Of the requirements that decide the verdict. */
  readonly totals: Readonly<Record<Level, LevelTotals>>;
  readonly requirements: readonly RequirementResult[];
  readonly checks: readonly CheckResult[];
  readonly findings: readonly Finding[];
  /** Every entry of the lists of known failures; absent without such a list. */
  readonly knownFailures?: readonly KnownFailureResult[];
  readonly coverage: Coverage;
}

function totalsOf(results: readonly RequirementResult[], level: Level): LevelTotals {
  const count = (status: RequirementStatus) =>
    results.filter((entry) => entry.level === level && entry.status === status && entry.outside === undefined)
      .length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    warned: count('warned'),
    notExercised: count('not-exercised'),
    errored: count('errored'),
    untestable: count('untestable'),
  };
}

function knownStatus(entry: KnownFailure, { started, checks, findings }: Progress): KnownStatus {
  if (isExpired(entry, started.run.startedAt)) return 'expired';
  if (findings.some((finding) => concerns(entry, finding))) return 'failing';
  const tried = checks.some(
    ({ check, evaluations, error, leftOut }) =>
      error === undefined &&
      leftOut?.[entry.requirement] === undefined &&
      evaluations[entry.requirement] !== undefined &&
      concerns(entry, { requirement: entry.requirement, check }),
  );
  return tried ? 'passed' : 'not-exercised';
}

function knownFailureResults(progress: Progress): KnownFailureResult[] | undefined {
  return progress.started.knownFailures?.map((entry) => ({ ...entry, status: knownStatus(entry, progress) }));
}

function addCounts(into: Record<string, number>, from: Readonly<Record<string, number>>): void {
  for (const [key, count] of Object.entries(from)) into[key] = (into[key] ?? 0) + count;
}

function mergeCoverage(parts: readonly Coverage[]): Coverage {
  const operations: Record<string, Record<string, number>> = {};
  const transitions: Record<string, number> = {};
  const heldBack: Record<string, number> = {};
  const pairs: Record<string, number> = {};
  const outOfReach: Record<string, string> = {};
  const events: Record<string, number> = {};
  const latencies: Record<string, Record<string, number>> = {};
  for (const part of parts) {
    for (const [id, statuses] of Object.entries(part.operations)) {
      operations[id] ??= {};
      addCounts(operations[id], statuses);
    }
    for (const [id, classes] of Object.entries(part.latencies ?? {})) {
      latencies[id] ??= {};
      addCounts(latencies[id], classes);
    }
    addCounts(transitions, part.transitions);
    addCounts(heldBack, part.heldBack);
    addCounts(pairs, part.pairs);
    Object.assign(outOfReach, part.outOfReach);
    addCounts(events, part.events);
  }
  // Another check may have taken a transition that is out of reach for this one.
  for (const id of Object.keys(transitions)) delete outOfReach[id];
  return { operations, transitions, heldBack, pairs, outOfReach, events, latencies };
}

function assemble(catalogue: Catalogue, progress: Progress, finished: RunFinished): Results {
  const { started, surveyed, checks, findings } = progress;
  const results = requirementResults(catalogue, progress);
  const known = knownFailureResults(progress);
  const scopes = new Map(catalogue.map(({ id, scope }) => [id, scope]));
  const scoped = results.map((entry) => ({ ...entry, scope: scopes.get(entry.id) }));
  const { claims } = started.run;
  const { finishedAt, durationMillis, requests } = finished;
  return {
    schemaVersion: started.schemaVersion,
    tool: started.tool,
    target: targetOf(progress),
    ...(surveyed && { survey: surveyed.survey }),
    run: { ...started.run, finishedAt, durationMillis, requests },
    verdict: finished.verdict,
    ...(finished.reason !== undefined && { reason: finished.reason }),
    ...(finished.code !== undefined && { code: finished.code }),
    ...(claims && { claims: claimResults(scoped, claims) }),
    totals: {
      documented: totalsOf(results, 'documented'),
      observed: totalsOf(results, 'observed'),
      assumed: totalsOf(results, 'assumed'),
    },
    requirements: results,
    checks: checks.map(({ check, status, durationMillis: millis, requests: sent, runs, error }) => ({
      id: check,
      title: started.checks.find(({ id }) => id === check)?.title ?? check,
      status,
      durationMillis: millis,
      requests: sent,
      runs,
      ...(error !== undefined && { error }),
    })),
    findings,
    ...(known !== undefined && { knownFailures: known }),
    coverage: mergeCoverage(checks.map(({ coverage }) => coverage)),
  };
}

/** The rules that a run is about. */
export type CatalogueOf = (target: TargetSummary) => Catalogue;

/** Folds events into results. A run that could not be made has results too: `run-started` always comes first. */
export class ResultsCollector {
  readonly #catalogueOf: CatalogueOf;
  #started: RunStarted | undefined;
  #surveyed: TargetSurveyed | undefined;
  readonly #checks: CheckFinished[] = [];
  readonly #findings: Finding[] = [];
  #finished: RunFinished | undefined;

  constructor(catalogueOf: CatalogueOf) {
    this.#catalogueOf = catalogueOf;
  }

  add(event: RunEvent): void {
    switch (event.type) {
      case 'run-started':
        this.#started = event;
        return;
      case 'target-surveyed':
        this.#surveyed = event;
        return;
      case 'finding-reported':
        this.#findings.push(event.finding);
        return;
      case 'check-finished':
        this.#checks.push(event);
        return;
      case 'run-finished':
        this.#finished = event;
        return;
      case 'check-started':
      case 'check-progressed':
      case 'notice-given':
        return;
    }
  }

  /** @returns undefined while the run has not started. */
  get progress(): Progress | undefined {
    return (
      this.#started && {
        started: this.#started,
        surveyed: this.#surveyed,
        checks: this.#checks,
        findings: this.#findings,
      }
    );
  }

  /** @returns undefined while the run has not finished. */
  get results(): Results | undefined {
    const { progress } = this;
    return (
      progress && this.#finished && assemble(this.#catalogueOf(targetOf(progress)), progress, this.#finished)
    );
  }
}
