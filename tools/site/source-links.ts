/** Links out of docs/ to files of the repository, which the site has as pages of their own. */

/** Code that is fenced or between backticks, an image, or a link, whose target is caught. */
const token =
  /^ *(`{3,})[^\n]*\n[\s\S]*?^ *\1 *$|`[^`\n]*`|!\[[^\]]*\]\([^)]*\)|\[([^[\]]*)\]\(([^()\s]+)\)/gm;

/** Targets of links that are relative to the page, without its images. */
export function relativeLinks(markdown: string): readonly string[] {
  return [...markdown.matchAll(token)].flatMap(([, , , target]) =>
    target === undefined || isElsewhere(target) ? [] : [target],
  );
}

const isElsewhere = (target: string) => /^([a-z]+:|#|\/)/.test(target);

export interface Rewritten {
  readonly text: string;
  /** Files and folders of the repository that the page refers to. */
  readonly sources: readonly string[];
}

/** Resolves a relative path of the repository, such as `../../README.md` seen from `docs`. */
export function resolvePath(folder: string, path: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The place of a file of the repository on the site. */
export function pageOf(file: string): string {
  const doc = /^docs\/(.+)\.md$/.exec(file)?.[1];
  if (doc !== undefined) return `/${doc}`;
  switch (file) {
    case 'README.md':
      return '/';
    case 'CONTRIBUTING.md':
      return '/contributing';
    case 'CHANGELOG.md':
      return '/changelog';
    default:
      // A dot would look like the ending of a page.
      return `/source/${file.replaceAll(/[^\w/-]/g, '-')}`;
  }
}

/** Pages of the site that are made of data, by the file or folder that a reader of the repository finds the data in. */
const dataPages: Readonly<Record<string, string>> = {
  'openapi/requirements': '/requirements',
  'openapi/receiver-requirements': '/requirements#receivers-of-webhooks',
  'openapi/client-requirements': '/requirements#clients',
  'openapi/interpretations': '/interpretations',
  'openapi/state-machines': '/state-machines',
  'src/config/schema.ts': '/configuration',
  'conformance/provider/credentials.ts': '/access',
  'proof/selftest': '/selftest',
  'proof/blind': '/blind-faults',
  'tools/mutation': '/mutation',
  'tools/site/servers.md': '/servers',
  'tools/bench': '/performance',
  'tools/benchmark': '/comparison',
  'tools/bench/watched-faults': '/traffic-faults',
};

/**
 * The place on the site of what a link is about: the page that is made of these data, or the row of a requirement.
 *
 * @returns nothing when the link is about the file itself
 */
function dataLink(file: string, label: string): string | undefined {
  const isRule = /^openapi\/(\w+-)?requirements\//.test(file) && /^[A-Z]+-\d+$/.test(label);
  return isRule ? `/requirements#${label.toLowerCase()}` : dataPages[file];
}

/**
 * Makes the relative links of a page into links of the site.
 *
 * @param folder of the repository that the page is in, such as `docs`
 * @param titles of the pages by their file; they replace the names of files as the texts of links
 */
export function rewriteLinks(
  markdown: string,
  folder: string,
  titles: ReadonlyMap<string, string> = new Map(),
): Rewritten {
  const sources = new Set<string>();
  const text = markdown.replace(token, (whole, _fence?: string, label = '', target?: string) => {
    if (target === undefined || isElsewhere(target)) return whole;
    const [path = '', anchor] = target.split('#');
    const file = resolvePath(folder, path);
    const page = dataLink(file, label) ?? pageOf(file);
    if (page.startsWith('/source/')) sources.add(file);
    // A file name says little to a reader of the site.
    const text = /^[\w./-]+\.md$/.test(label) ? (titles.get(file) ?? label) : label;
    return `[${text}](${page}${anchor === undefined ? '' : `#${anchor}`})`;
  });
  return { text, sources: [...sources].sort() };
}
