/** From its start a run owns the folder of its report: nothing of an earlier run is left that could be taken for its own. */
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../conformance/engine/errors.ts';
import { formats } from '../../../reports/formats.ts';
import { refuse } from '../../config/refuse.ts';
import { eventFileName } from './event-file.ts';
import { lockFolder } from './folder-lock.ts';
import { prepareFolder } from './report-folder.ts';

const ourFiles = [eventFileName, ...formats.flatMap(({ files }) => files.map(({ file }) => file))];

/** Names that nobody else gives to files: with one of them, a folder is one of ours. */
const ourOwnNames = [eventFileName, 'results.json', 'conformance.sarif', 'wfc-report.json'];

/** What a process that was killed while it wrote left behind. */
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
    // A folder or a link of that name is none of ours.
    if (!lstatSync(path).isFile()) continue;
    try {
      rmSync(path);
    } catch (cause) {
      throw refuse(`${path} of an earlier run could not be removed: ${messageOf(cause)}`, cause);
    }
  }
}

/** Disposing of it lets other runs in. */
export interface OwnedFolder extends Disposable {
  /** Whether an earlier run had left something. */
  readonly hadReport: boolean;
}

/**
 * Makes the folder, keeps other runs out of it until it is disposed of, and removes every report of an earlier run.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export function ownFolder(folder: string): OwnedFolder {
  prepareFolder(folder);
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
