/** The folder of a report belongs to the last run that began, even if that run failed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseResults, renderJson } from '../../../reports/json.ts';
import { conformantResults } from '../../../reports/testing/sample-results.ts';
import { type Folder, temporaryFolder } from '../../testing/conformance-process.ts';
import { invoke } from '../../testing/invoke.ts';
import { lockFileName } from './folder-lock.ts';

const keys = {
  CONFORMANCE_PLATFORM_TOKEN: 'platform-key-of-the-test',
  CONFORMANCE_ORG_TOKEN: 'org-key-of-the-test',
};
const quick = ['run', '--checks', 'authentication.no-token', '--profile', 'smoke', '--quiet'];
const dead = ['run', '--base-url', 'http://127.0.0.1:9', '--quiet'];
const unfinished = ['index.html', 'junit.xml', 'results.json', 'results.ndjson', 'summary.md'];
const usual = [...unfinished, 'run.json'].toSorted();
const every = ['--format', 'html,json,junit,markdown,sarif,badge'];
const out = 'conformance-report';

const filesIn = (folder: Folder) => readdirSync(join(folder.path, out)).toSorted();
const textOf = (folder: Folder, name: string) => readFileSync(join(folder.path, out, name), 'utf8');
const endOf = (folder: Folder) => JSON.parse(textOf(folder, 'run.json'));
const resultsIn = (folder: Folder) => parseResults(textOf(folder, 'results.json'));

/** Takes requests and never answers one. */
const silent = createServer(() => {});
let silentUrl: string;
beforeAll(async () => {
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an AddressInfo as its address.
  silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

const everyFile = ['badge.json', 'badge.svg', 'conformance.sarif', ...unfinished].toSorted();

/** The files of a conformant run with every format. */
function folderWithReport(): Folder {
  const folder = temporaryFolder();
  mkdirSync(join(folder.path, out));
  for (const name of everyFile) folder.write(join(out, name), 'conformant');
  folder.write(join(out, 'results.json'), renderJson(conformantResults));
  return folder;
}

/** Starts a run that goes on until it is killed, and waits until its reports say so. */
async function startEndless(folder: Folder, files: readonly string[], formats: readonly string[] = []) {
  const run = folder.start(['run', '--base-url', silentUrl, '--no-control', '--quiet', ...formats], keys);
  const path = (name: string) => join(folder.path, out, name);
  const areWritten = () => files.every((name) => existsSync(path(name)));
  await vi.waitUntil(() => areWritten() && resultsIn(folder).run.unfinished === true, { timeout: 600_000 });
  return run;
}

describe('the folder of a report', () => {
  it('keeps nothing of an earlier run, whatever its formats', async () => {
    using folder = folderWithReport();
    folder.write(join(out, 'notes.txt'), 'mine');
    folder.write(join(out, 'junit.xml.77.tmp'), '<half');
    await invoke([...quick, '--format', 'junit'], folder.path);
    expect(filesIn(folder)).toEqual(['junit.xml', 'notes.txt', 'results.ndjson', 'run.json']);
  });

  it('keeps other files', async () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, out));
    writeFileSync(join(folder.path, out, 'index.html'), 'mine');
    await invoke([...quick, '--format', 'junit'], folder.path);
    expect(textOf(folder, 'index.html')).toBe('mine');
  });

  it.each<[string, readonly string[]]>([
    ['that lacks its configuration file', [...quick, '--config', 'none.yaml']],
    ['that is wrongly configured', [...quick, '--target', 'live']],
    ['of a check that does not exist', ['run', '--checks', 'none']],
  ])('is left as it is by a run %s', async (_, args) => {
    using folder = folderWithReport();
    expect(await invoke(args, folder.path)).toMatchObject({
      code: 2,
      // Nobody expects reports of a command that is wrong.
      stderr: expect.stringMatching(/^error: .*\n$/),
    });
    expect(filesIn(folder)).toEqual(everyFile);
    expect(resultsIn(folder)).toEqual(conformantResults);
  });

  it('keeps the report of an earlier run when the server is dead, and says so in run.json', async () => {
    using folder = folderWithReport();
    const { code, stderr } = await invoke(dead, folder.path);
    expect([code, stderr]).toEqual([3, expect.stringContaining('are still those of an earlier run')]);
    expect(filesIn(folder)).toEqual([...everyFile, 'run.json'].toSorted());
    expect(resultsIn(folder)).toEqual(conformantResults);
    expect(endOf(folder)).toEqual({
      startedAt: expect.any(String),
      verdict: 'error',
      exit: { code: 3, reason: expect.stringMatching(/No response from .*ECONNREFUSED/) },
      reports: 'of an earlier run',
    });
  });

  it('says in every format why a run could not start where there is no report of one that did', async () => {
    using folder = temporaryFolder();
    for (const _ of ['first', 'second']) {
      expect((await invoke(dead, folder.path)).code).toBe(3);
      expect(filesIn(folder)).toEqual(usual);
      expect(resultsIn(folder).verdict).toBe('error');
      expect(textOf(folder, 'summary.md')).toMatch(/^## The run could not judge the target/);
      expect(textOf(folder, 'junit.xml')).toContain('<error type="error"');
      expect(textOf(folder, 'index.html')).toContain('The run could not judge the target');
      expect(endOf(folder)).toMatchObject({ verdict: 'error', reports: 'own' });
    }
  });

  it('is not created for wrong usage', async () => {
    using folder = temporaryFolder();
    expect((await invoke(['run', '--target', 'live'], folder.path)).code).toBe(2);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('shows in every format that a killed run did not finish', async () => {
    using folder = folderWithReport();
    const { child, ended } = await startEndless(folder, everyFile, every);
    child.kill('SIGKILL');
    await ended;
    const hasNotFinished = /The run has not finished: it is still running, or it was killed/;
    for (const name of ['results.json', 'index.html', 'summary.md', 'junit.xml', 'conformance.sarif'])
      expect(textOf(folder, name)).toMatch(hasNotFinished);
    expect(textOf(folder, 'badge.json')).toContain('incomplete');
    for (const results of [out, join(out, 'results.json')])
      expect(await invoke(['report', results], folder.path)).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/did not finish: .*its record ends after \d+ of \d+ checks/),
      });
    expect(existsSync(join(folder.path, out, lockFileName))).toBe(true);
    expect(await invoke(quick, folder.path)).toMatchObject({ code: 0, stderr: '' });
    expect(filesIn(folder)).toEqual(usual);
    expect(resultsIn(folder).verdict).toBe('partial');
  });

  it('belongs to one run at a time', async () => {
    using folder = temporaryFolder();
    const { child, ended } = await startEndless(folder, unfinished);
    const before = textOf(folder, 'results.ndjson');
    const second = await invoke(quick, folder.path);
    expect(second.code).toBe(2);
    expect(second.stderr).toMatch(
      /^error: Another run is writing into conformance-report \(process \d+, since \S+Z\): wait until it ends, choose another folder with --out/,
    );
    expect(textOf(folder, 'results.ndjson')).toBe(before);
    expect(await invoke([...quick, '--out', 'another'], folder.path)).toMatchObject({ code: 0 });
    child.kill('SIGINT');
    expect((await ended).code).toBe(4);
    expect(filesIn(folder)).toEqual(usual);
    expect(resultsIn(folder).run.unfinished).toBeUndefined();
  });
});
