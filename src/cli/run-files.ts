/** Files that a run wrote, read again. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConformanceError, messageOf } from '../../conformance/engine/errors.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { parseResults } from '../../reports/json.ts';

/** Whether it is the folder of a report, and not a file of it. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * @param path results.json, or the folder that holds it
 * @throws ConformanceError with code `CONFIGURATION_INVALID` that names the file and the remedy
 */
export function readRun(path: string): Results {
  const file = isFolder(path) ? join(path, 'results.json') : path;
  try {
    return parseResults(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new ConformanceError('CONFIGURATION_INVALID', `${file}: ${messageOf(cause)}`, { cause });
  }
}
