/** The pages of the site, from docs/ and from the code. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { commands, createProgram } from '../../bin/program.ts';
import { commandPage, commandsPage } from './cli-pages.ts';
import { configPage } from './config-page.ts';
import { dataPages } from './data-pages.ts';
import { interfacePages } from './interface-pages.ts';
import type { SourceFile } from './source-page.ts';
import { type Site, stage } from './stage.ts';

const root = join(import.meta.dirname, '../..');

const text = (path: string) => readFileSync(join(root, path), 'utf8');

/** Markdown files of the repository that are pages. */
export function readDocuments(): ReadonlyMap<string, string> {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const paths = [...docs.map((name) => `docs/${name}`), 'CONTRIBUTING.md', 'CHANGELOG.md'];
  return new Map(paths.map((path) => [path, text(path)]));
}

/** A command of the program, loaded. */
async function loadCommand(name: string) {
  const program = await createProgram(() => {}, [name]);
  const command = program.commands.find((each) => each.name() === name);
  if (command === undefined) throw new Error(`The program has no command ${name}`);
  return command;
}

const shown = commands.filter(({ hidden }) => !hidden);

/** Every command that the help shows. */
export const loadCommands = () => Promise.all(shown.map(({ name }) => loadCommand(name)));

/** Pages that come from the code. */
export async function generatedPages(): Promise<ReadonlyMap<string, string>> {
  const loaded = await loadCommands();
  const flags = loaded.find((command) => command.name() === 'run')?.options.flatMap(({ long }) => long ?? []);
  return new Map([
    ['index', text('tools/site/home.md')],
    ['cli/overview', commandsPage(shown)],
    ...loaded.map((command): [string, string] => [`cli/${command.name()}`, commandPage(command)]),
    ['configuration', configPage(text('src/config/schema.ts'), new Set(flags))],
    ['typescript', text('tools/site/typescript.md')],
    ['servers', text('tools/site/servers.md')],
    ...interfacePages(),
  ]);
}

/** Paths of all files below a folder. */
export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function readSource(path: string): readonly SourceFile[] {
  const full = join(root, path);
  const files = statSync(full).isDirectory() ? filesUnder(full).sort() : [full];
  return files.map((file) => ({ path: relative(root, file), text: readFileSync(file, 'utf8') }));
}

/** Every page, in Markdown. */
export async function stagedSite(): Promise<Site> {
  const documents = new Map([...readDocuments(), ...dataPages()]);
  return stage({ documents, generated: await generatedPages(), read: readSource });
}
