/** The pages of the site before they are built, and every link of the Markdown as GitHub shows it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { ConfigSchema } from '../../src/config/schema.ts';
import { linkProblems } from './check-built.ts';
import { commentsOf } from './config-page.ts';
import { generatedPages, loadCommands, readDocuments, stagedSite } from './pages.ts';
import { linksOf, sidebarOf } from './sidebar.ts';
import { anchorsOf, slugOf } from './slug.ts';
import { pageOf, relativeLinks, resolvePath, rewriteLinks } from './source-links.ts';

const root = join(import.meta.dirname, '../..');
const site = await stagedSite();
const commands = await loadCommands();

describe('the sidebar', () => {
  test('has every page once', () => {
    const links = linksOf(sidebarOf(site.titles)).map((link) => link.slice(1));
    const pages = [...site.pages.keys()].filter((page) => page !== 'index' && !page.startsWith('source/'));
    expect(links.toSorted()).toEqual(pages.toSorted());
  });

  test('shows a page that nobody has placed, and refuses one that is not there', () => {
    const titles = new Map([...site.titles, ['new-page', 'New']]);
    expect(sidebarOf(titles).at(-1)).toEqual({ text: 'More', items: [{ text: 'New', link: '/new-page' }] });
    expect(() => sidebarOf(new Map([['targets', 'Targets']]))).toThrow('quick-start');
  });
});

describe('the reference of the command line', () => {
  test('has every option and argument of every command, and its examples', () => {
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) {
      const page = site.pages.get(`cli/${command.name()}`) ?? '';
      const flags = [command, ...command.commands].flatMap((each) =>
        each.options.map((option) => option.flags),
      );
      for (const flag of flags) expect(page).toContain(`\`${flag.replaceAll('|', '\\|')}\``);
      for (const argument of command.registeredArguments) expect(page).toContain(argument.name());
      expect(page).toContain('## Examples');
      expect(page).toContain('Exit codes');
    }
  });

  test('has the commands in the order of the help', () => {
    const names = [...(site.pages.get('cli/overview') ?? '').matchAll(/\(\/cli\/([\w-]+)\)/g)].map(
      ([, name]) => name,
    );
    expect(names).toEqual(commands.map((command) => command.name()));
  });
});

describe('the reference of the configuration', () => {
  test('has every key, each with a sentence', () => {
    const page = site.pages.get('configuration') ?? '';
    for (const key of Object.keys(ConfigSchema.shape)) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${key}\` |`)) ?? '';
      expect(row.split(' | ').at(-1)).toMatch(/^\S.{5,} \|$/);
    }
    expect(page).toContain('`patience.pauseMillis`');
    expect(page).toContain('`--time-budget`');
  });

  test('takes its sentences from the comments of the schema', () => {
    const source =
      'const S = z.strictObject({\n/** First. */ a: z.string(),\nb: z.strictObject({\n/** In. */ c: z.int() }).optional() });';
    expect([...commentsOf(source, 'S')]).toEqual([
      ['a', 'First.'],
      ['b.c', 'In.'],
    ]);
  });
});

test('every operation and every event has a block', async () => {
  const { allOperations } = await import('../../openapi/description.ts');
  const { eventNames } = await import('../../openapi/generated/event-names.ts');
  const pages = [...(await generatedPages())].filter(([path]) => path.startsWith('interface/'));
  const text = pages.map(([, markdown]) => markdown).join('\n');
  for (const { id } of allOperations) expect(text).toContain(`Operation \`${id}\``);
  for (const name of eventNames) expect(text).toContain(`## \`${name}\``);
});

test('the search leaves out records, and keeps the pages that explain', () => {
  const isFound = (page: string) => !/^search: false$/m.test(site.pages.get(page) ?? '');
  const left = [...site.pages.keys()].filter((page) => !isFound(page) && !page.startsWith('source/'));
  expect(left.toSorted()).toEqual([
    ...['access', 'blind-faults', 'changelog', 'comparison', 'faults', 'interpretations'],
    ...['mutation', 'performance', 'traffic-faults'],
  ]);
});

test('every state machine is drawn', () => {
  const page = site.pages.get('state-machines') ?? '';
  expect(page).not.toContain('```mermaid');
  expect(page.match(/<figure class="machine"/g)).toHaveLength(15);
});

describe('links', () => {
  const documents = new Map([
    ...readDocuments(),
    ['README.md', readFileSync(join(root, 'README.md'), 'utf8')],
  ]);

  it.each([...documents])('of %s lead to a file and an anchor of the repository', (path, markdown) => {
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    const dead = relativeLinks(markdown).filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = resolvePath(folder, file);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(documents.get(target) ?? '').has(anchor);
    });
    expect(dead).toEqual([]);
  });

  it.each<[string, string]>([
    ['[a](targets.md#bindings)', '[a](/targets#bindings)'],
    ['[targets.md](targets.md)', '[Targets](/targets)'],
    ['[a](../action.yml)', '[a](/source/action-yml)'],
    ['[rules](../openapi/requirements/)', '[rules](/requirements)'],
    ['[rules](../openapi/receiver-requirements/)', '[rules](/requirements#receivers-of-webhooks)'],
    ['[blind faults](../proof/blind/)', '[blind faults](/blind-faults)'],
    ['[RETRY-002](../openapi/requirements/limits.yaml)', '[RETRY-002](/requirements#retry-002)'],
    ['[a](../openapi/requirements/limits.yaml)', '[a](/source/openapi/requirements/limits-yaml)'],
    ['[a](https://example.com)', '[a](https://example.com)'],
    ['![a](images/a.png)', '![a](images/a.png)'],
    ['`[a](b.md)`', '`[a](b.md)`'],
    ['```md\n[a](b.md)\n```', '```md\n[a](b.md)\n```'],
  ])('%j becomes %j', (given, want) => {
    expect(rewriteLinks(given, 'docs', new Map([['docs/targets.md', 'Targets']])).text).toBe(want);
  });

  it.each<[string, string]>([
    ['docs/ci.md', '/ci'],
    ['README.md', '/'],
    ['openapi/control.yaml', '/source/openapi/control-yaml'],
  ])('the page of %s is %s', (file, want) => {
    expect(pageOf(file)).toBe(want);
  });

  it.each<[string, string]>([
    ['Production and read-only access', 'production-and-read-only-access'],
    ['`conformance run`', 'conformance-run'],
    ['Ab <a id="x"></a>cd', 'ab-cd'],
  ])('the anchor of %j is %j', (heading, want) => {
    expect(slugOf(heading)).toBe(want);
  });

  test('of a built site are followed', () => {
    const pages = (html: string) =>
      new Map([
        ['a.html', html],
        ['sub/b.html', '<h2 id="there">There</h2>'],
      ]);
    const files = new Set(['a.html', 'sub/b.html', 'assets/x.js']);
    const problems = (html: string) => linkProblems({ pages: pages(html), files, base: '/kit/' });
    expect(problems('<a href="/kit/sub/b#there">b</a><script src="/kit/assets/x.js"></script>')).toEqual([]);
    expect(problems('<a href="https://example.com">b</a>')).toEqual([]);
    expect(problems('<a href="/kit/sub/c">b</a>')).toHaveLength(1);
    expect(problems('<a class="x" href="sub/b#here">b</a>')).toHaveLength(1);
    expect(problems('<a href="/sub/b">b</a>')).toHaveLength(1);
    expect(problems('<script src="https://cdn.example.com/x.js"></script>')).toHaveLength(1);
    expect(problems('<script>"<a href=\\"/nowhere\\">"</script>')).toEqual([]);
  });
});
