/** The problems of the links of a built site. Opens no file. */

export interface Built {
  /** HTML by path from the root of the site, such as `cli/run.html`. */
  readonly pages: ReadonlyMap<string, string>;
  /** Every file of the site. */
  readonly files: ReadonlySet<string>;
  /** Such as `/` or `/docs/`. */
  readonly base: string;
}

const attribute = /<(a|link|script|img|source|iframe|use)\b[^>]*?\s(?:href|src)="([^"]*)"/g;

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&lt;': '<' };
const decode = (text: string) =>
  text.replace(/&(?:amp|quot|#39|lt);/g, (entity) => entities[entity] ?? entity);

/** Scripts of a page hold texts that look like tags. */
const markupOf = (page: string) => page.replace(/(<(script|style)\b[^>]*>)[\s\S]*?(<\/\2>)/g, '$1$3');

const anchors = (page: string) =>
  new Set([...page.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id = '']) => decode(id)));

/** The file that a server gives for a path. */
function fileOf(path: string, files: ReadonlySet<string>): string | undefined {
  const wanted = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  return [wanted, `${wanted}.html`, `${wanted}/index.html`].find((file) => files.has(file));
}

/** @returns one sentence per link that leads nowhere, or that loads something from elsewhere */
export function linkProblems({ pages, files, base }: Built): readonly string[] {
  const cache = new Map<string, ReadonlySet<string>>();
  const anchorsOf = (file: string) => {
    const known = cache.get(file) ?? anchors(markupOf(pages.get(file) ?? ''));
    cache.set(file, known);
    return known;
  };
  const problems = new Set<string>();
  for (const [from, page] of pages) {
    for (const [, tag = '', raw = ''] of markupOf(page).matchAll(attribute)) {
      const target = decode(raw);
      if (/^(data|mailto|blob|about):/.test(target)) continue;
      if (/^(https?:)?\/\//.test(target)) {
        if (tag !== 'a') problems.add(`${from} loads ${target} from elsewhere`);
        continue;
      }
      const address = new URL(target, `http://site${base}${from}`);
      if (!address.pathname.startsWith(base)) {
        problems.add(`${from} links to ${target}, which is outside of ${base}`);
        continue;
      }
      const file = fileOf(decodeURIComponent(address.pathname.slice(base.length)), files);
      const anchor = decodeURIComponent(address.hash.slice(1));
      if (file === undefined) problems.add(`${from} links to ${target}, which is not there`);
      // An anchor that begins with a slash is the route of a page that is a program.
      else if (anchor !== '' && !anchor.startsWith('/') && pages.has(file) && !anchorsOf(file).has(anchor)) {
        problems.add(`${from} links to ${target}, and ${file} has no such anchor`);
      }
    }
  }
  return [...problems];
}
