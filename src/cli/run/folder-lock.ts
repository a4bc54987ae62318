/** Allows one run at a time in a folder: a lock file names the process that uses it. The lock of a dead process is ignored. */
import { closeSync, lstatSync, lutimesSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../../conformance/engine/errors.ts';
import { refuse } from '../../config/refuse.ts';
import { refusePlanted } from './planted-link.ts';

export const lockFileName = 'run.lock';

/** The process that holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process by the kernel's clock; distinguishes it from a later process with the same id. */
  readonly born?: string;
  readonly since: string;
}

const beatMillis = 5_000;
/** A process on another machine cannot be checked; it renews its lock while it lives. */
const silentMillis = 6 * beatMillis;

function bornOf(pid: number): string | undefined {
  try {
    // After the name, which may hold anything: the twentieth field from there is the start time.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return undefined;
  }
}

function isAlive({ pid, born }: Holder): boolean {
  if (pid === process.pid) return born === undefined || born === bornOf(pid);
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return born === undefined || born === bornOf(pid);
}

function readHolder(path: string): Holder | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value?.pid === 'number' && typeof value?.host === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A lock file is empty for a moment, between being created and being written. */
const writingMillis = 2_000;

function ageOf(path: string): number {
  const { mtimeMs } = lstatSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  return Date.now() - mtimeMs;
}

/** @returns the holder of the lock; undefined when that process is gone */
function holderOf(path: string): Holder | 'somebody' | undefined {
  const holder = readHolder(path);
  if (holder === undefined) return ageOf(path) < writingMillis ? 'somebody' : undefined;
  if (holder.host === hostname()) return isAlive(holder) ? holder : undefined;
  return ageOf(path) < silentMillis ? holder : undefined;
}

function describeHolder(holder: Holder | 'somebody'): string {
  if (holder === 'somebody') return 'it has just started';
  const where = holder.host === hostname() ? '' : ` on ${holder.host}`;
  return `process ${holder.pid}${where}, since ${holder.since}`;
}

function create(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw refuse(`${path} cannot be created: ${messageOf(error)}: choose another folder with --out`, error);
  }
  const born = bornOf(process.pid);
  const holder: Holder = {
    pid: process.pid,
    host: hostname(),
    ...(born !== undefined && { born }),
    since: new Date().toISOString(),
  };
  writeSync(file, `${JSON.stringify(holder)}\n`);
  closeSync(file);
  return true;
}

export interface FolderLock extends Disposable {
  /** Whether an earlier run held the folder and never released it. */
  readonly wasAbandoned: boolean;
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` when another run holds the folder */
export function lockFolder(folder: string): FolderLock {
  const path = join(folder, lockFileName);
  let wasAbandoned = false;
  refusePlanted(path);
  while (!create(path)) {
    const holder = holderOf(path);
    if (holder !== undefined) {
      throw refuse(
        `Another run is writing into ${folder} (${describeHolder(holder)}): wait until it ends, choose another folder ` +
          `with --out, or delete ${path} if there is no such run`,
      );
    }
    wasAbandoned = true;
    rmSync(path, { force: true });
  }
  const beat = setInterval(() => {
    try {
      lutimesSync(path, new Date(), new Date());
    } catch {
      // A user deleted the lock on purpose.
    }
  }, beatMillis).unref();
  const release = () => {
    clearInterval(beat);
    process.off('exit', release);
    if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true });
  };
  process.on('exit', release);
  return { wasAbandoned, [Symbol.dispose]: release };
}
