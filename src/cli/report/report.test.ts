import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/conformance-process.ts';
import { reportCommand } from './report.ts';

const sample = fileURLToPath(new URL('../../../reports/testing/results-0.1.0.json', import.meta.url));

function folderWithResults() {
  const folder = temporaryFolder();
  mkdirSync(join(folder.path, 'first'));
  copyFileSync(sample, join(folder.path, 'first', 'results.json'));
  return folder;
}

describe('conformance report', () => {
  it('writes the reports beside the results, whatever their verdict', async () => {
    using folder = folderWithResults();
    const { code, stdout, stderr } = await folder.run(['report', 'first/results.json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe('first/index.html\nfirst/junit.xml\nfirst/summary.md\n');
    expect(readFileSync(join(folder.path, 'first', 'results.json'), 'utf8')).toBe(
      readFileSync(sample, 'utf8'),
    );
    expect(readFileSync(join(folder.path, 'first', 'summary.md'), 'utf8')).toContain('PAYROLL-024');
  });

  it('prints nothing from a file that could control a terminal or a CI job', async () => {
    using folder = folderWithResults();
    const path = join(folder.path, 'first', 'results.json');
    const results = JSON.parse(readFileSync(path, 'utf8'));
    const evil = '\u001b]0;owned\u0007\n::error::x';
    results.tool.version = evil;
    for (const finding of results.findings) finding.id = evil;
    writeFileSync(path, JSON.stringify(results));
    const { stdout, stderr } = await folder.run(['report', path, '--format', 'github']);
    expect(stderr).toMatch(
      /^warning: .* was written by version ␛\]0;owned␇ ::error::x; this is version \S+\n$/,
    );
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|^::error::x/mu);
    expect(stdout).toContain("'␛]0;owned␇ ::error::x'");
  });

  it('writes the requested formats of a report folder into the requested folder', async () => {
    using folder = folderWithResults();
    const args = ['report', 'first', '--format', 'sarif', '--format', 'badge', '--out', 'public'];
    const { code, stdout } = await folder.run(args);
    expect(code).toBe(0);
    const written = ['conformance.sarif', 'badge.svg', 'badge.json'];
    expect(stdout.trim().split('\n')).toEqual(written.map((file) => join('public', file)));
    expect(readdirSync(join(folder.path, 'public')).toSorted()).toEqual(written.toSorted());
    expect(readdirSync(join(folder.path, 'first'))).toEqual(['results.json']);
  });

  it('reports on several results one by one', async () => {
    using folder = folderWithResults();
    mkdirSync(join(folder.path, 'second'));
    copyFileSync(sample, join(folder.path, 'second', 'results.json'));
    const { code, stdout } = await folder.run(['report', 'first', 'second', '--format', 'junit']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'first/junit.xml\nsecond/junit.xml\n' });
  });

  it('points to the user’s copy of the description', async () => {
    using folder = folderWithResults();
    await folder.run(['spec', '--out', 'openapi.yaml']);
    const args = ['report', 'first', '--format', 'github', '--description', 'openapi.yaml'];
    const { code, stdout } = await folder.run(args);
    expect(code).toBe(0);
    const [, line] = /^::error file=openapi\.yaml,line=(\d+),title=PAYROLL-024 /.exec(stdout) ?? [];
    const at = readFileSync(join(folder.path, 'openapi.yaml'), 'utf8').split('\n')[Number(line) - 1];
    expect(at).toMatch(/^ {4}post:$/);
  });

  it('writes annotations and appends to the job summary of a GitHub step', async () => {
    using folder = folderWithResults();
    const file = join(folder.path, 'step-summary.md');
    writeFileSync(file, '# Before\n');
    const args = ['report', 'first', '--format', 'github'];
    const { code, stdout } = await folder.run(args, { GITHUB_STEP_SUMMARY: file });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^::error title=PAYROLL-024 .*\n$/);
    expect(readFileSync(file, 'utf8')).toMatch(/^# Before\n## The target does not conform\n/);
    expect(readdirSync(join(folder.path, 'first'))).toEqual(['results.json']);
  });

  it('writes the other reports if one cannot be written, and reports the failure', async () => {
    using folder = folderWithResults();
    mkdirSync(join(folder.path, 'first', 'junit.xml'));
    const { code, stdout, stderr } = await folder.run(['report', 'first']);
    expect({ code, stdout }).toEqual({ code: 5, stdout: 'first/index.html\nfirst/summary.md\n' });
    expect(stderr).toMatch(/^error: first\/junit\.xml was not written: [^\n]+\n$/);
  });
});

/** In this process, since nothing is printed and nothing of the environment counts. */
const parse = (args: readonly string[]) =>
  reportCommand(() => {})
    .exitOverride()
    .configureOutput({ writeErr: () => {}, writeOut: () => {} })
    .parseAsync(args, { from: 'user' });

const valid = readFileSync(sample, 'utf8');

interface Refusal {
  /** Names in a folder that has first/results.json and the file given. */
  readonly files: readonly string[];
  readonly options?: readonly string[];
  readonly given?: string;
  readonly message: RegExp;
}

const refusals: Readonly<Record<string, Refusal>> = {
  'half a file': {
    files: ['first', 'given'],
    given: valid.slice(0, 5000),
    message: /given: .* the file is cut off: /,
  },
  'what is not JSON': { files: ['given'], given: '<testsuites/>', message: /given: .* not JSON / },
  'JSON of another kind': {
    files: ['given'],
    given: '{"openapi":"3.1.0"}',
    message: /given: .* not the results of a run/,
  },
  'another schemaVersion': {
    files: ['given'],
    given: valid.replace('"schemaVersion": 1', '"schemaVersion": 2'),
    message: /given: .*schemaVersion is 2, and this version reads 1 /,
  },
  'a file that is not there': {
    files: ['missing.json'],
    message: /There is no file .*missing\.json: give a file/,
  },
  'a folder without results': { files: ['.'], message: /contains no results\.json and no results\.ndjson/ },
  'two results in one folder': {
    files: ['first', 'first/results.json'],
    message: /overwrite each other in .*first: /,
  },
  'two results for one folder': {
    files: ['first', 'given'],
    options: ['--out', 'never-made'],
    given: valid,
    message: /overwrite each other in never-made: /,
  },
  'an unknown format': {
    files: ['first'],
    options: ['--format', 'html,junt'],
    message: /no format "junt"\. Did you mean junit\?/,
  },
  'a description that is not there': {
    files: ['first'],
    options: ['--description', 'missing.yaml'],
    message: /missing\.yaml cannot be read as a description: .*conformance spec --out openapi\.yaml/,
  },
  'a description that is none': {
    files: ['first'],
    options: ['--description', sample],
    message: /cannot be read as a description: it describes no operation: /,
  },
};

it.each(Object.entries(refusals))('refuses %s before it writes anything', async (_, refusal) => {
  using folder = folderWithResults();
  folder.write('given', refusal.given ?? '');
  const files = refusal.files.map((name) => join(folder.path, name));
  await expect(parse([...files, ...(refusal.options ?? [])])).rejects.toThrow(refusal.message);
  expect(readdirSync(join(folder.path, 'first'))).toEqual(['results.json']);
});

it('says what each format is for', () => {
  let help = '';
  reportCommand(() => {})
    .configureOutput({ writeOut: (text) => (help += text) })
    .outputHelp();
  expect(help).toMatch(/Formats:\n {2}html .*index\.html.*sarif .*conformance\.sarif.*Exit codes/s);
});
