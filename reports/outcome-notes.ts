/** Why a run in which nothing new failed does not end with 0, for the reports to say. */
import type { Results } from '../conformance/engine/results.ts';
import { knownProblems } from './known.ts';

/** @returns what is wrong with the lists of known failures, or what else made the exit code */
export function outcomeNotes(results: Results): readonly string[] {
  const problems = knownProblems(results);
  if (problems.length > 0) return problems;
  const { verdict, exit } = results;
  const isGood = verdict === 'conformant' || verdict === 'partial';
  return isGood && exit !== undefined && exit.code !== 0 ? [exit.reason] : [];
}
