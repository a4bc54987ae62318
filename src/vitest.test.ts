/** Runs Vitest on small projects that register the suite, as its users do. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { allChecks } from '../conformance/all-checks.ts';
import { checksOf } from '../conformance/smoke.ts';
import { requirements } from '../openapi/catalogue.ts';

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullable() }),
      ),
    }),
  ),
});
type FileReport = z.infer<typeof Report>['testResults'][number];

const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
const root = join(import.meta.dirname, 'testing/vitest-suites');

async function runVitest(): Promise<{ report: string; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'vitest-suites-'));
  const file = join(folder, 'results.json');
  const args = [
    vitest,
    'run',
    '--root',
    root,
    '--config',
    'vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${file}`,
  ];
  const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1' };
  try {
    // Its status is 1, because some of the suites fail.
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { cwd: root, env }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
    return { report: readFileSync(file, 'utf8'), output };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let output: string;
let files: ReadonlyMap<string, FileReport>;
beforeAll(async () => {
  const run = await runVitest();
  output = run.output;
  files = new Map(
    Report.parse(JSON.parse(run.report)).testResults.map((file) => [
      file.name.replace(/^.*\/|\.suite\.ts$/g, ''),
      file,
    ]),
  );
});

const results = (name: string) => files.get(name)?.assertionResults ?? [];
const statuses = (name: string) => [...new Set(results(name).map(({ status }) => status))];

test('a requirement that the server meets is a test that passes', () => {
  expect(statuses('sound')).toEqual(['passed']);
  expect(results('sound').map(({ title }) => title)).toContainEqual(expect.stringMatching(/^PERSON-001 \w/));
});

test('a requirement that it breaks is a test that fails with the conversation', () => {
  const failed = results('faulty').filter(({ status }) => status === 'failed');
  expect(failed.map(({ title }) => title)).toEqual([expect.stringMatching(/^PERSON-001 /)]);
  expect(failed[0]?.failureMessages?.join()).toMatch(/GET \/v1\/persons[\s\S]*✗ PERSON-001/);
});

test('the profile smoke runs its own checks only, as on the command line', () => {
  const ofSmoke = new Set(checksOf('smoke', allChecks));
  const covered = new Set<string>([...ofSmoke].flatMap(({ covers }) => covers));
  const left = allChecks.filter((check) => !ofSmoke.has(check)).flatMap(({ covers }) => covers);
  const skipped = new Set(
    results('smoke').flatMap(({ title, status }) => (status === 'skipped' ? title.split(' ', 1) : [])),
  );
  expect(results('smoke')).toHaveLength(requirements.length);
  // An answer to a check of the profile can evaluate a few others.
  const notCovered = [...new Set(left)].filter((id) => !covered.has(id));
  expect(notCovered.filter((id) => skipped.has(id)).length).toBeGreaterThan(notCovered.length * 0.9);
});

test('a server that does not answer fails them all, once and with the reason', () => {
  expect(statuses('unreachable')).toEqual(['skipped']);
  expect(output.match(/No response from http:\/\/127\.0\.0\.1:9/g)).toHaveLength(1);
});
