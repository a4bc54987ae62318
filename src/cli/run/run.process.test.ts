import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseResults } from '../../../reports/json.ts';
import { Screen } from '../../../reports/testing/screen.ts';
import { type Folder, inTerminal, temporaryFolder } from '../../testing/conformance-process.ts';
import { commandToRepeat, pasteInShell } from '../../testing/pasted-command.ts';

const reports = ['index.html', 'junit.xml', 'results.json', 'results.ndjson', 'run.json', 'summary.md'];
const keys = {
  CONFORMANCE_PLATFORM_TOKEN: 'platform_secret_value',
  CONFORMANCE_ORG_TOKEN: 'org_secret_value',
  CONFORMANCE_OTHER_ENVIRONMENT_TOKEN: 'other_secret_value',
};

const resultsIn = (folder: Folder, out = 'conformance-report') =>
  parseResults(readFileSync(join(folder.path, out, 'results.json'), 'utf8'));

/** A server that takes requests of the documented interface and never answers them. */
async function silentServer(): Promise<{
  readonly server: Server;
  readonly url: string;
  asked: Promise<void>;
}> {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/_control')) response.writeHead(404).end();
    else resolve();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an AddressInfo as its address.
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}`, asked };
}

describe('conformance run', () => {
  it('says that no selected check can find the fault, and names one that can', async () => {
    using folder = temporaryFolder();
    const args = ['run', '--fault', 'payslips-from-the-start', '--quiet'];
    const { code, stderr } = await folder.run([...args, '--checks', 'kyb.model', '--profile', 'smoke']);
    expect(code).toBe(0);
    expect(stderr).toContain('No selected check can find the fault payslips-from-the-start.');
    expect(stderr).toContain('--checks payroll.model');
    const able = await folder.run([...args, '--checks', 'payroll.model', '--out', 'able']);
    expect(able).toMatchObject({
      code: 1,
      stderr: expect.not.stringMatching(/No selected check|did not find/),
    });
  });

  it('says that a profile tried too little to find the fault, and names one that tries more', async () => {
    using folder = temporaryFolder();
    const args = ['run', '--fault', 'balance-one-short-accepted', '--quiet', '--checks', 'payroll.model'];
    const { code, stderr } = await folder.run([...args, '--profile', 'smoke', '--seed', '1']);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^This run did not find the fault balance-one-short-accepted: the profile smoke tried too little\. Try --profile standard, or other --checks: .* explain balance-one-short-accepted\n$/,
    );
  });

  it('tests the embedded server, writes reports, and can be repeated with the seed and from the file', async () => {
    using folder = temporaryFolder();
    folder.write('conformance.config.yaml', 'profile: smoke\nseed: 5\nout: from-file\n');
    const { code, stdout, stderr } = await folder.run(['run', '--seed', '7', '--checks', 'authentication.*']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('seed 7');
    expect(stdout.split('\n')[0]).toContain('(embedded reference server: no --base-url');
    expect(readdirSync(join(folder.path, 'from-file')).toSorted()).toEqual(reports);
    const { run, verdict, checks } = resultsIn(folder, 'from-file');
    expect({ verdict, seed: run.seed, profile: run.profile }).toEqual({
      verdict: 'partial',
      seed: 7,
      profile: 'smoke',
    });
    expect(checks.every(({ id }) => id.startsWith('authentication.'))).toBe(true);
  });

  it('draws a progress bar in a terminal, and ends with one screen of findings that the printed command repeats', async () => {
    using folder = temporaryFolder();
    const args = [
      'run',
      '--seed',
      '7',
      '--checks',
      'authentication.no-token',
      '--fault',
      'no-token-answers-403',
    ];
    const { code, stdout } = await folder.start(args, inTerminal).ended;
    expect(code).toBe(1);
    const [drawn = '', restored, ...more] = stdout.split('\u001b[?25h');
    expect(drawn.split('\u001b[?25l')[1]).toContain('─');
    expect(more).toEqual([]);
    const screen = new Screen(80, 24);
    screen.write(restored ?? '');
    const text = (await screen.lines()).join('\n');
    expect(text).toMatch(
      /The embedded reference server does not conform\n.*1 finding\n {2}✗ AUTH-\d+ .*conformance-report\/index\.html$/s,
    );
    const summary = readFileSync(join(folder.path, 'conformance-report/summary.md'), 'utf8');
    const again = await pasteInShell(commandToRepeat(summary), folder.path);
    expect(again).toMatchObject({ code: 1, stdout: expect.stringContaining('Reproduced on') });
  });

  it('prints each check with --verbose, and only the result with --quiet', async () => {
    using folder = temporaryFolder();
    const args = ['run', '--seed', '7', '--checks', 'authentication.no-token'];
    const [verbose, quiet] = await Promise.all([
      folder.run([...args, '--verbose', '--out', 'a']),
      folder.run([...args, '--quiet', '--out', 'b']),
    ]);
    expect(verbose.stdout).toMatch(
      /^✓ authentication\.no-token passed, \d+ ms, \d+ requests, 1 case, \d+ evaluations of \d+ requirements?$/m,
    );
    expect(verbose.stdout).toMatch(/\nSlowest checks\n.*\nNot exercised\n/s);
    expect(quiet.stdout).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\nNothing failed, but some requirements were not exercised\n/,
    );
  });

  it('writes the requested formats, and annotations in a GitHub workflow', async () => {
    using folder = temporaryFolder();
    const args = ['run', '--checks', 'authentication.no-token', '--profile', 'smoke'];
    const asked = await folder.run([...args, '--format', 'json,sarif', '--out', 'asked'], {
      GITHUB_ACTIONS: 'true',
    });
    expect(asked).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/Report: asked\n$/) });
    expect(readdirSync(join(folder.path, 'asked')).toSorted()).toEqual([
      'conformance.sarif',
      'results.json',
      'results.ndjson',
      'run.json',
    ]);
    const summary = join(folder.path, 'step-summary.md');
    const workflow = await folder.run(args, { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary });
    expect(workflow).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(join(folder.path, 'conformance-report')).toSorted()).toEqual(reports);
    expect(readFileSync(summary, 'utf8')).toMatch(
      /^## Nothing failed, but some requirements were not exercised\n/,
    );
  });

  it('exits 4 if the coverage is below --min-coverage', async () => {
    using folder = temporaryFolder();
    const args = ['run', '--checks', 'authentication.no-token', '--quiet', '--min-coverage', '90'];
    const { code, stderr } = await folder.run(args);
    expect(code).toBe(4);
    expect(stderr).toMatch(/^error: \d+ % of the documented requirements .* --min-coverage requires 90 %\n$/);
  });

  it('reports an unreachable server in one line, and still writes the report', async () => {
    using folder = temporaryFolder();
    const { code, stderr } = await folder.run(['run', '--base-url', 'http://127.0.0.1:9'], keys);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^error: No response from http:\/\/127\.0\.0\.1:9 [^\n]*ECONNREFUSED[^\n]*\n$/);
    expect(resultsIn(folder).verdict).toBe('error');
  });

  it('ends on Ctrl-C with a report, and restores the cursor', async () => {
    using folder = temporaryFolder();
    const { server, url, asked } = await silentServer();
    const { child, ended, printed } = folder.start(['run', '--base-url', url], {
      ...keys,
      ...inTerminal,
    });
    await Promise.all([asked, printed(/─/)]);
    // npm forwards the Ctrl-C of the terminal, so one keypress arrives twice.
    child.kill('SIGINT');
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    server.close();
    server.closeAllConnections();
    expect(code).toBe(4);
    expect(stderr).toContain('Stopping.');
    expect(stdout.lastIndexOf('\u001b[?25h')).toBeGreaterThan(stdout.lastIndexOf('\u001b[?25l'));
    expect(readdirSync(join(folder.path, 'conformance-report')).toSorted()).toEqual(reports);
    expect(resultsIn(folder).verdict).toBe('incomplete');
  });

  it('keeps keys out of every file and off the screen', async () => {
    using folder = temporaryFolder();
    const { child, ended, printed } = folder.start(['serve', '--port', '0', '--no-control'], keys);
    const [, url = ''] = await printed(/Reference server, sandbox: (\S+)\s.*Ctrl-C/s);
    const { code, stdout, stderr } = await folder.run(['run', '--base-url', url, '--profile', 'smoke'], keys);
    child.kill('SIGINT');
    expect(code).toBe(0);
    expect((await ended).code).toBe(0);
    const { target, run } = resultsIn(folder);
    expect(target.kind).toBe('live');
    expect(run.requests).toBeGreaterThan(100);
    const written = reports.map((file) =>
      readFileSync(join(folder.path, 'conformance-report', file), 'utf8'),
    );
    for (const text of [stdout, stderr, ...written]) {
      for (const key of Object.values(keys)) expect(text).not.toContain(key);
    }
  });
});
