/** Writes results.ndjson while a run goes on. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../conformance/engine/errors.ts';
import { eventLine } from '../../../reports/ndjson.ts';
import type { Reporter } from '../../../reports/reporter.ts';
import { refuse } from '../../config/refuse.ts';

export const eventFileName = 'results.ndjson';

/**
 * Each line is with the operating system before the next event: whoever kills the process leaves all that was said.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when the file cannot be made
 */
export function createEventFile(folder: string): Reporter {
  const path = join(folder, eventFileName);
  let file: number;
  try {
    file = openSync(path, 'w');
  } catch (cause) {
    throw refuse(`${path} could not be made: ${messageOf(cause)}: give another folder with --out`, cause);
  }
  return {
    name: eventFileName,
    handle: (event) => {
      const line = eventLine(event);
      // Progress is no line, and may come a thousand times a second.
      if (line !== '') writeSync(file, line);
      if (event.type === 'run-finished') closeSync(file);
    },
  };
}
