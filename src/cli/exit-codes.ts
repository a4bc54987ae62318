/** What the exit status of every command means, and which one an error ends with. */
import { CommanderError } from 'commander';
import { ConformanceError } from '../../conformance/engine/errors.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { visibleText } from '../../markup/visible-text.ts';
import { knownProblems } from '../../reports/known.ts';
import { documentedFigures, explanation } from '../../reports/wording.ts';

export const exitCodes = {
  success: 0,
  nonConformant: 1,
  usage: 2,
  error: 3,
  incomplete: 4,
  /** All went well, and a report of it could not be written: to try again would not help. */
  unwritten: 5,
  /** As shells say it of a process that SIGINT ended. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Takes the exit status of the command that was run. */
export type Finish = (code: ExitCode) => void;

/** Percentage of the testable documented requirements that were evaluated, rounded down. */
export function documentedCoverage(results: Results): number {
  const { passed, failed, testable } = documentedFigures(results);
  return testable === 0 ? 0 : Math.floor(((passed + failed) / testable) * 100);
}

/**
 * Why a run in which nothing failed is not enough: something went wrong where a requirement was to be judged, or less was
 * exercised than is wanted. What a shard leaves to others is not held against it.
 *
 * @param minCoverage percent
 */
export function whyInsufficient(results: Results, minCoverage: number | undefined): string | undefined {
  if (results.verdict !== 'partial' || results.run.shard !== undefined) return undefined;
  const { errored, testable } = documentedFigures(results);
  if (errored > 0)
    return `${errored} of ${testable} documented requirements could not be judged, because something went wrong on the way`;
  const coverage = documentedCoverage(results);
  return coverage < (minCoverage ?? 0)
    ? `${coverage} % of the documented requirements were exercised, and --min-coverage wants ${minCoverage} %`
    : undefined;
}

export function exitCodeOf(results: Results, minCoverage: number | undefined): ExitCode {
  switch (results.verdict) {
    case 'conformant':
    case 'partial':
      if (knownProblems(results).length > 0) return exitCodes.nonConformant;
      return whyInsufficient(results, minCoverage) === undefined ? exitCodes.success : exitCodes.incomplete;
    case 'non-conformant':
      return exitCodes.nonConformant;
    case 'incomplete':
      return exitCodes.incomplete;
    case 'error':
      return exitCodes.error;
  }
  return results.verdict satisfies never;
}

function whyExit(results: Results, minCoverage: number | undefined): string {
  const problems = knownProblems(results);
  switch (results.verdict) {
    case 'conformant':
    case 'partial':
      if (problems.length > 0) return problems.join('; ');
      return whyInsufficient(results, minCoverage) ?? explanation(results);
    case 'non-conformant':
      return [explanation(results), ...problems].join(' ');
    case 'incomplete':
    case 'error':
      return results.reason ?? explanation(results);
  }
  return results.verdict satisfies never;
}

/** What a command ends with, and the results that say so. */
export interface Ending {
  readonly code: ExitCode;
  readonly results: Results;
}

export function withExit(results: Results, minCoverage: number | undefined): Ending {
  const code = exitCodeOf(results, minCoverage);
  return { code, results: { ...results, exit: { code, reason: whyExit(results, minCoverage) } } };
}

/** The same where all went well but for the reports that could not be written. */
export function withUnwritten(ending: Ending, failures: readonly string[]): Ending {
  if (ending.code !== exitCodes.success || failures.length === 0) return ending;
  const exit = { code: exitCodes.unwritten, reason: failures.join('; ') };
  return { code: exit.code, results: { ...ending.results, exit } };
}

export function exitCodeOfError(error: ConformanceError): ExitCode {
  return error.code === 'CONFIGURATION_INVALID' ? exitCodes.usage : exitCodes.error;
}

/** Prints an error that ends a command on standard error, unless commander has. */
export function reportError(error: unknown): ExitCode {
  // Commander has printed its own message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  if (error instanceof ConformanceError) {
    // What a target or a file says may be part of the message.
    process.stderr.write(`error: ${visibleText(error.message)}\n`);
    return exitCodeOfError(error);
  }
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `error: this is a fault of conformance itself, please report it\n${visibleText(details)}\n`,
  );
  return exitCodes.error;
}
