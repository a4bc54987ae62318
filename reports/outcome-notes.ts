/** Explains for the reports why a run without new failures does not exit with 0. */
import type { Results } from '../conformance/engine/results.ts';
import { knownProblems } from './known.ts';

/** @returns the problems of the lists of known failures, or the reason for the exit code */
export function outcomeNotes(results: Results): readonly string[] {
  const problems = knownProblems(results);
  if (problems.length > 0) return problems;
  const { verdict, exit } = results;
  const isGood = verdict === 'conformant' || verdict === 'partial';
  return isGood && exit !== undefined && exit.code !== 0 ? [exit.reason] : [];
}
