/** Fails when the documentation, the help, a requirement, or the title of a check or a fault uses a word that the project has replaced: `npm run task -- wording`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allChecks } from '../../conformance/all-checks.ts';
import { faults } from '../../proof/faults/index.ts';
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
  'openapi/state-machines/*.yaml',
  // The help of every command.
  'src/testing/release/help.txt',
];

const names = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
const problems = wordingProblems([
  ...names.map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') })),
  ...[...allChecks, ...faults].map(({ id, title }) => ({ name: `title of ${id}`, text: title })),
]);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${names.length} files and all titles use the vocabulary of the project.`);
