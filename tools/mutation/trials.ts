/** What a mutant is tried with beside the unit tests. Loaded inside Stryker's copy of the project, where the mutants are. */

/** How a trial noticed a mutant. */
export interface Catch {
  /** The trial that noticed. */
  readonly trial: string;
  /** What it saw, in a sentence. */
  readonly message: string;
}

export interface Trials {
  /**
   * Runs every trial once, one after the other and without a mutant.
   *
   * @param begins is told which trial begins; undefined for what every trial needs.
   * @returns how long each trial took.
   * @throws Error when one of them sees something where there is nothing to see.
   */
  rehearse(begins: (trial: string | undefined) => void): Promise<ReadonlyMap<string, number>>;
  /** Runs the given trials, by default all, until one sees something. */
  attempt(trials?: readonly string[]): Promise<Catch | undefined>;
}

/** The trial that a run that could not go on is put down to: no finding, and no good end either. */
export const trouble = 'trouble';

export interface TrialsModule {
  /** @param subject what they are about: the name of a machine. */
  readonly createTrials: (subject: string) => Trials;
}

/** How the trials are told from the unit tests among the tests of a report. */
export const trialPrefix = 'trial: ';

/** The reason that a report gives for a mutant that a sample leaves out. */
export const notSampled = 'not in the sample';
