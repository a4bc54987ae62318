import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requirements } from '../../../openapi/catalogue.ts';
import { conformantResults, failingResults } from '../../../reports/testing/sample-results.ts';
import { parseKnownFailures } from '../../config/known-failures.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';
import { invoke } from '../../testing/invoke.ts';
import type { Ending } from '../exit-codes.ts';
import { createTerminal } from '../terminal.ts';
import { repeatRun } from './repeat.ts';

const conformant: Ending = { code: 0, results: conformantResults };
const failing: Ending = { code: 1, results: failingResults };
const stopped: Ending = { code: 4, results: { ...conformantResults, verdict: 'incomplete' } };

async function repeat(endings: readonly Ending[], out: string) {
  const folders: string[] = [];
  const lines: string[] = [];
  const print = (text = '') => void lines.push(text);
  const terminal = { ...createTerminal({ color: false }), line: print, warn: print };
  const code = await repeatRun(endings.length, out, terminal, async (folder) => {
    folders.push(folder);
    return endings[folders.length - 1] ?? conformant;
  });
  return { code, folders, text: lines.join('\n') };
}

const listIn = (folder: string) =>
  parseKnownFailures(JSON.parse(readFileSync(join(folder, 'flaky.json'), 'utf8')), {
    ...{
      list: 'flaky',
      file: 'flaky.json',
      requirements,
      checks: failingResults.checks,
      checksList: 'checks',
    },
  });

it('lists a finding that comes and goes, and not one that stays', async () => {
  using folder = temporaryFolder();
  const out = folder.path;
  const some = await repeat([conformant, failing, failing], out);
  expect(some).toMatchObject({ code: 1, folders: [out, join(out, 'repeat-2'), join(out, 'repeat-3')] });
  const list = listIn(out);
  expect(list.length).toBeGreaterThan(0);
  for (const { reason } of list) expect(reason).toBe('Failed in 2 of 3 runs.');
  expect(some.text).toContain(`2 of 3  ${list[0]?.requirement}`);
  expect(await repeat([failing, failing], out)).toMatchObject({ code: 1 });
  expect(listIn(out)).toEqual([]);
});

it('ends with a run that could not go on', async () => {
  using folder = temporaryFolder();
  const { code, folders, text } = await repeat([conformant, stopped, conformant], folder.path);
  expect({ code, runs: folders.length, text }).toMatchObject({
    ...{ code: 4, runs: 2, text: expect.stringContaining('Ended after 2 of 3 runs.') },
  });
});

it('runs with the same seed each time', async () => {
  using folder = temporaryFolder();
  const { code } = await invoke(['run', '--repeat', '2', '--checks', 'persons.read', '--quiet'], folder.path);
  const seedIn = (path: string) =>
    JSON.parse(readFileSync(join(folder.path, 'conformance-report', path, 'results.json'), 'utf8')).run.seed;
  expect(code).toBe(0);
  expect(seedIn('repeat-2')).toBe(seedIn(''));
});
