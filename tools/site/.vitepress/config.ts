import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import type { Group } from '../sidebar.ts';
import { slugOf } from '../slug.ts';

/** The settings that tools/site/build.ts has written. */
const { base, outDir, sidebar, version }: SiteSettings = JSON.parse(
  readFileSync(new URL('../.stage/site.json', import.meta.url), 'utf8'),
);

interface SiteSettings {
  readonly base: string;
  readonly outDir: string;
  readonly version: string;
  readonly sidebar: Group[];
}

export default defineConfig({
  title: 'workforce-conformance',
  description: 'Tells whether a payroll server does what its interface document says.',
  lang: 'en',
  base,
  srcDir: '.stage/pages',
  outDir,
  cacheDir: '.stage/cache',
  // Dead links fail the build; check-built.ts checks anchors and resources from elsewhere.
  ignoreDeadLinks: false,
  lastUpdated: false,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => {
      // A scrollable table must be reachable with the keyboard.
      markdown.renderer.rules.table_open = () => '<table tabindex="0">\n';
    },
  },
  themeConfig: {
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    nav: [
      { text: 'Quick start', link: '/quick-start' },
      { text: 'Commands', link: '/cli/overview' },
      { text: 'Configuration', link: '/configuration' },
      { text: `v${version}`, link: '/changelog' },
    ],
  },
});
