/** Findings of 46 kinds as tests: each fails on the server that has the fault, and passes on the sound one. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenTarget } from '../../conformance/target/target.ts';
import { type FindingTest, testOf } from '../../reports/exported/conversation.ts';
import { asHurl } from '../../reports/exported/hurl.ts';
import { asVitest } from '../../reports/exported/vitest.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { faultById } from '../faults/index.ts';
import { findingOf, kinds, variablesOf } from './exported-kinds.ts';

const run = promisify(execFile);

interface Exported {
  readonly fault: string;
  readonly written: FindingTest;
  readonly faulty: OpenTarget;
}

const folder = mkdtempSync(join(tmpdir(), 'exported-'));
const exported: Exported[] = [];
let sound: OpenTarget;

beforeAll(async () => {
  sound = await openEmbeddedTarget({ control: true });
  for (const [fault, check, requirement] of kinds) {
    const faulty = await openEmbeddedTarget({ control: true, fault: faultById(fault) });
    const finding = await findingOf(faulty.target, check, requirement);
    if (finding === undefined) throw new Error(`${check} does not find ${fault}`);
    exported.push({ fault, written: testOf(finding, faulty.target.baseUrl), faulty });
  }
});

afterAll(async () => {
  await Promise.all([sound, ...exported.map(({ faulty }) => faulty)].map(({ close }) => close()));
  rmSync(folder, { recursive: true });
});

test('the last request of each shows the violation, so that nobody has to write an assertion', () => {
  expect(exported.filter(({ written }) => written.place !== undefined)).toEqual([]);
  expect(new Set(kinds.map(([, , requirement]) => requirement)).size).toBe(46);
});

describe('as Vitest tests', () => {
  interface Report {
    readonly testResults: readonly {
      readonly name: string;
      readonly status: string;
      readonly message: string;
    }[];
  }

  function write(name: string, { target }: OpenTarget, written: FindingTest): void {
    const lines = Object.entries(variablesOf(target)).map(
      ([variable, value]) => `process.env[${JSON.stringify(variable)}] = ${JSON.stringify(value)};`,
    );
    writeFileSync(join(folder, `${name}.test.ts`), `${lines.join(' ')}\n${asVitest(written)}`);
  }

  test('they fail on the faulty server and pass on the sound one', async () => {
    for (const { fault, written, faulty } of exported) {
      write(`${fault}.faulty`, faulty, written);
      write(`${fault}.sound`, sound, written);
    }
    const modules = resolve(import.meta.dirname, '../../node_modules');
    symlinkSync(modules, join(folder, 'node_modules'));
    writeFileSync(join(folder, 'vitest.config.ts'), 'export default { test: { isolate: false } };');
    const report = join(folder, 'report.json');
    const { VITEST: _, ...env } = process.env;
    await run(
      process.execPath,
      [
        join(modules, 'vitest/vitest.mjs'),
        'run',
        '--reporter',
        'json',
        '--outputFile',
        report,
        '--maxWorkers',
        '1',
      ],
      { cwd: folder, env, maxBuffer: 100_000_000 },
    ).catch(() => undefined);
    const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
    const outcome = (ending: string, status: string) =>
      testResults
        .filter((each) => each.name.endsWith(`.${ending}.test.ts`) && each.status === status)
        .map(({ name }) => name);
    expect(outcome('sound', 'failed')).toEqual([]);
    expect(outcome('faulty', 'passed')).toEqual([]);
    expect(outcome('sound', 'passed')).toHaveLength(kinds.length);
    expect(outcome('faulty', 'failed')).toHaveLength(kinds.length);
    const skipped = JSON.stringify(testResults).includes('"status":"skipped"');
    expect(skipped).toBe(false);
  });
});

/** The sound server shows no such value. Hurl cannot say that a value may be missing; a comment in the file does. */
const mayBeMissing = 'person-metadata-holds-a-number';

/** Hurl is no package of npm, so that the test needs one that is installed. */
const hurl = await run('hurl', ['--version']).then(
  () => true,
  () => false,
);

describe.skipIf(!hurl)('as Hurl files', () => {
  async function passes(name: string, { target }: OpenTarget, written: FindingTest): Promise<boolean> {
    const file = join(folder, `${name}.hurl`);
    writeFileSync(file, asHurl(written));
    const made = written.fresh.map((variable) => [variable, crypto.randomUUID()]);
    const given = [...Object.entries(variablesOf(target)), ...made];
    const variables = given.flatMap(([variable, value]) => ['--variable', `${variable}=${value}`]);
    return run('hurl', ['--test', ...variables, file]).then(
      () => true,
      (error: { readonly stderr: string }) => {
        if (!error.stderr.includes('error: Assert')) throw new Error(error.stderr);
        return false;
      },
    );
  }

  test('they fail on the faulty server and pass on the sound one', async () => {
    for (const { fault, written, faulty } of exported) {
      expect(await passes(fault, faulty, written), fault).toBe(false);
      if (fault !== mayBeMissing) expect(await passes(fault, sound, written), fault).toBe(true);
    }
  });
});
