/** The pages of the site as VitePress takes them, made from docs/ and from the code. Opens no file. */
import { pageOf, rewriteLinks } from './source-links.ts';
import { type SourceFile, sourcePage } from './source-page.ts';

export interface Inputs {
  /** Markdown files of the repository by their path, such as `docs/ci.md` and `README.md`. */
  readonly documents: ReadonlyMap<string, string>;
  /** Pages that come from the code, by their path in the site, without `.md`. */
  readonly generated: ReadonlyMap<string, string>;
  /** The files of a path of the repository: itself, or those of the folder. */
  readonly read: (path: string) => readonly SourceFile[];
}

/** An anchor inside of a heading would leave its text out of the outline. */
const nameHeadings = (markdown: string) =>
  markdown.replace(/^(#+) <a id="([^"]+)"><\/a>(.*)$/gm, '$1 $3 {#$2}');

/** Removes notes for the checks of snippets, which are useless to the reader. */
const withoutNotes = (markdown: string) =>
  markdown
    .replace(/^ *<!-- (?:context\n[\s\S]*?|\S+ of [\w-]+ )-->\n/gm, '')
    .replace(/^( *`{3,}[\w-]+) [^\n`]*$/gm, '$1');

/** The pictures are beside the pages in the repository, and in one folder of the site. */
const moveImages = (markdown: string) => markdown.replace(/(!\[[^\]]*\]\()images\//g, '$1/images/');

const titleOf = (path: string, markdown: string) => {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? [];
  if (title === undefined) throw new Error(`${path} has no heading of the first level`);
  return title.replaceAll('`', '');
};

/** Their tables need the room of the outline. */
const wide = new Set([
  'docs/requirements.md',
  'docs/interpretations.md',
  'docs/access.md',
  'docs/comparison.md',
  'docs/blind-faults.md',
]);
export const wideHead = '---\naside: false\n---\n\n';

/** Records and tables that the search would find instead of the pages that explain a word. */
const unsearched = new Set([
  'docs/access.md',
  'docs/blind-faults.md',
  'docs/comparison.md',
  'docs/faults.md',
  'docs/interpretations.md',
  'docs/mutation.md',
  'docs/performance.md',
  'docs/traffic-faults.md',
  'CHANGELOG.md',
]);

function headOf(path: string): string {
  const settings = [
    ...(wide.has(path) ? ['aside: false'] : []),
    ...(unsearched.has(path) ? ['search: false'] : []),
  ];
  return settings.length === 0 ? '' : `---\n${settings.join('\n')}\n---\n\n`;
}

export interface Site {
  /** Markdown by path in the site, without `.md`. */
  readonly pages: ReadonlyMap<string, string>;
  readonly titles: ReadonlyMap<string, string>;
}

export function stage({ documents, generated, read }: Inputs): Site {
  const pages = new Map(generated);
  const sources = new Set<string>();
  const names = new Map([...documents].map(([path, markdown]) => [path, titleOf(path, markdown)]));
  for (const [path, markdown] of documents) {
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    const rewritten = rewriteLinks(moveImages(withoutNotes(nameHeadings(markdown))), folder, names);
    for (const source of rewritten.sources) sources.add(source);
    pages.set(pageOf(path).slice(1), `${headOf(path)}${rewritten.text}`);
  }
  for (const source of sources) pages.set(pageOf(source).slice(1), sourcePage(source, read(source)));
  const titles = [...pages].map(([path, markdown]) => [path, titleOf(path, markdown)] as const);
  return { pages, titles: new Map(titles) };
}
