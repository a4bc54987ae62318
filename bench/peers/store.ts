/** The file that the comparison is kept in, trial by trial, so that an interrupted run goes on where it was. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Comparison } from './trial.ts';

export const resultsFile = new URL('./results.json', import.meta.url);

export function readComparison(empty: Comparison): Comparison {
  // Written below.
  return existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Comparison) : empty;
}

/** One trial per line, so that changes can be read. */
export function writeComparison({ trials, ...rest }: Comparison): void {
  const head = JSON.stringify(rest, null, 2).slice(0, -2);
  const lines = trials.map((trial) => `    ${JSON.stringify(trial)}`);
  writeFileSync(resultsFile, `${head},\n  "trials": [\n${lines.join(',\n')}\n  ]\n}\n`);
}
