/** A test runner for Stryker whose tests are the trials, in the process in which the mutant is switched on. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type CoverageData,
  INSTRUMENTER_CONSTANTS,
  type InstrumenterContext,
  type MutantCoverage,
  type StrykerOptions,
} from '@stryker-mutator/api/core';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import { root, textOf } from './recorder.ts';
import { type Explain, explainer } from './survivors.ts';
import {
  isSampled,
  type MutantText,
  mutantKey,
  notNeeded,
  notSampled,
  recordKept,
  type TrialOptions,
  type Trials,
  type TrialsModule,
  trialPrefix,
  trouble,
} from './trials.ts';

/** Where Stryker's instrumented code looks up which mutant is active, and counts what it passes. */
function instrumented(): InstrumenterContext {
  const holder = globalThis as unknown as Record<string, InstrumenterContext>;
  holder[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {};
  return holder[INSTRUMENTER_CONSTANTS.NAMESPACE] as InstrumenterContext;
}

const add = (to: CoverageData, from: CoverageData = {}) => {
  for (const [mutant, hits] of Object.entries(from)) to[mutant] = (to[mutant] ?? 0) + hits;
};

const trialTest = (id: string) => ({
  id: trialPrefix + id,
  name: trialPrefix + id,
  status: TestStatus.Success as const,
});

/** Stryker calls it an endless loop at a hundred times the passes of all tests; ten times are enough here, and soon over. */
const stricter = 10;

/** With a fault, a place that the sound server hardly passes may be passed more often; an endless loop is still over soon. */
const leastHits = 1_000;

interface Rehearsal {
  readonly millis: ReadonlyMap<string, number>;
  readonly mutantCoverage: MutantCoverage;
}

class TrialRunner implements TestRunner {
  static readonly inject = tokens(commonTokens.options);
  readonly #options: TrialOptions['trials'];
  readonly #kept: ReadonlySet<string>;
  readonly #explainers = new Map<string, Explain>();
  #trials: Trials | undefined;

  constructor(options: StrykerOptions & Partial<TrialOptions>) {
    if (options.trials === undefined) throw new Error('The option trials.module is missing.');
    this.#options = options.trials;
    this.#kept = new Set(options.trials.kept);
  }

  /** What is imported cannot be imported anew; Stryker starts a process for a mutant that needs that. */
  capabilities() {
    return { reloadEnvironment: false };
  }

  /** Loads the trials from the copy of the project in which this process works. */
  async #load(): Promise<Trials> {
    const { module, subject = '', isComplete } = this.#options;
    const { createTrials }: TrialsModule = await import(pathToFileURL(resolve(module)).href);
    this.#trials ??= createTrials(subject, isComplete);
    return this.#trials;
  }

  async dryRun(): Promise<DryRunResult> {
    try {
      const { millis, mutantCoverage } = await this.#rehearse();
      const trials = [...millis].map(([id, timeSpentMs]) => ({ ...trialTest(id), timeSpentMs }));
      const tests = [...trials, { ...trialTest(trouble), timeSpentMs: 0 }];
      return { status: DryRunStatus.Complete, tests, mutantCoverage };
    } catch (error) {
      return {
        status: DryRunStatus.Error,
        errorMessage: error instanceof Error ? error.message : String(error),
      };
    }
  }

  async #rehearse(): Promise<Rehearsal> {
    const context = instrumented();
    const trials = await this.#load();
    // The preparation is part of every trial; all that came before was loading.
    const preparation = 'preparation';
    const millis = await trials.rehearse((trial) => {
      context.currentTestId = trial === undefined ? preparation : trialPrefix + trial;
    });
    delete context.currentTestId;
    const { static: loaded = {}, perTest = {} } = context.mutantCoverage ?? {};
    const { [preparation]: prepared, ...coverage } = perTest;
    for (const trial of millis.keys()) {
      const covered = coverage[trialPrefix + trial] ?? {};
      add(covered, prepared);
      coverage[trialPrefix + trial] = covered;
    }
    return { millis, mutantCoverage: { static: loaded, perTest: coverage } };
  }

  /** Whether survivors.yaml says of a mutant that it breaks no documented requirement. */
  #isClassified(mutant: MutantText): boolean {
    const area = this.#options.areas[mutant.file];
    if (area === undefined) return false;
    const explain = this.#explainers.get(area) ?? explainer(area, root);
    this.#explainers.set(area, explain);
    const explanation = explain(mutant);
    return explanation !== undefined && explanation.kind !== 'documented';
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, testFilter, hitLimit, mutantActivation } = options;
    const mutant = textOf(activeMutant, 0);
    if (this.#kept.has(mutantKey(mutant))) {
      return { status: MutantRunStatus.Error, errorMessage: recordKept };
    }
    if (!isSampled(activeMutant, activeMutant.location.start, this.#options.oneOf ?? 1)) {
      return { status: MutantRunStatus.Error, errorMessage: notSampled };
    }
    if (!this.#options.isComplete && this.#isClassified(mutant)) {
      return { status: MutantRunStatus.Error, errorMessage: notNeeded };
    }
    const context = instrumented();
    if (mutantActivation === 'runtime') delete context.activeMutant;
    else context.activeMutant = activeMutant.id;
    const trials = await this.#load();
    context.activeMutant = activeMutant.id;
    context.hitCount = 0;
    const limit = hitLimit === undefined ? undefined : Math.max(hitLimit / stricter, leastHits);
    if (limit === undefined) delete context.hitLimit;
    else context.hitLimit = limit;
    const asked = testFilter?.map((id) => id.slice(trialPrefix.length));
    const caught = await trials.attempt(asked, mutant.file);
    const hang = determineHitLimitReached(context.hitCount, limit);
    delete context.activeMutant;
    if (hang) return { status: MutantRunStatus.Timeout, ...(hang.reason && { reason: hang.reason }) };
    if (caught) {
      return {
        status: MutantRunStatus.Killed,
        killedBy: [trialPrefix + caught.trial],
        // All that reaches the recorder.
        failureMessage: JSON.stringify(caught),
        nrOfTests: 1,
      };
    }
    return { status: MutantRunStatus.Survived, nrOfTests: asked?.length ?? 0 };
  }
}

/** The options that are not Stryker's own. */
export const strykerValidationSchema = {
  properties: { trials: { type: 'object' } },
};

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'trials', TrialRunner)];
