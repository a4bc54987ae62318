/** Reads what an earlier run wrote. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConformanceError, messageOf } from '../../conformance/engine/errors.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { parseResults } from '../../reports/json.ts';

/** The file itself, or the one that a folder of a report holds. */
export function resultsPath(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, 'results.json') : path;
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` that names the file and the remedy */
export function readResultsFile(path: string): Results {
  try {
    return parseResults(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new ConformanceError('CONFIGURATION_INVALID', `${path}: ${messageOf(cause)}`, { cause });
  }
}
