/** The exit codes of every command. */
import { CommanderError } from 'commander';
import { ConformanceError } from '../../conformance/engine/errors.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { streamText } from '../../markup/visible-text.ts';
import { knownProblems } from '../../reports/known.ts';
import { claimsLine, documentedFigures, explanation } from '../../reports/wording.ts';
import { logOf } from './terminal.ts';

export const exitCodes = {
  success: 0,
  nonConformant: 1,
  usage: 2,
  error: 3,
  incomplete: 4,
  /** The run succeeded, but a report could not be written. Running it again would not help. */
  unwritten: 5,
  /** As shells report a process that SIGINT ended. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Why work ended that a signal has stopped. */
export class Interrupted extends Error {}

/** Receives the exit code of the command. */
export type Finish = (code: ExitCode) => void;

/** Percentage of the testable documented requirements that were evaluated, rounded down. */
export function documentedCoverage(results: Results): number {
  const { passed, failed, testable } = documentedFigures(results);
  return testable === 0 ? 0 : Math.floor(((passed + failed) / testable) * 100);
}

/**
 * Why a run without failures exits 4: an error kept a requirement from being judged, a claim could not be made, or
 * coverage is below the minimum. A shard is
 * never insufficient, because the other shards cover the rest.
 *
 * @param minCoverage percent
 */
export function whyInsufficient(results: Results, minCoverage: number | undefined): string | undefined {
  if (results.verdict !== 'partial' || results.run.shard !== undefined) return undefined;
  const { errored, testable } = documentedFigures(results);
  if (errored > 0)
    return `${errored} of ${testable} documented requirements could not be judged because of errors`;
  if (results.claims?.some(({ status }) => status !== 'made')) return claimsLine(results.claims);
  const coverage = documentedCoverage(results);
  return coverage < (minCoverage ?? 0)
    ? `${coverage} % of the documented requirements were exercised; --min-coverage requires ${minCoverage} %`
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
      return results.code === 'CONFIGURATION_INVALID' ? exitCodes.usage : exitCodes.error;
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

/** The exit code of a command, and the results that record it. */
export interface Ending {
  readonly code: ExitCode;
  readonly results: Results;
}

export function withExit(results: Results, minCoverage: number | undefined): Ending {
  const code = exitCodeOf(results, minCoverage);
  return { code, results: { ...results, exit: { code, reason: whyExit(results, minCoverage) } } };
}

/** Changes a success into exit code 5 when a report could not be written. */
export function withUnwritten(ending: Ending, failures: readonly string[]): Ending {
  if (ending.code !== exitCodes.success || failures.length === 0) return ending;
  const exit = { code: exitCodes.unwritten, reason: failures.join('; ') };
  return { code: exit.code, results: { ...ending.results, exit } };
}

function exitCodeOfError(error: ConformanceError): ExitCode {
  return error.code === 'CONFIGURATION_INVALID' ? exitCodes.usage : exitCodes.error;
}

const shown = (text: string) => streamText(text, { styles: 'shown', log: logOf(process.env) });

/** Prints an error on standard error, unless commander has already done so. */
export function reportError(error: unknown): ExitCode {
  // Commander has already printed its message or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  if (error instanceof Interrupted) return exitCodes.interrupted;
  if (error instanceof ConformanceError) {
    // The message may contain text of the target or of a file.
    process.stderr.write(`error: ${shown(error.message)}\n`);
    return exitCodeOfError(error);
  }
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`error: this is a bug in conformance, please report it\n${shown(details)}\n`);
  return exitCodes.error;
}
