import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/conformance-process.ts';
import { lockFileName, lockFolder } from './folder-lock.ts';

const since = '2026-01-01T00:00:00.000Z';
/** A process that has ended. */
const { pid: gone } = spawnSync(process.execPath, ['--version']);

interface Left {
  readonly text: string;
  readonly ageSeconds?: number;
}

const left = (holder: object, ageSeconds = 0): Left => ({ text: JSON.stringify(holder), ageSeconds });

const abandoned: Readonly<Record<string, Left>> = {
  'a process that is gone': left({ pid: gone, host: hostname(), since }),
  'another process that had our number': left({ pid: process.pid, host: hostname(), born: '1', since }),
  'another machine that is silent': left({ pid: 1, host: 'elsewhere', since }, 60),
  'whoever wrote half of it': { text: '{"pid": 1', ageSeconds: 60 },
};

const held: Readonly<Record<string, readonly [Left, RegExp]>> = {
  'this process': [left({ pid: process.pid, host: hostname(), since }), /process \d+, since 2026/],
  'another machine': [left({ pid: 1, host: 'elsewhere', since }), /process 1 on elsewhere, since 2026/],
  'whoever has just made it': [{ text: '' }, /it has just started/],
};

function folderWith({ text, ageSeconds = 0 }: Left) {
  const folder = temporaryFolder();
  folder.write(lockFileName, text);
  const then = Date.now() / 1_000 - ageSeconds;
  utimesSync(join(folder.path, lockFileName), then, then);
  return folder;
}

describe('a folder', () => {
  it.each(Object.entries(abandoned))('is taken over from %s', (_, lock) => {
    using folder = folderWith(lock);
    using taken = lockFolder(folder.path);
    expect(taken.wasAbandoned).toBe(true);
    expect(JSON.parse(readFileSync(join(folder.path, lockFileName), 'utf8')).pid).toBe(process.pid);
  });

  it.each(Object.entries(held))('is not taken from %s', (_, [lock, says]) => {
    using folder = folderWith(lock);
    const take = () => lockFolder(folder.path);
    expect(take).toThrow(says);
    expect(take).toThrow(
      /^Another run is writing into .*: wait until it ends, .*--out, or delete .*run\.lock/,
    );
    expect(readFileSync(join(folder.path, lockFileName), 'utf8')).toBe(lock.text);
  });

  it('is free again when the run is over', () => {
    using folder = temporaryFolder();
    const lock = lockFolder(folder.path);
    expect(() => lockFolder(folder.path)).toThrow(/Another run/);
    lock[Symbol.dispose]();
    expect(existsSync(join(folder.path, lockFileName))).toBe(false);
    lockFolder(folder.path)[Symbol.dispose]();
  });
});
