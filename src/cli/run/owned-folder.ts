/** A run owns its report folder from the start: it locks the folder and removes the reports of an earlier run. */
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../conformance/engine/errors.ts';
import { formats } from '../../../reports/formats.ts';
import { refuse } from '../../config/refuse.ts';
import { eventFileName } from './event-file.ts';
import { lockFolder } from './folder-lock.ts';
import { refusePlanted } from './planted-link.ts';
import { prepareFolder } from './report-folder.ts';

const ourFiles = [eventFileName, ...formats.flatMap(({ files }) => files.map(({ file }) => file))];

/** File names that only this tool uses: a folder with one of them is a report folder. */
const ourOwnNames = [eventFileName, 'results.json', 'conformance.sarif'];

/** Temporary files of a process that was killed while writing. */
const isHalfWritten = (name: string) => ourFiles.includes(name.replace(/\.\d+\.tmp$/, ''));

/** Whether there is the report of a run in a folder. */
export function holdsReport(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => ourOwnNames.includes(name));
  } catch {
    return false;
  }
}

function removeEarlier(folder: string): void {
  for (const name of readdirSync(folder).filter(isHalfWritten)) {
    const path = join(folder, name);
    // A folder or a link with that name was not written by a run.
    if (!lstatSync(path).isFile()) continue;
    try {
      rmSync(path);
    } catch (cause) {
      throw refuse(`${path} of an earlier run cannot be removed: ${messageOf(cause)}`, cause);
    }
  }
}

/** Disposing of it releases the lock. */
export interface OwnedFolder extends Disposable {
  /** Whether the folder had reports of an earlier run. */
  readonly hadReport: boolean;
}

/**
 * Creates and locks the folder, and removes every report of an earlier run.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export function ownFolder(folder: string): OwnedFolder {
  prepareFolder(folder);
  refusePlanted(join(folder, eventFileName));
  const lock = lockFolder(folder);
  try {
    const hadReport = lock.wasAbandoned || holdsReport(folder);
    if (hadReport) removeEarlier(folder);
    return { hadReport, [Symbol.dispose]: () => lock[Symbol.dispose]() };
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}
