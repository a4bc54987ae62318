/** The results of the trials of the blind faults, as the repository stores them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { BlindOutcome } from './trial.ts';

export interface BlindResult extends BlindOutcome {
  /** Before anything was mended because of it. */
  readonly first: BlindOutcome['status'];
}

export const resultsFile = join(import.meta.dirname, 'results.json');

export const readResults = (): readonly BlindResult[] =>
  existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as BlindResult[]) : [];

/** Why a fault is not caught, by its id. */
export const readJudgements = (): Readonly<Record<string, string>> =>
  parse(readFileSync(join(import.meta.dirname, 'judgements.yaml'), 'utf8'));
