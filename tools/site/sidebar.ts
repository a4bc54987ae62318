/** The place of each page in the sidebar. */

export interface Link {
  readonly text: string;
  /** From the root of the site, such as `/quick-start`. */
  readonly link: string;
}

export interface Group {
  readonly text: string;
  readonly items: readonly Link[];
  /** The first page of a group that is closed until somebody opens it. */
  readonly link?: string;
  readonly collapsed?: true;
}

interface Section {
  readonly text: string;
  /** Pages without `.md`; a path that ends in a slash means all pages of that folder. */
  readonly pages: readonly string[];
  /** Closed, with the first page behind its name: a name that is only a button has another button in it. */
  readonly collapsed?: true;
}

/** Every link of a sidebar. */
export const linksOf = (groups: readonly Group[]): readonly string[] =>
  groups.flatMap(({ link, items }) => [
    ...(link === undefined ? [] : [link]),
    ...items.map((each) => each.link),
  ]);

/** The one list to which a new page is added. Pages that are not on it appear under More. */
const sections: readonly Section[] = [
  {
    text: 'Begin',
    pages: [
      'quick-start',
      'installing',
      'guide-server',
      'guide-frontend',
      'guide-client',
      'guide-webhooks',
      'other-languages',
      'guide-replay',
    ],
  },
  {
    text: 'Use',
    pages: [
      'connect-your-server',
      'targets',
      'adapter-reference',
      'ci',
      'reports',
      'html-report',
      'scaling',
      'webhook-receivers',
      'traffic',
      'histories',
      'examples',
    ],
  },
  {
    text: 'The reference server',
    pages: ['reference-server', 'operations', 'security'],
  },
  {
    text: 'The interface',
    pages: ['requirements', 'state-machines', 'interpretations', 'access'],
  },
  { text: 'Operations and events', pages: ['interface/'], collapsed: true },
  { text: 'Commands', pages: ['cli/'], collapsed: true },
  { text: 'Reference', pages: ['configuration', 'agents', 'typescript', 'stability'] },
  {
    text: 'Extend',
    pages: [
      'architecture',
      'writing-a-check',
      'writing-a-model',
      'writing-a-suite',
      'faults',
      'contributing',
    ],
  },
  {
    text: 'Proof',
    pages: [
      'servers',
      'run-costs',
      'selftest',
      'blind-faults',
      'mutation',
      'comparison',
      'traffic-faults',
      'performance',
      'changelog',
    ],
  },
];

/** Pages that are reached from other pages only. */
const apart = (page: string) => page === 'index' || page.startsWith('source/');

/**
 * The sidebar of all pages. A page that no section names is in the last group, so that none is lost.
 *
 * @param titles title of each page by its path without `.md`
 * @throws Error that names a page of a section which is not there
 */
export function sidebarOf(titles: ReadonlyMap<string, string>): readonly Group[] {
  const pages = [...titles.keys()].filter((page) => !apart(page));
  const placed = new Set<string>();
  const item = (page: string): Link => {
    const text = titles.get(page);
    if (text === undefined) throw new Error(`tools/site/sidebar.ts names ${page}, and there is no such page`);
    placed.add(page);
    return { text, link: `/${page}` };
  };
  const groups = sections.map(({ text, pages: names, collapsed }): Group => {
    const members = names
      .flatMap((name) => (name.endsWith('/') ? pages.filter((page) => page.startsWith(name)) : [name]))
      .map(item);
    const [first, ...others] = members;
    if (!collapsed || first === undefined) return { text, items: members };
    return { text, link: first.link, collapsed, items: others };
  });
  const others = pages.filter((page) => !placed.has(page));
  return others.length === 0 ? groups : [...groups, { text: 'More', items: others.map(item) }];
}
