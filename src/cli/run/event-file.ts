/** Writes results.ndjson during a run. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../conformance/engine/errors.ts';
import { eventLine } from '../../../reports/ndjson.ts';
import type { Reporter } from '../../../reports/reporter.ts';
import { refuse } from '../../config/refuse.ts';

export const eventFileName = 'results.ndjson';

/**
 * Each line is written to the operating system before the next event, so that a killed process loses no event.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when the file cannot be made
 */
export function createEventFile(folder: string): Reporter {
  const path = join(folder, eventFileName);
  let file: number;
  try {
    file = openSync(path, 'w');
  } catch (cause) {
    throw refuse(`${path} cannot be created: ${messageOf(cause)}: choose another folder with --out`, cause);
  }
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
