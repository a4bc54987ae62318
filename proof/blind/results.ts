/** The results of the trials of the blind faults, as the repository stores them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Outcome } from './trial.ts';

export interface Entry extends Outcome {
  /** Before anything was mended because of it. */
  readonly first: Outcome['status'];
}

export const resultsFile = join(import.meta.dirname, 'results.json');

export const readResults = (): readonly Entry[] =>
  existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Entry[]) : [];

/** Why a fault is not caught, by its id. */
export const readJudgements = (): Readonly<Record<string, string>> =>
  parse(readFileSync(join(import.meta.dirname, 'judgements.yaml'), 'utf8'));
