/** The built site in a real browser, under a base path, without anything from elsewhere. `npm run task -- docs:test` */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite } from '../site/build.ts';
import { type ServedSite, serveSite } from '../site/serve.ts';
import { launchBrowser } from './browser.ts';

const base = '/kit/docs/';
const outDir = join(import.meta.dirname, '../site/.stage/built');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const mainPages = [
  '',
  'quick-start',
  'guide-webhooks',
  'targets',
  'configuration',
  'cli/run',
  'requirements',
  'state-machines',
  'interface/payrolls',
  'interface/events',
  'typescript',
  'source/examples/vendor-target',
];

let served: ServedSite;
let browser: Browser;

beforeAll(async () => {
  await buildSite({ base, outDir });
  served = await serveSite({ folder: outDir, base, port: 0 });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  served?.close();
});

/** Opens a page, and fails when it requests anything from elsewhere, requests a missing file, or has an error. */
async function visit(path: string, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(served.url) && !/^(data|blob):/.test(url)) complaints.push(`asks for ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.url()} is ${response.status()}`);
  });
  await page.goto(`${served.url}${path}`, { waitUntil: 'networkidle' });
  await look(page);
  await context.close();
  expect(complaints).toEqual([]);
}

type Rules = 'all' | 'colours';

/** The violations that axe finds in the page, one line each. */
async function violations(page: Page, rules: Rules): Promise<readonly string[]> {
  const only =
    rules === 'all'
      ? { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }
      : { runOnly: { type: 'rule', values: ['color-contrast'] } };
  return page.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify(only)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ' ' + failureSummary)))`,
  );
}

test.each(mainPages)(
  'everybody can read /%s: in light, in the dark, and on a narrow telephone',
  async (path) => {
    await visit(path, async (page) => {
      await page.evaluate(axe);
      expect(await violations(page, 'all')).toEqual([]);

      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html.dark').waitFor();
      expect(await violations(page, 'colours')).toEqual([]);

      await page.setViewportSize({ width: 360, height: 800 });
      const [content, window] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      expect(content).toBeLessThanOrEqual(window);
    });
  },
);

test('the search finds an option, a requirement and an operation', async () => {
  await visit('', async (page) => {
    for (const [words, where] of [
      ['time-budget', 'conformance run'],
      ['PAYROLL-024', 'Requirements'],
      ['approvePayroll', 'Payrolls'],
    ] as const) {
      await page.keyboard.press('Control+k');
      const box = page.getByRole('searchbox');
      await box.fill(words);
      const results = page.locator('.VPLocalSearchBox .results');
      await expect.poll(() => results.innerText(), { timeout: 20_000 }).toContain(where);
      await page.keyboard.press('Escape');
    }
  });
});

test('a reader comes from the first page to the page of an operation as Redocly has it', async () => {
  await visit('interface/payrolls', async (page) => {
    await page.getByRole('link', { name: 'with examples' }).first().click();
    await page.getByRole('heading', { name: 'List payrolls' }).first().waitFor();
  });
});

test('the reference of the types has the exports of the package', async () => {
  await visit('typescript', async (page) => {
    await page.getByRole('link', { name: 'workforce-conformance/client' }).click();
    await page.getByRole('link', { name: 'createClient' }).first().waitFor();
  });
});
