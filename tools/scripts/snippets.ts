/**
 * Checks every snippet of README.md, sdk/README.md, CONTRIBUTING.md, docs/ and the help of the commands: TypeScript by
 * the compiler, commands by the program that they start, data by its schema, samples of output by the real output.
 * Executes those that are cheap or marked with `run`. Exits 1 when one is wrong.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { generatedPages, loadCommands, readDocuments } from '../site/pages.ts';
import { checkSnippets } from '../site/snippets/check-all.ts';
import { tasks } from '../tasks.ts';

const root = join(import.meta.dirname, '../..');
const commands = await loadCommands();
const help = [...(await generatedPages())].filter(([path]) => path.startsWith('cli/'));
const documents = new Map([
  ...readDocuments(),
  ...['README.md', 'sdk/README.md'].map((path) => [path, readFileSync(join(root, path), 'utf8')] as const),
  ...help,
]);

/** Options of the scripts and benches, by their sources. */
function ownOptions(): readonly string[] {
  const sources = ['tools/scripts', 'tools/bench', 'tools/mutation'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
  return sources.flatMap((source) => source.match(/--[a-z][\w-]+/g) ?? []);
}

/** Options of commands, and of the scripts that the documentation mentions. */
const options = new Set([
  ...commands
    .flatMap((command) => [command, ...command.commands])
    .flatMap((command) => command.options.map(({ long }) => long ?? '')),
  ...ownOptions(),
]);

const { snippets, executed, samples, unchecked, problems } = await checkSnippets({
  documents,
  options,
  pack: { root, exports: packageJson.exports, name: packageJson.name },
  repository: {
    scripts: packageJson.scripts,
    tasks: Object.keys(tasks),
    peers: Object.keys(packageJson.peerDependencies),
    has: (path) => existsSync(join(root, path)),
  },
});

for (const { file, line, message } of problems) console.error(`${file}:${line}: ${message}`);
console.log(
  `${snippets} snippets in ${documents.size} pages, ${executed} of them executed, ${samples} compared with what is printed, ${problems.length} wrong`,
);
for (const { file, line, unchecked: reason } of unchecked)
  console.log(`  unchecked ${file}:${line}: ${reason}`);
if (problems.length > 0) process.exitCode = 1;
