import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compileCache, temporaryFolder } from '../testing/conformance-process.ts';

const programs = ['../../bin/conformance.js', '../../bin/main.ts'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

it.each(programs)('a configuration that never finishes loading is an error, with %s', (program) => {
  using folder = temporaryFolder();
  folder.write('conformance.config.js', 'await new Promise(() => {});\nexport default {};\n');
  folder.write('package.json', '{ "type": "module" }');
  const { status, stderr } = spawnSync(process.execPath, [program, 'run', '--quiet'], {
    cwd: folder.path,
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  expect(status).toBe(3);
  expect(stderr).toContain('error: the command ended too early: a promise never settled');
});

it.skipIf(!existsSync('/dev/full'))('a full standard output keeps no report from being written', () => {
  using folder = temporaryFolder();
  const full = openSync('/dev/full', 'w');
  const args = ['run', '--profile', 'smoke', '--seed', '1', '--checks', 'authentication.token-type'];
  const { status, stderr } = spawnSync(process.execPath, [programs[1] ?? '', ...args], {
    cwd: folder.path,
    encoding: 'utf8',
    stdio: ['ignore', full, 'pipe'],
    env: { ...process.env, NO_COLOR: '1', NODE_COMPILE_CACHE: compileCache },
  });
  closeSync(full);
  expect(status).toBe(5);
  expect(stderr).toMatch(/^error: cannot write to standard output: .*ENOSPC.*\n$/);
  const files = readdirSync(join(folder.path, 'conformance-report')).toSorted();
  expect(files).toEqual(expect.arrayContaining(['index.html', 'junit.xml', 'results.json', 'summary.md']));
});

it.each(['SIGHUP', 'SIGTERM'] as const)(
  '%s ends a run with a report of the results so far',
  async (signal) => {
    using folder = temporaryFolder();
    const { child, printed, ended } = folder.start(['run', '--profile', 'thorough', '--seed', '1']);
    await printed(/\d+ checks/);
    child.kill(signal);
    const { code, stderr } = await ended;
    expect({ code, stopping: stderr.includes('Stopping.') }).toEqual({ code: 4, stopping: true });
    expect(readdirSync(join(folder.path, 'conformance-report'))).toContain('results.json');
  },
);
