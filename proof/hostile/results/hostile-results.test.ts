import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Results } from '../../../conformance/engine/results.ts';
import { formatNames } from '../../../reports/formats.ts';
import { parseResults } from '../../../reports/json.ts';
import { temporaryFolder } from '../../../src/testing/conformance-process.ts';
import { commandResults, controlResults } from '../testing/hostile-results.ts';

/** Control characters other than tab and newline, and marks that turn the direction of writing. */
const unseen = /[^\P{Cc}\t\n]|[\p{Bidi_Control}\u2028\u2029\ufeff]/u;

/** Commands of a GitHub workflow that are not of our annotations, whose text the runner does not search for others. */
const workflowCommand = /^\s*::(?!(error|warning|notice)[ :])|^\s*::\w+::injected|^(?!::).*##\[/m;

function folderWith(results: Results) {
  const folder = temporaryFolder();
  const text = JSON.stringify(results);
  parseResults(text);
  folder.write('results.json', text);
  return folder;
}

const inWorkflow = { GITHUB_ACTIONS: 'true' };
const [first] = controlResults.findings;

it.each<[what: string, args: readonly string[]]>([
  ...formatNames.map((name): [string, string[]] => [name, ['report', '.', '--format', name, '--out', 'out']]),
  ['a list of findings', ['replay', '.']],
  ['a finding that is not there', ['replay', '.', 'x']],
  ['the script of a finding', ['replay', '.', first?.id ?? '', '--replay-steps']],
  ['a refused replay', ['replay', '.', first?.id ?? '']],
  ['a comparison', ['compare', '.', '.']],
  ['a comparison in Markdown', ['compare', '.', '.', '--format', 'markdown']],
  ['a comparison in JSON', ['compare', '.', '.', '--format', 'json']],
  ['a comparison with other findings', ['compare', 'before.json', '.']],
  ['a comparison with other findings in Markdown', ['compare', 'before.json', '.', '--format', 'markdown']],
  ['a comparison with other findings in JSON', ['compare', '.', 'before.json', '--format', 'json']],
])('no control character of a results file reaches a reader of %s', async (_, args) => {
  using folder = folderWith(controlResults);
  folder.write('before.json', JSON.stringify({ ...controlResults, findings: [], requirements: [] }));
  const summary = join(folder.path, 'step-summary.md');
  folder.write('step-summary.md', '');
  const { stdout, stderr } = await folder.run(args, { ...inWorkflow, GITHUB_STEP_SUMMARY: summary });
  const written = readdirSync(folder.path).includes('out') ? readdirSync(join(folder.path, 'out')) : [];
  const texts = {
    stdout,
    stderr,
    summary: readFileSync(summary, 'utf8'),
    ...Object.fromEntries(
      written.map((name) => [name, readFileSync(join(folder.path, 'out', name), 'utf8')]),
    ),
  };
  for (const [name, text] of Object.entries(texts))
    expect({ name, found: unseen.exec(text) }).toEqual({ name, found: null });
  expect(stdout).not.toMatch(workflowCommand);
  expect(stderr).not.toMatch(workflowCommand);
  expect(stdout + stderr + written.join()).not.toBe('');
});

it('no command of a results file is printed as one of ours', async () => {
  using folder = folderWith(commandResults);
  const args = ['report', '.', '--format', formatNames.join(','), '--out', 'out'];
  const { code, stdout } = await folder.run(args);
  expect(code).toBe(0);
  const names = readdirSync(join(folder.path, 'out'));
  const texts = [stdout, ...names.map((name) => readFileSync(join(folder.path, 'out', name), 'utf8'))];
  for (const text of texts) {
    // Only as a quoted value of an option.
    expect(text.replaceAll(/(['"]|&#39;)x; touch pwned\1/g, '')).not.toContain('touch pwned');
    expect(text).not.toContain('evil.example');
  }
  expect(texts.join()).toContain('conformance replay');
});
