/**
 * A run owns its report folder from the start: it locks the folder and sets aside the reports of an earlier run, which
 * it replaces if it begins and puts back if it does not.
 */
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../conformance/engine/errors.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { formats } from '../../../reports/formats.ts';
import { refuse } from '../../config/refuse.ts';
import { eventFileName } from './event-file.ts';
import { exchangeFileName } from './exchange-file.ts';
import { lockFolder } from './folder-lock.ts';
import { refusePlanted } from './planted-link.ts';
import { prepareFolder, readEarlier } from './report-folder.ts';

/** Tells how the last run into a folder ended, whoever's reports are in it. */
export const endFileName = 'run.json';

const ourFiles = [
  eventFileName,
  exchangeFileName,
  endFileName,
  ...formats.flatMap(({ files }) => files.map(({ file }) => file)),
];

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

/** Where reports of an earlier run are while it is open whether this one begins. */
const asideName = '.earlier-run';

/** The files of a run in its folder. */
const reportFiles = (folder: string) =>
  // A folder or a link with that name was not written by a run.
  readdirSync(folder).filter((name) => isHalfWritten(name) && lstatSync(join(folder, name)).isFile());

function withFile(path: string, verb: string, change: () => void): void {
  try {
    change();
  } catch (cause) {
    throw refuse(`${path} of an earlier run cannot be ${verb}: ${messageOf(cause)}`, cause);
  }
}

function removeReports(folder: string): void {
  for (const name of reportFiles(folder)) {
    const path = join(folder, name);
    withFile(path, 'removed', () => rmSync(path));
  }
}

function moveReports(from: string, to: string): void {
  for (const name of reportFiles(from)) {
    const path = join(from, name);
    withFile(path, 'moved', () => renameSync(path, join(to, name)));
  }
}

/** Whether the report in a folder only says why a run could not start. */
function neverBegan(folder: string): boolean {
  const earlier = readEarlier(join(folder, 'results.json'));
  return isRecord(earlier) && earlier.verdict === 'error';
}

/** Disposing of it releases the lock. */
export interface OwnedFolder extends Disposable {
  readonly path: string;
  /** Whether the folder had reports of an earlier run that began. */
  readonly hadReport: boolean;
  /** Puts the reports of the earlier run back in place of those of this one, but for what tells how it ended. */
  restoreEarlier(): void;
}

/**
 * Creates and locks the folder, and sets aside every report of an earlier run until it is disposed of.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export function ownFolder(folder: string): OwnedFolder {
  prepareFolder(folder);
  refusePlanted(join(folder, eventFileName));
  const lock = lockFolder(folder);
  const aside = join(folder, asideName);
  const removeAside = () => rmSync(aside, { recursive: true, force: true });
  try {
    const holds = lock.wasAbandoned || holdsReport(folder);
    removeAside();
    if (holds) {
      mkdirSync(aside);
      moveReports(folder, aside);
    }
    return {
      path: folder,
      hadReport: holds && !neverBegan(aside),
      restoreEarlier() {
        removeReports(folder);
        moveReports(aside, folder);
        rmSync(join(folder, endFileName), { force: true });
      },
      [Symbol.dispose]() {
        removeAside();
        lock[Symbol.dispose]();
      },
    };
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}
