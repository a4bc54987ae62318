import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/conformance-process.ts';

const sample = fileURLToPath(new URL('../../reports/testing/results-0.1.0.json', import.meta.url));

function folderWithResults() {
  const folder = temporaryFolder();
  mkdirSync(join(folder.path, 'first'));
  copyFileSync(sample, join(folder.path, 'first', 'results.json'));
  return folder;
}

describe.concurrent('conformance report', () => {
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

  it('writes what is asked for, where it is asked for, of the folder of a report', async () => {
    using folder = folderWithResults();
    const args = ['report', 'first', '--format', 'sarif,wfc', '--format', 'badge', '--out', 'public'];
    const { code, stdout } = await folder.run(args);
    expect(code).toBe(0);
    const written = ['conformance.sarif', 'wfc-report.json', 'badge.svg', 'badge.json'];
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

  it('points at the copy of the description that the user has', async () => {
    using folder = folderWithResults();
    await folder.run(['spec', '--out', 'openapi.yaml']);
    const args = ['report', 'first', '--format', 'github', '--description', 'openapi.yaml'];
    const { code, stdout } = await folder.run(args);
    expect(code).toBe(0);
    const [, line] = /^::error file=openapi\.yaml,line=(\d+),title=PAYROLL-024 /.exec(stdout) ?? [];
    const at = readFileSync(join(folder.path, 'openapi.yaml'), 'utf8').split('\n')[Number(line) - 1];
    expect(at).toMatch(/^ {4}post:$/);
  });

  it('hands a GitHub step its annotations and its summary, which may have one already', async () => {
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

  it('writes the other reports when one cannot be written, and says so', async () => {
    using folder = folderWithResults();
    mkdirSync(join(folder.path, 'first', 'junit.xml'));
    const { code, stdout, stderr } = await folder.run(['report', 'first']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: 'first/index.html\nfirst/summary.md\n' });
    expect(stderr).toMatch(/^error: first\/junit\.xml was not written: [^\n]+\n$/);
  });

  const valid = readFileSync(sample, 'utf8');
  const refusals: Readonly<Record<string, readonly [args: readonly string[], text: string, stderr: RegExp]>> =
    {
      'half a file': [['given'], valid.slice(0, 5000), /^error: given: .* ends in the middle: .*\n$/],
      'another schemaVersion': [
        ['given'],
        valid.replace('"schemaVersion": 1', '"schemaVersion": 2'),
        /^error: given: .*schemaVersion is 2, and this version reads 1 .*\n$/,
      ],
      'a file that is not there': [['missing.json'], '', /^error: missing\.json: ENOENT.*\n$/],
      'two results in one folder': [
        ['first', 'first/results.json'],
        '',
        /^error: .* overwrite each other in first: .*\n$/,
      ],
      'two results for one folder': [
        ['first', 'given', '--out', 'public'],
        valid,
        /overwrite each other in public/,
      ],
      'an unknown format': [
        ['first', '--format', 'html,junt'],
        '',
        /no format "junt"\. Did you mean junit\?/,
      ],
      'a description that is none': [
        ['first', '--description', 'given'],
        'openapi: 3.1.0',
        /^error: given could not be read as a description: .*conformance spec --out openapi\.yaml.*\n$/,
      ],
    };

  it.each(Object.entries(refusals))(
    'refuses %s before it writes anything',
    async (_, [args, text, message]) => {
      using folder = folderWithResults();
      folder.write('given', text);
      const { code, stdout, stderr } = await folder.run(['report', ...args]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(message);
      expect(stderr).not.toMatch(/\n {4}at /);
      expect(readdirSync(join(folder.path, 'first'))).toEqual(['results.json']);
    },
  );

  it('says what each format is for', async () => {
    using folder = temporaryFolder();
    const { code, stdout } = await folder.run(['report', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Formats:\n {2}html .*index\.html.*sarif .*conformance\.sarif.*Exit codes/s);
  });
});
