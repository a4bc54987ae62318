/** Fails when the documentation, the help or a requirement uses a word that the project has replaced: `npm run wording`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordingProblems } from './wording-problems.ts';

const root = join(import.meta.dirname, '../..');

const patterns = [
  ...['README.md', 'CONTRIBUTING.md', 'sdk/README.md', 'docs/*.md', 'action.yml'],
  ...[
    'openapi/requirements/*.yaml',
    'openapi/receiver-requirements/*.yaml',
    'openapi/client-requirements/*.yaml',
  ],
  'openapi/interpretations/*.yaml',
  // The help of every command.
  'src/testing/release/help.txt',
];

const names = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
const problems = wordingProblems(
  names.map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') })),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${names.length} files use the vocabulary of the project.`);
