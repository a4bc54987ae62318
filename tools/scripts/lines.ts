/**
 * `node tools/scripts/lines.ts`: counts the hand-written lines of TypeScript by folder, without tests, generated files and
 * examples, and lists the longest files.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { markdownTable } from './markdown-table.ts';

const folders = [
  ...['bin', 'proof', 'src', 'reports', 'markup', 'conformance', 'reference-server', 'sdk', 'openapi'],
  'tools',
];

const isTest = (file: string) => /\.(test|suite|test-d)\.ts$/.test(file);
/** What only tests use. */
const isForTests = ({ file }: { readonly file: string }) => file.includes('/testing/');
const isGenerated = (file: string) => /\/generated\/|^tools\/generators\/typescript\//.test(file);

const files = execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => file.endsWith('.ts') && existsSync(file) && !isTest(file) && !isGenerated(file))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }));

const sum = (lines: readonly number[]) => lines.reduce((all, each) => all + each, 0);

function row(name: string, counted: typeof files): string[] {
  const lines = counted.map((each) => each.lines).toSorted((a, b) => a - b);
  const median = lines[Math.floor(lines.length / 2)] ?? 0;
  const forTests = sum(counted.filter(isForTests).map((each) => each.lines));
  return [name, sum(lines), forTests, lines.length, median, lines.filter((each) => each < 25).length].map(
    String,
  );
}

const isProduct = ({ file }: { readonly file: string }) => !/^(proof|tools)\//.test(file);
console.log(
  markdownTable(
    ['Folder', 'Lines', 'Of them for tests', 'Files', 'Median', 'Below 25 lines'],
    [
      ...folders.map((folder) =>
        row(
          folder,
          files.filter(({ file }) => file.startsWith(`${folder}/`)),
        ),
      ),
      row('the product', files.filter(isProduct)),
      row('all', files),
    ],
  ),
);
console.log('\nLonger than 400 lines:');
for (const { file, lines } of files.filter((each) => each.lines > 400).toSorted((a, b) => b.lines - a.lines))
  console.log(`  ${lines} ${file}`);
