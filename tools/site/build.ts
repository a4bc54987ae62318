/** Builds the site: stages its pages, has VitePress, Redocly and TypeDoc make them, and follows every link. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build as buildWithVitePress } from 'vitepress';
import { tool } from '../../src/tool.ts';
import { docsPage } from '../scripts/docs-page.ts';
import { boardFiles, type KeptRun } from './board.ts';
import { linkProblems } from './check-built.ts';
import { llmsText, pagesFor } from './llms.ts';
import { filesUnder, stagedSite } from './pages.ts';
import runs from './records/board.json' with { type: 'json' };
import { sidebarOf } from './sidebar.ts';
import type { Site } from './stage.ts';
import { writeTypeScriptReference } from './typescript-reference.ts';

const root = join(import.meta.dirname, '../..');
const { description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const stageFolder = join(import.meta.dirname, '.stage');

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function writeStage({ pages, titles }: Site, base: string, outDir: string): void {
  rmSync(stageFolder, { recursive: true, force: true });
  for (const [path, markdown] of pages) write(join(stageFolder, 'pages', `${path}.md`), markdown);
  for (const file of filesUnder(join(root, 'docs/images'))) {
    const image = join(stageFolder, 'pages/public/images', relative(join(root, 'docs/images'), file));
    mkdirSync(dirname(image), { recursive: true });
    writeFileSync(image, readFileSync(file));
  }
  const settings = { base, outDir, sidebar: sidebarOf(titles), version: tool.version };
  write(join(stageFolder, 'site.json'), JSON.stringify(settings));
}

/** The pages as Markdown beside those for browsers, and the list of them. VitePress would make pages of them. */
function writeMarkdown({ pages, titles }: Site, base: string, outDir: string): void {
  const sidebar = sidebarOf(titles);
  write(join(outDir, 'llms.txt'), llmsText(sidebar, pages, base, description));
  for (const path of pagesFor(sidebar)) write(join(outDir, `${path}.md`), pages.get(path) ?? '');
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
  const site = await stagedSite();
  writeStage(site, base, outDir);
  const assets = join(stageFolder, 'pages/public');
  write(join(assets, 'openapi/index.html'), docsPage());
  // Written by tools/scripts/record-board.ts.
  for (const [file, content] of boardFiles(runs as KeptRun[])) write(join(assets, 'board', file), content);
  await writeTypeScriptReference(join(assets, 'typescript-api'), base);
  await buildWithVitePress(import.meta.dirname, { base, outDir });
  writeMarkdown(site, base, outDir);
  const files = filesUnder(outDir).map((file) => relative(outDir, file));
  const pages = files
    // The page of Redocly is a program, which its own test looks at.
    .filter((file) => file.endsWith('.html') && file !== 'openapi/index.html')
    .map((file) => [file, readFileSync(join(outDir, file), 'utf8')] as const);
  const problems = linkProblems({ pages: new Map(pages), files: new Set(files), base });
  if (problems.length > 0) throw new Error(`Dead links:\n${problems.join('\n')}`);
}
