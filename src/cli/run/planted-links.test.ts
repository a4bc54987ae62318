/** Another user of the machine plants links in a report folder: nothing that they lead to is overwritten. */
import { linkSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/conformance-process.ts';
import { invoke } from '../../testing/invoke.ts';
import { createEventFile } from './event-file.ts';
import { lockFolder } from './folder-lock.ts';
import { ownFolder } from './owned-folder.ts';
import { writeWhole } from './report-folder.ts';

function victimAnd(name: string, plant: (victim: string, link: string) => void) {
  const folder = temporaryFolder();
  const out = join(folder.path, 'out');
  const victim = join(folder.path, 'victim');
  mkdirSync(out);
  folder.write('victim', 'precious');
  plant(victim, join(out, name));
  return { out, victim, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

const textOf = (path: string) => readFileSync(path, 'utf8');

describe('a planted link', () => {
  it.each([
    ['results.ndjson', createEventFile],
    ['run.lock', lockFolder],
  ])('%s is refused with the remedy', (name, use) => {
    using planted = victimAnd(name, symlinkSync);
    expect(() => use(planted.out)).toThrow(
      `${join(planted.out, name)} is not a file but a link or folder: remove it`,
    );
    expect(textOf(planted.victim)).toBe('precious');
  });

  it('ends the command with exit code 2', async () => {
    using planted = victimAnd('results.ndjson', symlinkSync);
    const args = ['run', '--base-url', 'http://127.0.0.1:9', '--quiet', '--out', planted.out];
    const { code, stderr } = await invoke(args, planted.out);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('remove it, or choose another folder with --out'),
    ]);
    expect(textOf(planted.victim)).toBe('precious');
  });

  it('is replaced by a report, also under its temporary name', () => {
    using planted = victimAnd('index.html', symlinkSync);
    const path = join(planted.out, 'index.html');
    symlinkSync(planted.victim, `${path}.${process.pid}.tmp`);
    writeWhole(path, 'report');
    expect([textOf(planted.victim), textOf(path), lstatSync(path).isFile()]).toEqual([
      'precious',
      'report',
      true,
    ]);
  });

  it('that is hard leaves the file that it shares', () => {
    using planted = victimAnd('results.ndjson', linkSync);
    createEventFile(planted.out).handle({ type: 'run-finished' } as never);
    expect(textOf(planted.victim)).toBe('precious');
  });

  it('may be the report folder itself, which the user names', () => {
    using planted = victimAnd('unused', () => {});
    const link = `${planted.out}-link`;
    symlinkSync(planted.out, link);
    using owned = ownFolder(link);
    expect(owned.hadReport).toBe(false);
  });
});
