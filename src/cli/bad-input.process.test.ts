import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readEvents } from '../../reports/ndjson.ts';
import { temporaryFolder } from '../testing/conformance-process.ts';

const quick = ['run', '--checks', 'authentication.no-token', '--profile', 'smoke', '--seed', '1'];

/** Lets every write of an event fail as on a full disk. */
const fullDisk = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { writeSync } = fs;
fs.writeSync = (file, text, ...rest) => {
  if (!String(text).startsWith('{"type":')) return writeSync(file, text, ...rest);
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
};
syncBuiltinESMExports();
`;

describe.concurrent('the command line as a process', () => {
  it('reports a full disk, keeps the other reports, and exits with the code for it', async () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, 'out'));
    folder.write('full-disk.mjs', fullDisk);
    const NODE_OPTIONS = `--import=${join(folder.path, 'full-disk.mjs')}`;
    const { code, stderr } = await folder.start([...quick, '--out', 'out', '--quiet'], { NODE_OPTIONS })
      .ended;
    expect([code, stderr]).toEqual([5, expect.stringMatching(/^error: .*results\.ndjson.*ENOSPC[^\n]*\n$/)]);
    expect(readdirSync(join(folder.path, 'out')).toSorted()).toEqual([
      'index.html',
      'junit.xml',
      'results.json',
      'results.ndjson',
      'run.json',
      'summary.md',
    ]);
  });

  it('completes its report if nothing reads its output', async () => {
    using folder = temporaryFolder();
    const { child, ended } = folder.start([...quick, '--fault', 'no-token-answers-403']);
    child.stdout?.destroy();
    child.stderr?.destroy();
    expect((await ended).code).toBe(1);
    expect(readdirSync(join(folder.path, 'conformance-report'))).toContain('index.html');
  });

  it('ends at once on a second Ctrl-C, and the results so far can be read', async () => {
    using folder = temporaryFolder();
    const { child, ended, printed } = folder.start(['run', '--profile', 'thorough', '--seed', '1']);
    await printed(/✓/);
    child.kill('SIGINT');
    const again = setInterval(() => child.kill('SIGINT'), 300);
    const { code } = await ended.finally(() => clearInterval(again));
    // The first may have been enough by then, and nobody may have listened to the last: a code of none is the end by the signal.
    expect([4, 130, null]).toContain(code);
    const record = readFileSync(join(folder.path, 'conformance-report/results.ndjson'), 'utf8');
    expect(readEvents(record).results).toMatchObject({ verdict: 'incomplete' });
  });

  it('needs none of its three streams', async () => {
    using folder = temporaryFolder();
    const main = fileURLToPath(new URL('../../bin/main.ts', import.meta.url));
    const command = ['sh', process.execPath, main, ...quick];
    const child = spawn('sh', ['-c', 'exec "$@" <&- >&- 2>&-', ...command], {
      cwd: folder.path,
      stdio: 'ignore',
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(readdirSync(join(folder.path, 'conformance-report'))).toContain('index.html');
  });

  it.each([
    ['spec', ['spec'], 0],
    ['a list', ['list', 'requirements', '--json'], 0],
  ])('%s may be read in part', async (_, args, code) => {
    using folder = temporaryFolder();
    const { child, ended } = folder.start(args);
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await ended).toMatchObject({ code, stderr: '' });
  });

  it('stops a server on a signal even if nothing reads its log any more', async () => {
    using folder = temporaryFolder();
    const { child, ended, printed } = folder.start(['serve', '--port', '0', '--log-format', 'json']);
    const [, url = ''] = await printed(/"url":"([^"]+)".*\n/);
    child.stdout?.destroy();
    await fetch(`${url}/v1/persons`);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });
});
