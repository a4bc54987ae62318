import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Results } from '../../../conformance/engine/results.ts';
import { renderJson } from '../../../reports/json.ts';
import { conformantResults, failingResults } from '../../../reports/testing/sample-results.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

function keep(results: Results, startedAt: string, ...path: string[]): void {
  const place = join(folder.path, ...path);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'results.json'), renderJson({ ...results, run: { ...results.run, startedAt } }));
  writeFileSync(join(place, 'index.html'), '');
}

const page = (out: string) => readFileSync(join(folder.path, out, 'index.html'), 'utf8');

test('the board has each server once, its runs as a trend, and links to the latest report', async () => {
  keep(failingResults, '2026-11-01T00:00:00.000Z', 'runs', 'vendor-a', 'old');
  keep(conformantResults, '2026-12-01T00:00:00.000Z', 'runs', 'vendor-a', 'new');
  keep(failingResults, '2026-12-01T00:00:00.000Z', 'runs', 'vendor-b');
  keep(failingResults, '2026-12-01T00:00:00.000Z', 'runs', 'vendor-c');
  const given = ['vendor-a/new', 'vendor-a/old', 'vendor-b/results.json', 'vendor-c'];
  const { code } = await folder.run(['board', ...given.map((each) => `runs/${each}`), '--out', 'board']);
  expect(code).toBe(0);
  const text = page('board');
  const passed = (results: Results) => results.totals.documented.passed;
  expect(text).toContain(`<td>${passed(failingResults)} → ${passed(conformantResults)}</td>`);
  expect(text).toContain('<a href="../runs/vendor-a/new/index.html">vendor-a</a>');
  expect(text).toContain('<a href="../runs/vendor-b/index.html#finding-');
  const common = text.slice(text.indexOf('id="common"'), text.indexOf('id="findings"'));
  expect(common).toMatch(/PAYROLL-024<\/b>.*vendor-b, vendor-c/);
  expect(readdirSync(join(folder.path, 'board')).toSorted()).toEqual([
    'index.html',
    'vendor-a.svg',
    'vendor-b.svg',
    'vendor-c.svg',
  ]);
  expect(readFileSync(join(folder.path, 'board', 'vendor-a.svg'), 'utf8')).not.toContain('failed');
});

test('what a stranger wrote into results or into the name of a folder is text', async () => {
  const [first] = failingResults.findings;
  if (first === undefined) throw new Error('The sample has no finding.');
  const findings = [{ ...first, title: '<script>alert(1)</script>' }];
  keep({ ...failingResults, findings }, '2026-12-01T00:00:00.000Z', 'odd', '<b>"name', 'run');
  keep(conformantResults, '2026-12-01T00:00:00.000Z', 'odd', 'other');
  await folder.run(['board', 'odd/<b>"name/run', 'odd/other', '--out', 'odd-board']);
  const text = page('odd-board');
  expect(text).not.toMatch(/<script>alert|<b>"name/);
  expect(text).toContain('href="../odd/%3Cb%3E%22name/run/index.html"');
});

test('one run is a board, too; a file that is none exits 2', async () => {
  expect((await folder.run(['board', 'runs/vendor-b', '--out', 'one'])).code).toBe(0);
  expect(page('one')).toContain('1 server, 1 run');
  expect((await folder.run(['board', 'nowhere', '--out', 'none'])).code).toBe(2);
});
