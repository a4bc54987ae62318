/**
 * A test runner for Stryker: the trials first, because they need no new process and say what they alone would have seen;
 * then the unit tests, for what the trials leave alive.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type CoverageData,
  INSTRUMENTER_CONSTANTS,
  type InstrumenterContext,
  type MutantCoverage,
  type StrykerOptions,
} from '@stryker-mutator/api/core';
import {
  commonTokens,
  declareFactoryPlugin,
  type Injector,
  type PluginContext,
  PluginKind,
  tokens,
} from '@stryker-mutator/api/plugin';
import {
  type CompleteDryRunResult,
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner';
import { isSampled, notSampled, type Trials, type TrialsModule, trialPrefix, trouble } from './trials.ts';

/** The options of ours. */
export interface TrialOptions {
  readonly trials: {
    /** Exports `createTrials`; from the root of the project. */
    readonly module: string;
    /** What they are about: the name of a machine. */
    readonly subject?: string;
    /** Of how many mutants one is tried, chosen by a hash of what and where it is. */
    readonly oneOf?: number;
    /** Where to record what becomes of the mutants of a file. */
    readonly records: Readonly<Record<string, string>>;
  };
}

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

interface Rehearsal {
  readonly millis: ReadonlyMap<string, number>;
  readonly mutantCoverage: MutantCoverage;
}

class TrialRunner implements TestRunner {
  readonly #options: TrialOptions['trials'];
  readonly #unitTests: TestRunner;
  #trials: Trials | undefined;

  constructor(options: StrykerOptions & Partial<TrialOptions>, unitTests: TestRunner) {
    if (options.trials === undefined) throw new Error('The option trials.module is missing.');
    this.#options = options.trials;
    this.#unitTests = unitTests;
  }

  /** What is imported cannot be imported anew; Stryker starts a process for a mutant that needs that. */
  capabilities() {
    return { reloadEnvironment: false };
  }

  async init(): Promise<void> {
    await this.#unitTests.init?.();
  }

  async dispose(): Promise<void> {
    await this.#unitTests.dispose?.();
  }

  /** Loads the trials from the copy of the project in which this process works. */
  async #load(): Promise<Trials> {
    const { module, subject = '' } = this.#options;
    const { createTrials }: TrialsModule = await import(pathToFileURL(resolve(module)).href);
    this.#trials ??= createTrials(subject);
    return this.#trials;
  }

  async dryRun(options: DryRunOptions): Promise<DryRunResult> {
    const units = await this.#unitTests.dryRun(options);
    if (units.status !== DryRunStatus.Complete) return units;
    try {
      return this.#withTrials(units, await this.#rehearse());
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

  #withTrials(units: CompleteDryRunResult, { millis, mutantCoverage }: Rehearsal): DryRunResult {
    const { static: loaded = {}, perTest = {} } = units.mutantCoverage ?? {};
    add(mutantCoverage.static, loaded);
    const trials = [...millis].map(([id, timeSpentMs]) => ({ ...trialTest(id), timeSpentMs }));
    const troubled = { ...trialTest(trouble), timeSpentMs: 0 };
    return {
      ...units,
      tests: [...trials, troubled, ...units.tests],
      mutantCoverage: {
        static: mutantCoverage.static,
        perTest: { ...perTest, ...mutantCoverage.perTest },
      },
    };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, testFilter, hitLimit, mutantActivation } = options;
    if (!isSampled(activeMutant, activeMutant.location.start, this.#options.oneOf ?? 1)) {
      return { status: MutantRunStatus.Error, errorMessage: notSampled };
    }
    const context = instrumented();
    if (mutantActivation === 'runtime') delete context.activeMutant;
    else context.activeMutant = activeMutant.id;
    const trials = await this.#load();
    context.activeMutant = activeMutant.id;
    context.hitCount = 0;
    const limit = hitLimit === undefined ? undefined : hitLimit / stricter;
    if (limit === undefined) delete context.hitLimit;
    else context.hitLimit = limit;
    const asked = testFilter
      ?.filter((id) => id.startsWith(trialPrefix))
      .map((id) => id.slice(trialPrefix.length));
    const caught = await trials.attempt(asked);
    const hang = determineHitLimitReached(context.hitCount, limit);
    delete context.activeMutant;
    if (hang) return { status: MutantRunStatus.Timeout, ...(hang.reason && { reason: hang.reason }) };
    if (caught) {
      return {
        status: MutantRunStatus.Killed,
        killedBy: [trialPrefix + caught.trial],
        failureMessage: caught.message,
        nrOfTests: 1,
      };
    }
    const unitTests = testFilter?.filter((id) => !id.startsWith(trialPrefix));
    if (unitTests?.length === 0) return { status: MutantRunStatus.Survived, nrOfTests: asked?.length ?? 0 };
    return this.#unitTests.mutantRun({ ...options, ...(unitTests && { testFilter: unitTests }) });
  }
}

createTrialRunner.inject = tokens(commonTokens.injector, commonTokens.options);
function createTrialRunner(injector: Injector<PluginContext>, options: StrykerOptions): TestRunner {
  const vitest = vitestPlugins[0];
  if (vitest === undefined) throw new Error('The plugin for Vitest has no test runner.');
  return new TrialRunner(options, injector.injectFunction(vitest.factory));
}

/** The options that are not Stryker's own. */
export const strykerValidationSchema = {
  properties: { trials: { type: 'object' }, vitest: { type: 'object' } },
};

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'trials', createTrialRunner)];
