/** Builds the site: stages its pages, has VitePress, Redocly and TypeDoc make them, and follows every link. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build as buildWithVitePress } from 'vitepress';
import { docsPage } from '../scripts/docs-page.ts';
import { commands } from '../src/cli/commands.ts';
import { createProgram } from '../src/cli/program.ts';
import { tool } from '../src/tool.ts';
import { linkProblems } from './check-built.ts';
import { commandPage, commandsPage } from './cli-pages.ts';
import { configPage } from './config-page.ts';
import { interfacePages } from './interface-pages.ts';
import { sidebarOf } from './sidebar.ts';
import type { SourceFile } from './source-page.ts';
import { type Site, stage } from './stage.ts';
import { writeTypeScriptReference } from './typescript-reference.ts';

const root = join(import.meta.dirname, '..');
const stageFolder = join(import.meta.dirname, '.stage');

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

/** Pages that come from the code. */
export async function generatedPages(): Promise<ReadonlyMap<string, string>> {
  const shown = commands.filter(({ hidden }) => !hidden);
  const loaded = await Promise.all(shown.map(({ name }) => loadCommand(name)));
  const flags = loaded
    .find((command) => command.name() === 'run')
    ?.options.map(({ long }) => long)
    .filter((long) => typeof long === 'string');
  return new Map([
    ['index', text('site/home.md')],
    ['cli/overview', commandsPage(shown)],
    ...loaded.map((command): [string, string] => [`cli/${command.name()}`, commandPage(command)]),
    ['configuration', configPage(text('src/config/schema.ts'), new Set(flags))],
    ['typescript', text('site/typescript.md')],
    ...interfacePages(),
  ]);
}

function filesUnder(folder: string): string[] {
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
  return stage({ documents: readDocuments(), generated: await generatedPages(), read: readSource });
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function writeStage({ pages, titles }: Site, base: string, outDir: string): void {
  rmSync(stageFolder, { recursive: true, force: true });
  for (const [path, markdown] of pages) write(join(stageFolder, 'pages', `${path}.md`), markdown);
  for (const file of filesUnder(join(root, 'docs/images'))) {
    const image = join(stageFolder, 'pages/images', relative(join(root, 'docs/images'), file));
    mkdirSync(dirname(image), { recursive: true });
    writeFileSync(image, readFileSync(file));
  }
  const settings = { base, outDir, sidebar: sidebarOf(titles), version: tool.version };
  write(join(stageFolder, 'site.json'), JSON.stringify(settings));
}

export interface BuildOptions {
  /** Path under which the site will be served, with a slash at both ends. */
  readonly base: string;
  readonly outDir: string;
}

/**
 * Builds the site.
 *
 * @throws Error that names every link which leads nowhere
 */
export async function buildSite({ base, outDir }: BuildOptions): Promise<void> {
  rmSync(outDir, { recursive: true, force: true });
  writeStage(await stagedSite(), base, outDir);
  const assets = join(stageFolder, 'pages/public');
  write(join(assets, 'openapi/index.html'), docsPage());
  await writeTypeScriptReference(join(assets, 'typescript-api'));
  await buildWithVitePress(import.meta.dirname, { base, outDir });
  const files = filesUnder(outDir).map((file) => relative(outDir, file));
  const pages = files
    // The page of Redocly is a program, which its own test looks at.
    .filter((file) => file.endsWith('.html') && file !== 'openapi/index.html')
    .map((file) => [file, readFileSync(join(outDir, file), 'utf8')] as const);
  const problems = linkProblems({ pages: new Map(pages), files: new Set(files), base });
  if (problems.length > 0) throw new Error(`Dead links:\n${problems.join('\n')}`);
}
