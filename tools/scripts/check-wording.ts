/**
 * Fails when the documentation, the help, a requirement, or the title of a check or a fault uses a word that the project
 * has replaced, or when two exported types have one name: `npm run task -- wording`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allChecks } from '../../conformance/all-checks.ts';
import { faults } from '../../proof/faults/index.ts';
import { namesTwice, wordsOfNoType } from './type-names.ts';
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

const read = (name: string) => ({ name, text: readFileSync(join(root, name), 'utf8') });

const names = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
// The server is another reading of the document, with words of its own.
const sources = globSync('{bin,conformance,markup,openapi,proof,reports,sdk,src}/**/*.ts', { cwd: root })
  .filter((name) => !/\.(test|suite|test-d)\.ts$|\/(testing|generated|node_modules|dist)\//.test(name))
  .sort()
  .map(read);
const problems = [
  ...wordingProblems([
    ...names.map(read),
    ...[...allChecks, ...faults].map(({ id, title }) => ({ name: `title of ${id}`, text: title })),
  ]),
  ...namesTwice(sources),
  ...wordsOfNoType(read('docs/architecture.md').text, sources),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else
  console.log(
    `${names.length} files and all titles use the vocabulary of the project, and each type has a name of its own.`,
  );
