/** What a mutant is tried with beside the unit tests. Loaded inside Stryker's copy of the project, where the mutants are. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Mutant } from '@stryker-mutator/api/core';

/**
 * Whether a mutant is in the sample, which is the same each time: a hash of what it is and where.
 *
 * @param start where it stands, counted from 0.
 * @param oneOf of how many mutants one is chosen.
 */
export function isSampled(
  { fileName, mutatorName, replacement }: Pick<Mutant, 'fileName' | 'mutatorName' | 'replacement'>,
  { line, column }: { readonly line: number; readonly column: number },
  oneOf: number,
): boolean {
  const name = JSON.stringify([basename(fileName), mutatorName, replacement, line, column]);
  return createHash('sha256').update(name).digest().readUInt32BE() % oneOf === 0;
}

/** What is changed, and where. */
export interface MutantText {
  /** From the root of the project. */
  readonly file: string;
  /** Line and column count from 1. */
  readonly line: number;
  readonly column: number;
  /** What stood there and what stands there now, with single blanks. */
  readonly was: string;
  readonly becomes: string;
}

/** How a trial noticed a mutant. */
export interface Catch {
  /** The trial that noticed. */
  readonly trial: string;
  /** What it saw, in a sentence. */
  readonly message: string;
  /** Each requirement that was broken, with the check that found it first. */
  readonly broken?: Readonly<Record<string, string>>;
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
  /**
   * Runs the given trials, by default all, and says what they see.
   *
   * @param file where the mutant stands, from the root of the project.
   */
  attempt(trials: readonly string[] | undefined, file: string): Promise<Catch | undefined>;
}

/** The trial that a run that could not go on is put down to: no finding, and no good end either. */
export const trouble = 'trouble';

export interface TrialsModule {
  /**
   * @param subject what they are about: the name of a machine.
   * @param isComplete whether a mutant is tried with every check that passes it, however long that takes.
   */
  readonly createTrials: (subject: string, isComplete: boolean) => Trials;
}

/** How the trials are told from the unit tests among the tests of a report. */
export const trialPrefix = 'trial: ';

/** The reason that a report gives for a mutant that a sample leaves out. */
export const notSampled = 'not in the sample';

/** The reason that a report gives for a mutant whose record is kept. */
export const recordKept = 'recorded before';

/** The reason that a report gives for a mutant that is classified as equivalent or open, so that nothing has to notice it. */
export const notNeeded = 'classified before it was tried';

/** Names a mutant as long as nothing above it changes. */
export const mutantKey = ({ file, line, column, was, becomes }: MutantText): string =>
  JSON.stringify([file, line, column, was, becomes]);

/** The options of ours. */
export interface TrialOptions {
  readonly trials: {
    /** Exports `createTrials`; from the root of the project. */
    readonly module: string;
    /** What they are about: the name of a machine. */
    readonly subject?: string;
    /** Of how many mutants one is tried, chosen by a hash of what and where it is. */
    readonly oneOf?: number;
    /** The mutants whose records are kept, by their keys. */
    readonly kept: readonly string[];
    /** Whether a mutant is tried with every check that passes it. */
    readonly isComplete: boolean;
    /** The area of a file. */
    readonly areas: Readonly<Record<string, string>>;
    /** The file in which to record the results of the mutants of a source file. */
    readonly records: Readonly<Record<string, string>>;
  };
}
