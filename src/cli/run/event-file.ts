/** Writes results.ndjson during a run. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../conformance/engine/errors.ts';
import { eventLine } from '../../../reports/ndjson.ts';
import type { Reporter } from '../../../reports/reporter.ts';
import { refuse } from '../../config/refuse.ts';
import { refusePlanted } from './planted-link.ts';

export const eventFileName = 'results.ndjson';

/**
 * Opens a new file: a link that somebody planted in the folder would lead to another file, which would be overwritten.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export function openNew(path: string): number {
  refusePlanted(path);
  try {
    // A hard link is removed, too, and the file that it shares stays as it is.
    rmSync(path, { force: true });
    return openSync(path, 'wx');
  } catch (cause) {
    throw refuse(`${path} cannot be created: ${messageOf(cause)}: choose another folder with --out`, cause);
  }
}

/**
 * Each line is written to the operating system before the next event, so that a killed process loses no event.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when the file cannot be made
 */
export function createEventFile(folder: string): Reporter {
  const path = join(folder, eventFileName);
  const file = openNew(path);
  return {
    name: eventFileName,
    handle: (event) => {
      const line = eventLine(event);
      // Progress events are not written: there may be a thousand a second.
      if (line !== '') writeSync(file, line);
      if (event.type === 'run-finished') closeSync(file);
    },
  };
}
