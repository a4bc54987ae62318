/** The pages of the site as VitePress takes them, made from docs/ and from the code. Opens no file. */
import { type Html, html } from '../../markup/html.ts';
import { type StateMachine, stateMachines } from '../../openapi/catalogue.ts';
import { curve, loop, round } from '../../reports/html/state-curves.ts';
import { layoutMachine } from '../../reports/html/state-layout.ts';
import { pageOf, rewriteLinks } from './source-links.ts';
import { type SourceFile, sourcePage } from './source-page.ts';

/** The picture; the table of transitions below it says the same. */
function stateDiagram(machine: StateMachine): Html {
  const { width, height, states, transitions } = layoutMachine(machine, (id) => id);
  const tip = `${machine.id}-tip`;
  const byId = new Map(machine.transitions.map((each) => [each.id, each]));
  return html`<figure class="machine" tabindex="0" role="group" aria-label="Diagram: ${machine.title}"><svg role="img" aria-label="States and transitions: ${machine.title}" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}">
<defs><marker id="${tip}" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="10" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
${transitions.map(({ id, points, label }) => {
  const transition = byId.get(id);
  const path = transition?.from === transition?.to ? loop(points) : curve(points);
  return html`<g class="transition"><path d="${path}" marker-end="url(#${tip})"/><rect x="${round(label.x - label.width / 2)}" y="${round(label.y - 9)}" width="${label.width}" height="18"/><text x="${round(label.x)}" y="${round(label.y + 4)}" text-anchor="middle">${id}</text></g>
`;
})}${states.map(({ name, x, y, width: wide, height: high }) => {
  const kind = name in machine.unreachable ? ' unreachable' : name === machine.initial ? ' initial' : '';
  return html`<g class="state${kind}"><rect x="${round(x - wide / 2)}" y="${round(y - high / 2)}" width="${wide}" height="${high}" rx="${high / 2}"/><text x="${round(x)}" y="${round(y + 4.5)}" text-anchor="middle">${name}</text></g>
`;
})}</svg></figure>`;
}

export interface Inputs {
  /** Markdown files of the repository by their path, such as `docs/ci.md` and `README.md`. */
  readonly documents: ReadonlyMap<string, string>;
  /** Pages that come from the code, by their path in the site, without `.md`. */
  readonly generated: ReadonlyMap<string, string>;
  /** The files of a path of the repository: itself, or those of the folder. */
  readonly read: (path: string) => readonly SourceFile[];
}

/** The picture of each machine in the place of its text form, which GitHub draws and VitePress does not. */
function drawMachines(markdown: string): string {
  let next = 0;
  return markdown.replace(/^```mermaid\n[\s\S]*?^```$/gm, () => {
    const machine = stateMachines[next];
    if (machine === undefined) throw new Error('docs/state-machines.md has a diagram of no machine');
    next += 1;
    return stateDiagram(machine).text;
  });
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
  'docs/first-sight.md',
  'docs/blind-faults.md',
]);
export const wideHead = '---\naside: false\n---\n\n';

/** Records and tables that the search would find instead of the pages that explain a word. */
const unsearched = new Set([
  'docs/access.md',
  'docs/blind-faults.md',
  'docs/comparison.md',
  'docs/dependencies.md',
  'docs/faults.md',
  'docs/first-sight.md',
  'docs/interpretations.md',
  'docs/mutation.md',
  'docs/performance.md',
  'docs/selftest-adapter.md',
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
    const drawn = path.endsWith('/state-machines.md') ? drawMachines(markdown) : markdown;
    const rewritten = rewriteLinks(moveImages(withoutNotes(nameHeadings(drawn))), folder, names);
    for (const source of rewritten.sources) sources.add(source);
    pages.set(pageOf(path).slice(1), `${headOf(path)}${rewritten.text}`);
  }
  for (const source of sources) pages.set(pageOf(source).slice(1), sourcePage(source, read(source)));
  const titles = [...pages].map(([path, markdown]) => [path, titleOf(path, markdown)] as const);
  return { pages, titles: new Map(titles) };
}
